import { type TrialRule } from '../rule.js';
import { toldEvents } from './told-events.js';

/** The same events are the same events, whichever bytes they are written in. */
export const parsedAlike: TrialRule = {
  id: 'stream/parsed-alike',
  severity: 'must',
  statement: 'A surface delivers the same events whatever line ends, comments, byte order mark and cuts their stream has.',
  source: 'WHATWG HTML §9.2.5 (parsing an event stream) and §9.2.6 (interpreting an event stream)',
  repair: 'End lines at CRLF, LF and CR, skip comments, and keep a cut line or character until the rest of it comes.',
  backends: new Set(['scripted']),
  reads: 'outcome',
  check: (trial, context) =>
    toldEvents(trial, context)?.map((violation) => ({
      ...violation,
      message: `${SPELLINGS[trial.case.provenance.name] ?? 'A stream'} is misread. ${violation.message}`,
      cause: '',
    })),
};

const SPELLINGS: Readonly<Record<string, string>> = {
  plain: 'A plain stream',
  crlf: 'A stream with CRLF line ends',
  cr: 'A stream with CR line ends',
  split: 'A stream that comes byte by byte',
  'crlf-split': 'A stream with CRLF line ends, each cut in two',
  mark: 'A stream with a byte order mark',
  comments: 'A stream with comments and unknown fields',
  bare: 'A stream without a blank after its colons',
  lines: 'A stream with data of several lines',
  cut: 'A stream that breaks off and is continued',
};
