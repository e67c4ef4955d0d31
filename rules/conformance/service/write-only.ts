import { appliedSchemas, appliedToItem, appliedToMember } from '../../../contract/schema/applied-schemas.js';
import type { SchemaSource } from '../../../contract/contract.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';
import { type Json, isJsonObject } from '../../../contract/json/json.js';
import type { SchemaUri } from '../../../contract/operation.js';
import { placeIn, replyEnvelope, sentSchemas, unwrapped } from '../../../contract/collections/envelope.js';
import { statedMembers } from '../../../contract/collections/reply-members.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import { hiddenMembers, mayBeHidden, reachesMark } from '../../../contract/schema/schema-direction.js';
import { headerValue } from '../../../contract/wire/message.js';
import { statedPlace } from '../../fault-place.js';
import type { Violation } from '../../finding.js';
import { documentedContent, documentedResponse, replyJson, replyOf } from '../../reply.js';
import { EVERYWHERE, type Trial, type TrialContext, type TrialRule, responder } from '../../rule.js';
import { OMITTED } from '../../values/omitted.js';

/** A reply does not return write-only members, such as passwords. */
export const writeOnly: TrialRule = {
  id: 'conformance/write-only',
  severity: 'should',
  statement:
    'A reply contains no member that its schema marks as `writeOnly`. A successful reply also contains no member that the schema of the request marks as `writeOnly`, and that the schema of the reply does not name.',
  source:
    'JSON Schema 2020-12 Validation §9.4: the value "is never present when the instance is retrieved"; OpenAPI 3.0.3 §4.7.24: it "SHOULD NOT be sent as part of the response"',
  repair: 'Remove the member from the reply, or remove `writeOnly` from its schema if clients may read it.',
  backends: EVERYWHERE,
  reads: 'reply',
  check: (trial, context) =>
    trial.observations.flatMap((observation) => returned(trial, context, observation.surface, replyOf(observation))),
};

function returned(
  trial: Trial,
  context: TrialContext,
  surface: string,
  reply: ReturnType<typeof replyOf>,
): readonly Violation[] {
  const value = reply && replyJson(reply);
  const spec = reply && documentedResponse(trial.operation, reply.status);
  const schema = spec && documentedContent(spec, headerValue(reply.headers, 'content-type') ?? '')?.schema;
  const { schemas } = context.contract;
  if (value === undefined || schema === undefined) return [];
  if (!isMarked(schemas, schema)) return leaked(trial, context, surface, { status: reply?.status ?? 0, schema, value });
  const seen = new Set<string>();
  return markedMembers(schemas, [schema], value).flatMap((pointer): readonly Violation[] => {
    const cause = statedPlace(schemas, schema, pointer);
    if (seen.has(cause)) return [];
    seen.add(cause);
    return [
      {
        surface,
        pointer: `/response/body${pointer}`,
        kind: 'write-only-returned',
        message: `The ${reply?.status ?? ''} reply contains ${pointer}, which its schema marks as writeOnly.`,
        expected: OMITTED,
        // The value is not shown, because it may be a secret.
        received: '(a value, not shown)',
        blame: responder(context),
        cause,
        location: schemas.locate((cause === '' ? schema : cause) as SchemaUri),
      },
    ];
  });
}

/**
 * The violations for a second kind of write-only member. Many frameworks use different schemas for requests and
 * replies, and mark a member as `writeOnly` only in the schema of the request. If the schema of the reply does not name
 * such a member, a successful reply must not have it.
 */
function leaked(
  { operation }: Trial,
  context: TrialContext,
  surface: string,
  { status, schema, value }: { readonly status: number; readonly schema: SchemaUri; readonly value: Json },
): readonly Violation[] {
  const { contract } = context;
  const { schemas } = contract;
  const sent = isSuccess(status) ? sentSchemas(contract, operation) : [];
  const hidden = sent.flatMap((uri) => [...hiddenMembers(schemas, uri, 'output')]);
  if (hidden.length === 0 || !schemas.forDirection('output').accepts(schema, value)) return [];
  const envelope = replyEnvelope(contract, operation, schema);
  const item = unwrapped(value, envelope);
  const named = statedMembers(schemas, [envelope?.schema ?? schema]);
  const stated = statedMembers(schemas, sent);
  return [...new Set(hidden)]
    .filter((name) => isJsonObject(item) && Object.hasOwn(item, name) && !named.has(name))
    .map((name): Violation => {
      const pointer = `${placeIn(envelope)}${joinPointer('', name)}`;
      const [uri] = stated.get(name) ?? [];
      return {
        surface,
        pointer: `/response/body${pointer}`,
        kind: 'write-only-returned',
        message: `The ${status} reply contains ${pointer}, which the schema of the request marks as writeOnly and the schema of the reply does not name.`,
        expected: OMITTED,
        received: '(a value, not shown)',
        blame: responder(context),
        cause: name,
        ...(uri !== undefined && { location: schemas.locate(uri) }),
      };
    });
}

const marks = new WeakMap<SchemaSource, Map<SchemaUri, boolean>>();

/**
 * Whether a schema contains or refers to a `writeOnly` member. The result is cached, because most schemas have none,
 * and their replies then need not be searched.
 */
function isMarked(schemas: SchemaSource, schema: SchemaUri): boolean {
  const known = marks.get(schemas) ?? new Map<SchemaUri, boolean>();
  marks.set(schemas, known);
  const isKnown = known.get(schema) ?? reachesMark(schemas, schema, 'output');
  known.set(schema, isKnown);
  return isKnown;
}

/**
 * The maximum number of values in one reply that are searched for write-only members. `MAX_DEPTH` is the maximum depth
 * of these values.
 */
const MAX_PARTS = 10_000;
const MAX_DEPTH = 64;

interface Part {
  readonly stated: readonly SchemaUri[];
  readonly value: Json;
  readonly pointer: string;
  readonly depth: number;
}

function markedMembers(schemas: SchemaSource, stated: readonly SchemaUri[], value: Json): readonly string[] {
  const found: string[] = [];
  const pending: Part[] = [{ stated, value, pointer: '', depth: 0 }];
  let parts = 0;
  for (let part = pending.shift(); part !== undefined && parts < MAX_PARTS; part = pending.shift()) {
    parts += 1;
    if (part.pointer !== '' && mayBeHidden(schemas, part.stated, part.value, 'output')) found.push(part.pointer);
    else if (part.depth < MAX_DEPTH) pending.push(...partsBelow(schemas, part));
  }
  return found;
}

function partsBelow(schemas: SchemaSource, { stated, value, pointer, depth }: Part): readonly Part[] {
  if (!isJsonObject(value) && !Array.isArray(value)) return [];
  const applied = appliedSchemas(schemas, stated, value);
  const below = Array.isArray(value)
    ? (value as readonly Json[]).map((item, index) => ({
        token: index,
        value: item,
        stated: appliedToItem(schemas, applied, index),
      }))
    : Object.entries(value).map(([name, member]) => ({
        token: name,
        value: member,
        stated: appliedToMember(schemas, applied, name),
      }));
  return below
    .filter((part) => part.stated.length > 0)
    .map((part) => ({
      stated: part.stated,
      value: part.value,
      pointer: joinPointer(pointer, part.token),
      depth: depth + 1,
    }));
}
