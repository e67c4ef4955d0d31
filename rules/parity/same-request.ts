import { joinPointer } from '../../contract/json-pointer.js';
import type { Json } from '../../contract/json.js';
import { type SplitBody, type SplitRequest, splitRequest } from '../../contract/wire/split-request.js';
import type { Exchange } from '../../surfaces/exchange.js';
import type { Violation } from '../finding.js';
import { jsonDifferences, orOmitted } from '../json-difference.js';
import { expectedRequest, isVerbatim, routeOf } from '../reply.js';
import { EVERYWHERE, type Trial, type TrialContext, type TrialRule } from '../rule.js';

/** Every surface puts the same request on the wire: the one that our own encoder makes of the case. */
export const sameRequest: TrialRule = {
  id: 'parity/same-request',
  severity: 'must',
  statement: 'A surface sends each input as it was given: nothing added, nothing dropped, omitted and null kept apart, every value percent-encoded as its parameter says.',
  source: 'OpenAPI 3.1 §4.8.12 (Parameter Object, style values) and §4.8.13 (Request Body Object)',
  repair: 'Compare the two requests; pass the named input through unchanged from the surface\'s arguments to the wire.',
  backends: EVERYWHERE,
  check: (trial, context) => {
    const wanted = expectedRequest(trial).split;
    if (trial.case.expect.kind === 'gated' || wanted === undefined) return undefined;
    return trial.observations.flatMap(({ surface, exchanges }) => exchanges.slice(0, 1).flatMap((exchange) => compared(trial, context, surface, exchange, wanted)));
  },
};

function compared(trial: Trial, context: TrialContext, surface: string, exchange: Exchange, wanted: SplitRequest): readonly Violation[] {
  if (isVerbatim(trial, exchange) || routeOf(context.contract, exchange)?.operation !== trial.operation) return [];
  const sent = splitRequest(trial.operation, exchange.request);
  return [
    ...textDifferences('path', wanted.path ?? new Map(), sent.path ?? new Map()),
    ...textDifferences('query', wanted.query, sent.query),
    ...textDifferences('header', wanted.header, sent.header),
    ...textDifferences('cookie', wanted.cookie, sent.cookie),
    ...mediaTypeDifference(wanted, sent),
    ...jsonDifferences(bodyJson(wanted.body), bodyJson(sent.body), '/body'),
  ].map((difference) => ({
    surface,
    pointer: difference.pointer,
    kind: difference.kind,
    message: `${difference.pointer} ${SAYS[difference.kind] ?? 'differs'} on the wire.`,
    expected: orOmitted(difference.expected),
    received: orOmitted(difference.received),
    blame: 'surface',
    ...(SYSTEMATIC.has(difference.kind) ? { cause: '' } : {}),
  }));
}

interface Difference {
  readonly pointer: string;
  readonly kind: string;
  readonly expected: Json | undefined;
  readonly received: Json | undefined;
}

/** These come from one habit of the surface, wherever they show. */
const SYSTEMATIC: ReadonlySet<string> = new Set(['null-became-omitted', 'omitted-became-null']);

const SAYS: Readonly<Record<string, string>> = {
  missing: 'was given but is missing',
  unexpected: 'was not given but is',
  changed: 'has another value',
  'type-changed': 'has another type',
  'null-became-omitted': 'was given as null but is omitted',
  'omitted-became-null': 'was omitted but is null',
  'null-became-value': 'was given as null but has a value',
  'value-became-null': 'was given a value but is null',
  reordered: 'has its elements in another order',
};

type Texts = ReadonlyMap<string, string | readonly string[]>;

/** A parameter given once is a text, one repeated a list, in order. */
function textDifferences(location: string, wanted: Texts, sent: Texts): readonly Difference[] {
  const names = new Set([...wanted.keys(), ...sent.keys()]);
  return [...names].flatMap((name) => jsonDifferences(single(wanted.get(name)), single(sent.get(name)), joinPointer('', location, name)));
}

function single(value: string | readonly string[] | undefined): Json | undefined {
  return Array.isArray(value) && value.length === 1 ? (value[0] as string) : (value as Json | undefined);
}

function mediaTypeDifference(wanted: SplitRequest, sent: SplitRequest): readonly Difference[] {
  // Without a body the header says nothing; some clients send it all the same (tolerance `idle-content-type`).
  if (wanted.mediaType === sent.mediaType || (wanted.body.kind === 'none' && sent.body.kind === 'none')) return [];
  if (wanted.body.kind === 'none' || sent.body.kind === 'none') return [];
  return [{ pointer: '/header/content-type', kind: 'changed', expected: wanted.mediaType, received: sent.mediaType }];
}

function bodyJson(body: SplitBody): Json | undefined {
  switch (body.kind) {
    case 'none':
      return undefined;
    case 'json':
      return body.value;
    case 'bytes':
      return Buffer.from(body.bytes.subarray(0, 4096)).toString('latin1');
    default:
      return body satisfies never;
  }
}
