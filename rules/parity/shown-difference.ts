import type { SchemaSource } from '../../contract/contract.js';
import { type Json, isJsonObject, ownValue } from '../../contract/json/json.js';
import { valueAt } from '../../contract/json/json-pointer.js';
import { isUnsetValue } from '../../contract/json/unset-value.js';
import type { Operation, ResponseSpec, SchemaUri } from '../../contract/operation.js';
import { headerValue } from '../../contract/wire/message.js';
import { isSuccess } from '../../surfaces/failure-table.js';
import type { WireResponse } from '../../surfaces/exchange.js';
import { statedPlace } from '../fault-place.js';
import type { Violation } from '../finding.js';
import { differencesUnder } from '../comparison.js';
import { SYSTEMATIC } from '../values/json-difference.js';
import { shownAsText } from '../conformance/surface/shown-as-text.js';
import { orOmitted } from '../values/omitted.js';
import { isParsedMarkup } from '../values/parsed-markup.js';
import { documentedContent, documentedResponse } from '../reply.js';
import type { Trial, TrialContext } from '../rule.js';
import { tolerates } from '../values/tolerances.js';
import { sameJson } from '../values/same-json.js';
import { withoutUnknown } from './unknown-members.js';

/** What the service sent (`sent`) and what the caller of the surface received (`seen`). */
interface Shown {
  readonly surface: string;
  /** The pointer of the received value, such as `/outcome/value`. */
  readonly pointer: string;
  readonly noun: string;
  readonly sent: Json | undefined;
  readonly seen: Json | undefined;
}

/**
 * The differences between the value that the service sent and the value that the caller received.
 */
export function shownDifferences(
  trial: Trial,
  context: TrialContext,
  reply: WireResponse,
  shown: Shown,
): readonly Violation[] {
  const wrapped = wrappedValue(shown);
  if (wrapped !== undefined) return [wrapped];
  const spec = documentedResponse(trial.operation, reply.status) ?? otherSuccess(trial.operation, reply.status);
  const schema = spec && documentedContent(spec, headerValue(reply.headers, 'content-type') ?? '')?.schema;
  const { schemas } = context.contract;
  const stated = schema === undefined ? [] : [schema];
  const isTolerated = tolerates('unknown-members', context.losesUnknown?.has(shown.surface) === true);
  const known = knownPart(schemas, stated, shown, isTolerated);
  const comparison = { schemas, stated, mayLack: ['output'] } as const;
  const differences = differencesUnder(comparison, known.value, shown.seen).map((difference): Violation => {
    const { pointer, expected, received } = difference;
    const isParsed = typeof expected === 'string' && typeof received === 'string' && isParsedMarkup(expected, received);
    const kind = isParsed ? 'parsed-markup' : difference.kind;
    const place = causeOf(shown.pointer, statedPlace(schemas, schema, pointer));
    return {
      surface: shown.surface,
      pointer: shown.pointer + pointer,
      kind,
      message: `The ${shown.noun} that the caller receives differs from the one that the service sent at ${shown.pointer}${pointer}.`,
      expected: orOmitted(expected),
      received: orOmitted(received),
      blame: 'surface',
      ...(SYSTEMATIC.has(kind) ? { cause: '', place } : { cause: place }),
      ...(kind === 'mis-decoded' && { repair: DECODE }),
      ...(kind === 'parsed-markup' && { repair: shownAsText.repair }),
    };
  });
  const lost = known.lost.map((at): Violation => {
    const place = causeOf(shown.pointer, statedPlace(schemas, schema, at));
    return { ...unknownMember(shown, at), cause: '', place, ...(isTolerated && { tolerance: 'unknown-members' }) };
  });
  return [...differences, ...lost];
}

/** The violation for a surface that returns the whole value as a member of a further object, such as `{"data": …}`. */
function wrappedValue({ surface, pointer, noun, sent, seen }: Shown): Violation | undefined {
  if (!isJsonObject(seen) || typeof sent !== 'object' || sent === null || Object.keys(sent).length === 0)
    return undefined;
  const name = Object.keys(seen).find((each) => ownValue(sent, each) === undefined && sameJson(seen[each], sent));
  return name === undefined
    ? undefined
    : {
        surface,
        pointer,
        kind: 'wrapped',
        message: `The caller receives an additional object, whose member \`${name}\` is the ${noun} that the service sent.`,
        expected: sent,
        received: seen,
        blame: 'surface',
        cause: '',
        place: pointer,
      };
}

/**
 * The documented success whose schema is used for an undocumented success. A client has one type for all successes of
 * an operation.
 */
function otherSuccess({ responses }: Operation, status: number): ResponseSpec | undefined {
  return isSuccess(status) ? responses.find((response) => response.status.startsWith('2')) : undefined;
}

/**
 * The sent value without the members that no schema names and that the caller did not receive (`lost`). If the values
 * of all these members are null or empty, the result is the whole sent value, because other code decides whether a
 * surface may omit such values.
 */
function knownPart(
  schemas: SchemaSource,
  stated: readonly SchemaUri[],
  { sent, seen }: Shown,
  isTolerated: boolean,
): { readonly value: Json | undefined; readonly lost: readonly string[] } {
  const whole = { value: sent, lost: [] };
  if (sent === undefined) return whole;
  const known = withoutUnknown(schemas, stated, sent, seen);
  const isEmpty = (at: string): boolean => {
    const value = valueAt(sent, at) ?? null;
    return value === null || isUnsetValue(value);
  };
  return !isTolerated && known.lost.every(isEmpty) ? whole : known;
}

/**
 * The violation for a member that no schema names and that the caller did not receive. All such members are one fault
 * of the surface.
 */
function unknownMember({ surface, pointer, sent }: Shown, at: string): Violation {
  return {
    surface,
    pointer: pointer + at,
    kind: UNKNOWN_MISSING,
    message: `The caller does not receive the member at ${pointer}${at}, which no schema names.`,
    expected: orOmitted(valueAt(sent, at)),
    received: orOmitted(undefined),
    blame: 'surface',
    repair: KEEP,
  };
}

/** The kind of violation for a member that no schema names and that the caller did not receive. */
export const UNKNOWN_MISSING = 'unknown-missing';

const KEEP =
  "Keep the members that no schema names: a service may add members to its replies. If the types of the surface cannot hold them, set `unknownMembers: 'lost'` for this surface in the configuration (tolerance `unknown-members`).";

const DECODE =
  'Decode the reply as UTF-8 (RFC 8259 §8.1), either as a whole or with a streaming decoder that carries a split character over to the next chunk.';

/**
 * The cause by which differences are grouped: the address of the property if a schema names it, or else the whole
 * pointer.
 */
function causeOf(pointer: string, place: string): string {
  return place === '' || place.startsWith('/') ? pointer + place : place;
}
