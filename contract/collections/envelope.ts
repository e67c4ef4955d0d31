import type { Contract, SchemaSource } from '../contract.js';
import { successesOf } from '../documented-responses.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../json/json.js';
import { joinPointer } from '../json/json-pointer.js';
import type { Operation, SchemaUri } from '../operation.js';
import { schemaTypes } from '../wire/decode-value.js';
import { isJsonMediaType } from '../wire/message.js';
import { statedMembers, successSchema } from './reply-members.js';

/** The member of a body that contains the item, as in `{"data": {"id": "a"}}`. */
export interface Envelope {
  readonly name: string;
  /** The schema of the item. */
  readonly schema: SchemaUri;
}

/**
 * Usual names of the member of an envelope that contains the item. An envelope with such a member may also have members
 * that describe the reply.
 */
const CONTENT = /^(?:data|result|item|payload|content|response|record|resource|entity|object|value)$/i;
/** Names of members that contain links or data about the item, such as `_links` and `meta`. */
const AROUND = /^_?(?:links?|meta(?:data)?|included|jsonapi)$/i;
/** Names of members that describe the reply, and not the item. */
const ABOUT_REPLY =
  /^(?:success|ok|status|status[-_]?code|code|message|msg|errors?|warnings?|request[-_]?id|trace[-_]?id|timestamp|version|api[-_]?version)$/i;

const found = new WeakMap<SchemaSource, Map<SchemaUri, Envelope | undefined>>();

/**
 * The envelope that the schema of a body describes. An envelope has one object with stated members, which is the item.
 * All its other members describe the item or the reply. `undefined` if the body itself is the item.
 */
export function envelopeOf(schemas: SchemaSource, body: SchemaUri): Envelope | undefined {
  const known = found.get(schemas) ?? new Map<SchemaUri, Envelope | undefined>();
  found.set(schemas, known);
  if (!known.has(body)) known.set(body, findEnvelope(schemas, body));
  return known.get(body);
}

function findEnvelope(schemas: SchemaSource, body: SchemaUri): Envelope | undefined {
  if (schemaTypes(schemas, body).has('array')) return undefined;
  const members = [...statedMembers(schemas, [body])].filter(([name]) => !AROUND.test(name));
  const inner = members.filter(([name]) => CONTENT.test(name) || !ABOUT_REPLY.test(name));
  const parts = inner.length > 1 ? contentBesideObjects(schemas, inner) : inner;
  const [content, ...others] = parts;
  if (content === undefined || others.length > 0) return undefined;
  const [name, [schema, ...further]] = content;
  if (schema === undefined || further.length > 0 || (members.length > 1 && !CONTENT.test(name))) return undefined;
  const isObject = schemaTypes(schemas, schema).has('object') && statedMembers(schemas, [schema]).size > 0;
  return isObject ? { name, schema } : undefined;
}

/**
 * The member `data`, if all members beside it are objects, such as `Risk` in the Open Banking standards. If a member is
 * not an object, such as an identifier, the body is probably the item itself.
 */
function contentBesideObjects(schemas: SchemaSource, members: readonly StatedMember[]): readonly StatedMember[] {
  const areObjects = members.every(([, uris]) => uris.every((uri) => isOnlyObject(schemas, uri)));
  return areObjects ? members.filter(([name]) => /^data$/i.test(name)) : members;
}

type StatedMember = readonly [name: string, schemas: readonly SchemaUri[]];

function isOnlyObject(schemas: SchemaSource, uri: SchemaUri): boolean {
  const types = schemaTypes(schemas, uri);
  return types.size === 1 && types.has('object');
}

/**
 * The envelope of a reply. `undefined` if a request body has a member with the same name that is not an envelope,
 * because this member then belongs to the item.
 */
export function replyEnvelope({ schemas }: Contract, operation: Operation, reply: SchemaUri): Envelope | undefined {
  const envelope = envelopeOf(schemas, reply);
  if (envelope === undefined) return undefined;
  const isMember = requestSchemas(operation).some(
    (body) => statedMembers(schemas, [body]).has(envelope.name) && envelopeOf(schemas, body)?.name !== envelope.name,
  );
  return isMember ? undefined : envelope;
}

/** The schema of the item that an operation returns with its first documented success, without an envelope. */
export function returnedItemSchema(contract: Contract, operation: Operation): SchemaUri | undefined {
  const reply = successSchema(operation);
  return reply && (replyEnvelope(contract, operation, reply)?.schema ?? reply);
}

/**
 * The envelope of a request. It is confirmed by a success reply of the operation. The reply must have an envelope with
 * the same name, or it must return an item with some of the members in the envelope, as `{"book": …}` and `{"data": …}`
 * in Rails and Phoenix.
 */
export function requestEnvelope(contract: Contract, operation: Operation, body: SchemaUri): Envelope | undefined {
  const { schemas } = contract;
  const envelope = envelopeOf(schemas, body);
  if (envelope === undefined) return undefined;
  const replies = successesOf(operation)
    .flatMap(({ content }) => content)
    .flatMap(({ mediaType, schema }) => (isJsonMediaType(mediaType) && schema !== undefined ? [schema] : []));
  const isMatched = replies.some((reply) => {
    const returned = envelopeOf(schemas, reply);
    return returned?.name === envelope.name || isContentOf(schemas, envelope, returned?.schema ?? reply);
  });
  return isMatched ? envelope : undefined;
}

/**
 * Whether an item has some of the members of an envelope's content itself, and has no member with the name of the
 * envelope.
 */
function isContentOf(schemas: SchemaSource, { name, schema }: Envelope, item: SchemaUri): boolean {
  const members = statedMembers(schemas, [item]);
  return !members.has(name) && [...statedMembers(schemas, [schema]).keys()].some((member) => members.has(member));
}

/** The schemas of the request bodies of an operation, each without its envelope. */
export function sentSchemas(contract: Contract, operation: Operation): readonly SchemaUri[] {
  return requestSchemas(operation).map((body) => requestEnvelope(contract, operation, body)?.schema ?? body);
}

/** The schemas of the request bodies of an operation, with their envelopes. */
export function requestSchemas({ requestBody }: Operation): readonly SchemaUri[] {
  return (requestBody?.content ?? []).flatMap(({ schema }) => schema ?? []);
}

export function unwrapped(body: Json | undefined, envelope: Envelope | undefined): Json | undefined {
  if (envelope === undefined || body === undefined) return body;
  return isJsonObject(body) ? ownValue(body, envelope.name) : undefined;
}

/** The item in a request body: the content of the envelope, or the whole body if there is no envelope. */
export function sentItem(contract: Contract, operation: Operation, body: Json | undefined): Json | undefined {
  return unwrapped(body, sentEnvelope(contract, operation));
}

/** The body of a request with its item replaced by `item`. */
export function withItem(contract: Contract, operation: Operation, body: Json | undefined, item: JsonObject): Json {
  const envelope = sentEnvelope(contract, operation);
  return envelope !== undefined && isJsonObject(body) ? { ...body, [envelope.name]: item } : item;
}

/** The envelope of the request bodies of an operation. */
export function sentEnvelope(contract: Contract, operation: Operation): Envelope | undefined {
  return requestSchemas(operation).flatMap((schema) => requestEnvelope(contract, operation, schema) ?? [])[0];
}

/** Pointer to the item in a body; empty if the body has no envelope. */
export function placeIn(envelope: Envelope | undefined): string {
  return envelope === undefined ? '' : joinPointer('', envelope.name);
}
