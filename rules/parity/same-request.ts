import { isUtf8 } from 'node:buffer';
import type { SchemaSource } from '../../contract/contract.js';
import { endsWithin } from '../../contract/json/json-bounds.js';
import { jsonText } from '../../contract/json/json-text.js';
import { type Json, isJsonObject } from '../../contract/json/json.js';
import type { MediaContent, Operation } from '../../contract/operation.js';
import { formReadings } from '../../contract/wire/request/read-form.js';
import { isJsonMediaType } from '../../contract/wire/message.js';
import {
  type SplitBody,
  type SplitRequest,
  parseJson,
  parseJsonText,
  splitRequest,
} from '../../contract/wire/request/split-request.js';
import type { Exchange } from '../../surfaces/exchange.js';
import { faultPlace } from '../fault-place.js';
import type { Violation } from '../finding.js';
import { differencesUnder } from '../comparison.js';
import { SYSTEMATIC } from '../values/json-difference.js';
import { OMITTED, orOmitted } from '../values/omitted.js';
import { documentedContent } from '../reply.js';
import { expectedRequest, isVerbatim, routeOf, sentParts } from '../request.js';
import { EVERYWHERE, type Trial, type TrialContext, type TrialRule } from '../rule.js';
import { tolerates } from '../values/tolerances.js';
import { listsAsText } from './list-as-text.js';
import { type TextDifference, parameterDifferences } from './parameters/parameter-difference.js';
import { neighbouringChoice } from './other-choice.js';
import { isShortened, schemasOf } from './shortened-text.js';

/** Every surface sends the correct request for a case, which the encoder of this project makes. */
export const sameRequest: TrialRule = {
  id: 'parity/same-request',
  severity: 'must',
  statement:
    'A surface sends each input unchanged and correctly encoded. It adds and drops nothing, and distinguishes omitted from null.',
  source: 'OpenAPI 3.1 §4.8.12 (Parameter Object, style values) and §4.8.13 (Request Body Object)',
  repair:
    "Pass each input unchanged from the surface's arguments to the request, and distinguish omitted, null and empty.",
  backends: EVERYWHERE,
  reads: 'operation',
  check: (trial, context) => {
    const wanted = expectedRequest(trial);
    if (trial.case.expect.kind === 'gated' || wanted.kind !== 'request') return undefined;
    return trial.observations.flatMap(({ surface, exchanges }) =>
      exchanges.slice(0, 1).flatMap((exchange) => compared(trial, context, surface, exchange)),
    );
  },
};

function compared(trial: Trial, context: TrialContext, surface: string, exchange: Exchange): readonly Violation[] {
  const wanted = expectedRequest(trial);
  if (wanted.kind !== 'request' || isVerbatim(trial, exchange)) return [];
  // A request of a different operation cannot be compared with the expected one.
  if (routeOf(context.contract, exchange)?.operation !== trial.operation) return [];
  const sent = sentParts(context.contract, trial.operation, exchange);
  const { schemas } = context.contract;
  return [
    ...requestDifferences(schemas, trial.operation, splitRequest(trial.operation, wanted), sent),
    ...notEncoded(trial.operation, exchange.request.target),
  ].map((difference) => ({
    surface,
    pointer: difference.pointer,
    kind: difference.kind,
    message: messageOf(difference),
    expected: orOmitted(difference.expected),
    received: orOmitted(difference.received),
    blame: 'surface',
    ...causeOf(difference),
    ...(difference.tolerance !== undefined && { kind: difference.tolerance, tolerance: difference.tolerance }),
    ...(difference.pointer === '/body' && difference.kind === 'missing' && { repair: BODY_REPAIR }),
    ...(difference.kind === 'shortened' && { repair: LENGTH_REPAIR }),
  }));
}

const BODY_REPAIR =
  'Send the body that the caller gives, even if it is empty or its members are null. A command line must send the same body for a value, a file and standard input.';

const LENGTH_REPAIR =
  'Send each text whole. If a text is too long, refuse the text and state the limit. Count the length of a text in characters (Unicode code points), not in UTF-16 units or bytes.';

/**
 * The cause by which differences are grouped. A systematic difference, such as a missing percent-encoding, has one
 * cause for all parameters and members. An enumeration whose values are counted wrongly also has one cause.
 */
function causeOf({ kind, cause, pointer, step }: Difference): { readonly cause?: string; readonly place?: string } {
  if (step !== undefined) return { cause: `choice ${step}`, place: cause ?? pointer };
  if (SYSTEMATIC.has(kind) || OF_ALL_PLACES.has(kind)) return { cause: '', place: cause ?? pointer };
  return cause === undefined ? {} : { cause };
}

/**
 * Further kinds of differences that are one fault wherever they occur, because one part of the code causes all of them.
 */
const OF_ALL_PLACES: ReadonlySet<string> = new Set(['cut', 'list-as-text', 'shortened']);

/** The maximum length of a value in the message. The members `expected` and `received` may contain longer values. */
const MAX_SHOWN = 80;

function shown(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? OMITTED;
  return text.length > MAX_SHOWN ? 'a longer value' : text;
}

function messageOf({ pointer, kind, received, tolerance, default: stated }: Difference): string {
  const sent = shown(received);
  if (tolerance !== undefined) return `${pointer} was omitted; the surface sends the contract's default ${sent}.`;
  if (stated === undefined) return `${pointer} ${DESCRIPTIONS[kind] ?? 'differs'} in the request.`;
  return `${pointer} was omitted; the surface sends ${sent}, and the contract's default is ${shown(stated)}.`;
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  missing: 'was given, but is missing',
  unexpected: 'was not given, but is present',
  changed: 'has a different value',
  'type-changed': 'has a different type',
  truncated: 'ends before its JSON value is complete',
  renamed: 'has a different name',
  moved: 'is in the query instead of the path',
  wrapped: 'is inside an envelope',
  unwrapped: 'lacks its enclosing object',
  'list-as-text': 'is JSON text in one field',
  cut: 'ends at a reserved character that was not percent-encoded',
  shortened: 'is cut at its maximum length',
  'not-encoded': 'has characters that are not allowed in a URL',
  repeated: 'was given once, but occurs several times',
  'elements-missing': 'has fewer elements',
  'elements-added': 'has more elements',
  'null-became-omitted': 'was given as null, but is omitted',
  'empty-became-omitted': 'was given as an empty value, but is omitted',
  'mis-decoded': 'was converted through a wrong character encoding',
  'omitted-became-null': 'was omitted, but is null',
  'null-became-value': 'was given as null, but has a value',
  'value-became-null': 'was given a value, but is null',
  reordered: 'has its elements in a different order',
};

type Difference = TextDifference & {
  readonly cause?: string;
  /** Set if the surface sent the next (1) or the previous (-1) value of an enumeration (see `neighbouringChoice`). */
  readonly step?: 1 | -1;
};

function requestDifferences(
  schemas: SchemaSource,
  operation: Operation,
  wanted: SplitRequest,
  sent: SplitRequest,
): readonly Difference[] {
  const media = operation.requestBody && documentedContent(operation.requestBody, wanted.mediaType);
  const found: readonly Difference[] = [
    ...parameterDifferences(schemas, operation, wanted, sent),
    ...mediaTypeDifference(wanted, sent),
    ...bodyDifferences(schemas, media, wanted, sent),
  ];
  return found.map((each) => {
    if (isShortened(schemas, operation, media, each)) return { ...each, kind: 'shortened' };
    const { kind, pointer, expected, received } = each;
    if (kind !== 'changed' || expected === undefined || received === undefined) return each;
    const step = neighbouringChoice(schemas, schemasOf(schemas, operation, media, pointer), expected, received);
    return step === undefined ? each : { ...each, step };
  });
}

/**
 * Matches characters that a URL must not contain unencoded (RFC 3986 §2). Square brackets and `|` are permitted,
 * because many tools do not encode them.
 */
const NEVER_BARE = /[^!#-;=?-[\]_a-z|~]/g;

function notEncoded({ parameters }: Operation, target: string): readonly Difference[] {
  // The braces of a template variable that was not replaced do not count as unencoded characters.
  const filled = parameters.reduce((text, { name }) => text.replaceAll(`{${name}}`, ''), target);
  const bare = [...new Set(filled.match(NEVER_BARE) ?? [])];
  if (bare.length === 0) return [];
  return [
    { pointer: '/request', kind: 'not-encoded', expected: 'percent-encoded', received: bare.join(' '), cause: '' },
  ];
}

function mediaTypeDifference(wanted: SplitRequest, sent: SplitRequest): readonly Difference[] {
  // Some clients send a Content-Type with every request, even without a body.
  const isIdle = wanted.body.kind === 'none' || sent.body.kind === 'none';
  if (wanted.mediaType === sent.mediaType || tolerates('idle-content-type', isIdle)) return [];
  const received = sent.mediaType === '' ? undefined : sent.mediaType;
  return [{ pointer: '/header/content-type', kind: 'changed', expected: wanted.mediaType, received }];
}

function bodyDifferences(
  schemas: SchemaSource,
  media: MediaContent | undefined,
  wanted: SplitRequest,
  sent: SplitRequest,
): readonly Difference[] {
  if (wanted.body.kind === 'bytes' && sent.body.kind === 'bytes')
    return byteDifference(wanted.body.bytes, sent.body.bytes);
  if (isOtherEncoding(wanted.body, sent.body))
    return [{ pointer: '/body', kind: 'mis-decoded', expected: 'UTF-8', received: 'another character encoding' }];
  if (isTruncated(wanted.body, sent.body))
    return [{ pointer: '/body', kind: 'truncated', expected: 'the whole body', received: excerptOf(sent.body.bytes) }];
  if (isUnquoted(wanted, sent))
    return [{ pointer: '/body', kind: 'changed', expected: jsonText(wanted.body.value), received: wanted.body.value }];
  const valueOf = (body: SplitBody): Json | undefined => bodyValue(schemas, media, body);
  const stated = media?.schema === undefined ? [] : [media.schema];
  const comparison = { schemas, stated, defaults: true, mayLack: ['input'] } as const;
  const [right, received] = [valueOf(wanted.body), valueOf(asLabelled(wanted, sent.body))];
  const lists = sent.body.kind === 'form' ? listsAsText(right, received) : { found: [], corrected: received };
  return [...lists.found, ...differencesUnder(comparison, right, lists.corrected, '/body')].map((difference) => ({
    ...difference,
    cause: `/body${faultPlace(schemas, media?.schema, difference.pointer.slice('/body'.length))}`,
  }));
}

/**
 * The sent body. If the case has a JSON body, the sent body is parsed as JSON even under a wrong `Content-Type`. The
 * wrong header is then the only difference.
 */
function asLabelled(wanted: SplitRequest, body: SplitBody): SplitBody {
  const value = body.kind === 'bytes' && isJsonMediaType(wanted.mediaType) ? parseJson(body.bytes) : undefined;
  return value === undefined ? body : { kind: 'json', value };
}

/**
 * The number of bytes of a body that are shown if it is not JSON. The shown bytes start just before the first
 * difference.
 */
const SHOWN_BYTES = 1024;

function byteDifference(wanted: Uint8Array, sent: Uint8Array): readonly Difference[] {
  if (Buffer.compare(wanted, sent) === 0) return [];
  const first = wanted.findIndex((byte, index) => byte !== sent[index]);
  const start = Math.max(0, (first < 0 ? wanted.byteLength : first) - 16);
  return [{ pointer: '/body', kind: 'changed', expected: excerptOf(wanted, start), received: excerptOf(sent, start) }];
}

function excerptOf(bytes: Uint8Array, start = 0): string {
  return Buffer.from(bytes.subarray(start, start + SHOWN_BYTES)).toString('latin1');
}

/**
 * Whether the sent JSON ends too early, for example because `Content-Length` is the number of characters and not of
 * bytes.
 */
function isTruncated(wanted: SplitBody, sent: SplitBody): sent is Extract<SplitBody, { kind: 'bytes' }> {
  return wanted.kind === 'json' && sent.kind === 'bytes' && endsWithin(sent.bytes);
}

/** Whether a surface sent the right JSON in a character encoding other than UTF-8 (RFC 8259 §8.1). */
function isOtherEncoding(wanted: SplitBody, sent: SplitBody): boolean {
  if (wanted.kind !== 'json' || sent.kind !== 'bytes' || isUtf8(sent.bytes)) return false;
  const read = parseJsonText(Buffer.from(sent.bytes).toString('latin1'));
  return read !== undefined && typeof read === typeof wanted.value && isJsonObject(read) === isJsonObject(wanted.value);
}

/** Whether a surface sent a string without its quotes under the media type of JSON, so that the body is not JSON. */
function isUnquoted(
  wanted: SplitRequest,
  sent: SplitRequest,
): wanted is SplitRequest & { readonly body: Extract<SplitBody, { readonly kind: 'json' }> } {
  const [right, received] = [wanted.body, sent.body];
  return (
    right.kind === 'json' &&
    typeof right.value === 'string' &&
    received.kind === 'bytes' &&
    isJsonMediaType(sent.mediaType) &&
    Buffer.from(received.bytes).toString() === right.value
  );
}

/**
 * The body as a JSON value. A form is parsed by its schema; boundaries, the spelling of numbers and the order of fields
 * therefore make no difference.
 */
function bodyValue(schemas: SchemaSource, media: MediaContent | undefined, body: SplitBody): Json | undefined {
  switch (body.kind) {
    case 'none':
      return undefined;
    case 'json':
    case 'xml':
      return body.value;
    case 'form':
      return formReadings(schemas, media, body.fields)[0];
    case 'bytes':
      return excerptOf(body.bytes);
    default:
      return body satisfies never;
  }
}
