import { storedTexts } from '../../values/stated/operation-texts.js';
import type { Contract } from '../../../contract/contract.js';
import { isOtherPost } from '../../../contract/collections/change-kind.js';
import { placeIn, replyEnvelope, sentItem, sentSchemas, unwrapped } from '../../../contract/collections/envelope.js';
import { isIdentifiedByLocation } from '../../../contract/collections/item-read.js';
import { statedMembers } from '../../../contract/collections/reply-members.js';
import { joinPointer, valueAt } from '../../../contract/json/json-pointer.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../contract/json/json.js';
import type { Operation, SchemaUri } from '../../../contract/operation.js';
import { headerValue } from '../../../contract/wire/message.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { WireResponse } from '../../../surfaces/exchange.js';
import type { Observation } from '../../../surfaces/observation.js';
import { differencesUnder } from '../../comparison.js';
import type { Violation } from '../../finding.js';
import { documentedContent, documentedResponse, isBodyKnown, replyJson, replyOf } from '../../reply.js';
import { type TrialContext, responder } from '../../rule.js';
import { type JsonDifference, SYSTEMATIC } from '../../values/json-difference.js';
import { orOmitted } from '../../values/omitted.js';
import type { MemberPlace } from './member-places.js';

/** An item that an earlier step of the sequence created, with its values. */
export interface CreatedItem {
  readonly create: Operation;
  /** The id of the step that created the item, such as `addFile/1`. */
  readonly step: string;
  readonly surface: string;
  /** The item in the body of the request. */
  readonly sent: Json | undefined;
  /** The item in the reply to its create. If the reply has no member of the item, the item in the request. */
  readonly value: JsonObject;
  /** The URI in `Location`, if the reply identifies the item only by this header. */
  readonly uri?: string;
}

/** The item that a step created; `undefined` if the step created no item, or if its reply cannot be read. */
export function createdItem(contract: Contract, observation: Observation): CreatedItem | undefined {
  const create = contract.operations.find(({ id }) => id === observation.case.operation);
  if (create === undefined || !isOtherPost(contract, create)) return undefined;
  const sent = sentItem(contract, create, observation.case.input.body);
  const made = { create, step: observation.case.id, surface: observation.surface, sent };
  const reply = replyOf(observation);
  const value = itemValue(contract, observation);
  if (isIdentifiedByLocation(contract, create)) {
    const uri = reply?.status === 201 ? headerValue(reply.headers, 'location') : undefined;
    if (uri === undefined || !isJsonObject(sent)) return undefined;
    const isReturned = isJsonObject(value) && Object.keys(sent).some((name) => Object.hasOwn(value, name));
    return { ...made, value: isReturned ? value : sent, uri };
  }
  return isJsonObject(value) ? { ...made, value } : undefined;
}

/**
 * How a message names the create of an item. If a surface other than `reader` called the create, the name includes this
 * surface.
 */
export function createName({ create, surface }: CreatedItem, reader: string): string {
  return surface === reader ? create.id : `${create.id} on ${surface}`;
}

/** The JSON of a successful reply; `undefined` for any other reply. */
export function successValue(observation: Observation): Json | undefined {
  const reply = replyOf(observation);
  return reply !== undefined && isSuccess(reply.status) && isBodyKnown(reply) ? replyJson(reply) : undefined;
}

/** The item in a successful reply, without an envelope such as `{"data": …}`. */
export function itemValue(contract: Contract, observation: Observation): Json | undefined {
  const value = successValue(observation);
  const operation = contract.operations.find(({ id }) => id === observation.case.operation);
  const reply = replyOf(observation);
  const schema = operation && reply && replySchema(operation, reply);
  return operation === undefined || schema === undefined
    ? value
    : unwrapped(value, replyEnvelope(contract, operation, schema));
}

/** The schema of the item in a reply, and the pointer to the item in it. */
export function itemSchema(
  contract: Contract,
  operation: Operation,
  reply: WireResponse,
): { readonly schema: SchemaUri; readonly at: string } | undefined {
  const schema = replySchema(operation, reply);
  if (schema === undefined) return undefined;
  const envelope = replyEnvelope(contract, operation, schema);
  return { schema: envelope?.schema ?? schema, at: `/response/body${placeIn(envelope)}` };
}

/**
 * The schema of the item in a reply to a read; `undefined` if the call does not read an item, or if its reply has no
 * schema.
 */
export function readSchema(contract: Contract, call: Observation): SchemaUri | undefined {
  const read = contract.operations.find(({ id, method }) => id === call.case.operation && method === 'get');
  const reply = replyOf(call);
  return read && reply && itemSchema(contract, read, reply)?.schema;
}

/** The schema of a reply body; `undefined` if the contract does not document the status and media type of the reply. */
export function replySchema(operation: Operation, { status, headers }: WireResponse): SchemaUri | undefined {
  const spec = documentedResponse(operation, status);
  return spec && documentedContent(spec, headerValue(headers, 'content-type') ?? '')?.schema;
}

/**
 * The differences between two representations of an item, such as those in two replies. Only those members of
 * `expected` are compared that clients send and that the schemas `stated` describe. The service may change all other
 * members at any time.
 */
export function itemDifferences(
  { contract }: TrialContext,
  { create, sent }: Pick<CreatedItem, 'create' | 'sent'>,
  stated: readonly SchemaUri[],
  expected: JsonObject,
  received: JsonObject,
): readonly JsonDifference[] {
  const { schemas } = contract;
  const given = statedMembers(schemas, sentSchemas(contract, create));
  const returned = statedMembers(schemas, stated);
  const names = new Set([...given.keys(), ...(isJsonObject(sent) ? Object.keys(sent) : [])]);
  // The types may differ: a request may send the name of a label where the item contains the label as an object.
  const mayHold = (name: string): boolean =>
    returned.get(name)?.every((uri) => schemas.forDirection('input').accepts(uri, ownValue(expected, name) ?? null)) ===
    true;
  return [...names]
    .filter((name) => Object.hasOwn(expected, name) && mayHold(name))
    .flatMap((name) =>
      differencesUnder(
        {
          schemas,
          stated: [...(given.get(name) ?? []), ...(returned.get(name) ?? [])],
          ignored: ['input', 'output'],
          storedTexts: storedTexts(contract, create),
        },
        ownValue(expected, name),
        ownValue(received, name),
        joinPointer('', name),
      ),
    )
    .filter((difference) => !isAddition(expected, difference));
}

/**
 * Whether a difference is only a member that the service added to an object in the item, such as a default. No sent
 * member differs.
 */
export function isAddition(whole: Json, { pointer, expected }: JsonDifference): boolean {
  return expected === undefined && isJsonObject(valueAt(whole, pointer.slice(0, pointer.lastIndexOf('/'))));
}

/**
 * The violation for a difference in an item. Differences at the same place (see `memberPlaces`) become one finding.
 * Members that are lost in the same systematic way also become one finding.
 */
export function itemViolation(
  context: TrialContext,
  surface: string,
  operation: Operation,
  at: string,
  message: string,
  { pointer, kind, expected, received }: JsonDifference,
  { name, isWhole }: MemberPlace,
): Violation {
  const cause = `${operation.id} ${name}`;
  return {
    surface,
    pointer: `${at}${pointer}`,
    kind: isWhole ? 'changed' : kind,
    message,
    expected: orOmitted(expected),
    received: orOmitted(received),
    blame: responder(context),
    ...(SYSTEMATIC.has(kind) && !isWhole ? { cause: operation.id, place: cause } : { cause }),
  };
}
