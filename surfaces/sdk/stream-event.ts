import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import type { SchemaUri, StreamSpec } from '../../contract/operation.js';
import { isJsonMediaType } from '../../contract/wire/message.js';
import { type TypeReader, objectType } from './object-type.js';
import { NEVER, type PropertyModel, type TypeNode, UNKNOWN, intersectionOf, isUnknown, unionOf } from './type-model.js';

/** The maximum depth of references and branches that are followed in the schema of an event. */
const MAX_DEPTH = 16;

/**
 * The type of the events that the method of a stream returns: `{id, event, data}`. If the contract declares that `data`
 * is JSON (`contentMediaType`, JSON Schema 2020-12 §8.4), an event also has `value`, the parsed data. If the contract
 * has no schema for events, `data` is always a string.
 */
export function streamEventType(types: TypeReader, { event }: StreamSpec): TypeNode {
  if (event === undefined) return ANY_EVENT;
  const declared = readEvent(types, event, 0);
  const properties = ANY_EVENT.properties.filter(({ name }) => !declares(declared, name));
  return properties.length === 0 ? declared : intersectionOf([declared, { ...ANY_EVENT, properties }]);
}

/**
 * True if events of this type have the member `value`. For a union, it is enough that one of its alternatives has the
 * member.
 */
export function hasValues(type: TypeNode): boolean {
  if (type.kind === 'object') return type.properties.some(({ name }) => name === 'value');
  return (type.kind === 'union' || type.kind === 'intersection') && type.members.some(hasValues);
}

const TEXT: TypeNode = { kind: 'keyword', name: 'string' };
const ANY_EVENT: Extract<TypeNode, { kind: 'object' }> = {
  kind: 'object',
  properties: [
    { name: 'id', required: false, description: 'The last event id that the stream sent.', type: TEXT },
    { name: 'event', required: true, description: 'The type of the event.', type: TEXT },
    { name: 'data', required: true, description: '', type: TEXT },
  ],
  additional: NEVER,
};

/** True if every value of the type has the member. For a union, all its alternatives must have the member. */
function declares(type: TypeNode, name: string): boolean {
  if (type.kind === 'object') return type.properties.some((property) => property.name === name);
  if (type.kind === 'union') return type.members.every((member) => declares(member, name));
  return type.kind === 'intersection' && type.members.some((member) => declares(member, name));
}

function readEvent(types: TypeReader, uri: SchemaUri, depth: number): TypeNode {
  const schema = types.schemas.at(uri);
  if (!isJsonObject(schema) || depth > MAX_DEPTH) return UNKNOWN;
  const branchesOf = (keyword: string): readonly TypeNode[] => {
    const branches = schema[keyword];
    const count = Array.isArray(branches) ? branches.length : 0;
    return Array.from({ length: count }, (_, index) =>
      readEvent(types, types.schemas.child(uri, keyword, index), depth + 1),
    );
  };
  const reference = schema['$ref'];
  const referred =
    typeof reference === 'string' ? [readEvent(types, types.schemas.resolve(uri, reference), depth + 1)] : [];
  const unions = ['oneOf', 'anyOf']
    .map(branchesOf)
    .flatMap((branches) => (branches.length === 0 ? [] : [unionOf(branches)]));
  return intersectionOf([...referred, ...branchesOf('allOf'), ...unions, ownEvent(types, uri, schema)]);
}

/**
 * The type of the members that the schema itself declares. Members from `$ref`, `allOf` and similar keywords are not
 * included.
 */
function ownEvent(types: TypeReader, uri: SchemaUri, schema: JsonObject): TypeNode {
  if (!Object.hasOwn(schema, 'properties') && !Object.hasOwn(schema, 'required')) return UNKNOWN;
  const own = objectType(types, uri, schema, 'output');
  if (own.kind !== 'object') return own;
  // Members that this schema only requires are declared in another schema. Every event has all members except `id`.
  const declared = own.properties
    .filter(({ type }) => !isUnknown(type))
    .map((member) => ({ ...member, required: member.required || member.name !== 'id' }));
  const properties = [...declared, ...valueOf(types, uri, schema)];
  return properties.length === 0 ? UNKNOWN : { ...own, properties };
}

function valueOf(types: TypeReader, uri: SchemaUri, schema: JsonObject): readonly PropertyModel[] {
  const data = isJsonObject(schema['properties']) ? schema['properties']['data'] : undefined;
  const mediaType = isJsonObject(data) ? data['contentMediaType'] : undefined;
  if (!isJsonObject(data) || typeof mediaType !== 'string' || !isJsonMediaType(mediaType)) return [];
  const content = types.schemas.child(uri, 'properties', 'data', 'contentSchema');
  const type = Object.hasOwn(data, 'contentSchema') ? types.typeOf(content, 'output') : UNKNOWN;
  return [{ name: 'value', required: true, description: 'The parsed value of `data`.', type }];
}
