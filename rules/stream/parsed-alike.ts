import type { StreamEvent } from '../../contract/wire/event-stream.js';
import { type Trial, type TrialRule } from '../rule.js';
import { eventDifferences } from './event-differences.js';
import { wireStreams } from './wire-events.js';

/**
 * A surface delivers the same events, whatever permitted form the stream has: line ends, comments, chunks and so on.
 */
export const parsedAlike: TrialRule = {
  id: 'stream/parsed-alike',
  severity: 'must',
  statement:
    'A surface delivers the same events whatever line ends, blanks, comments, ignored fields, byte order mark and chunks the stream has, and whatever parameters its media type has.',
  source:
    'WHATWG HTML §9.2.5 (parsing an event stream) and §9.2.6 (interpreting an event stream); RFC 9110 §8.3.1 (media types)',
  repair:
    'End lines at CRLF, LF and CR, and events only at empty lines. Compare the names of fields literally, remove one space after the colon and no other blank, skip comments and unknown fields, and buffer an incomplete line or character until the rest arrives.',
  backends: new Set(['scripted']),
  reads: 'outcome',
  disturbed: 'too',
  check: (trial, context) => {
    // A client need not report a stream with an event that the contract does not allow.
    if (trial.case.reply?.fault !== undefined) return undefined;
    const { name } = trial.case.provenance;
    return eventDifferences(trial, context, UNTYPED.has(name) ? isUntyped : undefined)?.map((violation) => ({
      ...violation,
      message: `${SPELLINGS[name] ?? 'A stream'} is parsed wrongly. ${violation.message}`,
      cause: '',
      ...(isResumed(trial, violation.surface) && { repair: RESUMED_REPAIR }),
    }));
  },
};

const RESUMED_REPAIR =
  'After a disconnect, discard the incomplete event: its line, data, type and id. Parse the next reply with a new parser that gets only the id of the last dispatched event.';

/** Whether the surface received one stream in several replies, because the connection broke. */
function isResumed({ observations }: Trial, surface: string): boolean {
  return observations.some((observation) => observation.surface === surface && wireStreams(observation).length > 1);
}

/**
 * The name of the scripted stream in the simplest form: line feeds, one line for each field, and all events in one
 * chunk.
 */
export const PLAIN = 'lf';

/** The names of scripted streams with an event that has no type. */
const UNTYPED: ReadonlySet<string> = new Set(['untyped', 'untyped-after-empty']);

/**
 * Whether the service sent this event without a type. A client may ignore an event whose type is not in the contract,
 * but must not report it with a different type.
 */
function isUntyped({ event }: StreamEvent): boolean {
  return event === 'message';
}

const SPELLINGS: Readonly<Record<string, string>> = {
  [PLAIN]: 'A minimal stream',
  crlf: 'A stream with CRLF line ends',
  cr: 'A stream with CR line ends',
  split: 'A stream that arrives byte by byte',
  'crlf-split': 'A stream with CRLF line ends, each split between two chunks',
  mark: 'A stream with a byte order mark',
  comments: 'A stream with comments and unknown fields',
  'media-type': 'A stream whose media type has capitals and a parameter',
  'identifier-nul': 'A stream with identifiers that contain a NUL and must be ignored',
  'repeated-fields': 'A stream with several ids and types for one event',
  'other-names': 'A stream with lines whose names only resemble those of fields',
  'line-of-blanks': 'A stream with lines of blanks, which end no event,',
  'retry-invalid': 'A stream with reconnection times that are not numbers',
  bare: 'A stream without a space after its colons',
  lines: 'A stream with multi-line data',
  padded: 'A stream with blanks around its data',
  'ended-early': 'A stream that ends within an event',
  untyped: 'A stream with an event without a type',
  'untyped-after-empty': 'A stream with an untyped event after a block with only a type',
  'other-end': 'A stream with a different terminal event',
  'other-end-2': 'A stream with a different terminal event',
  'other-end-3': 'A stream with a different terminal event',
  colonless: 'A stream with fields without a colon',
  cut: 'A stream that is cut off within an event and resumed',
  'cut-between': 'A stream that is cut off between two events and resumed',
  'cut-again': 'A stream that is cut off, resumed, and cut off again before its next event',
  'cut-after-comment': 'A stream that is cut off after a comment and resumed',
  'cut-at-start': 'A stream that is cut off before its first event and requested again',
  'cut-after-position': 'A stream that is cut off after a block that has only an id, and resumed,',
  'cut-unended': 'A stream that is cut off before the blank line of an event and resumed',
  'cut-continued': 'A stream that is requested after an event, cut off within a later event and resumed',
};
