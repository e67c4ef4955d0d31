/**
 * The role of an object in an OpenAPI 3.0 description, such as "schema". It follows from the path from the root of the
 * document. The name of a member is not enough: a property of a schema may have the name of a keyword, and an example
 * may contain any object.
 */
export type Role = 'schema' | HolderRole;

type HolderRole =
  | 'openapi'
  | 'components'
  | 'pathItem'
  | 'operation'
  | 'bodilessOperation'
  | 'callback'
  | 'parameter'
  | 'requestBody'
  | 'response'
  | 'mediaType'
  | 'formMediaType'
  | 'encoding'
  | 'formEncoding';

/**
 * What a member of an OpenAPI object contains. `role`: the role of the objects in its value, such as `schema`. `holds`:
 * whether the value is one such object, a list of them, or a map of them.
 */
export interface Member {
  readonly role: Role;
  readonly holds: 'one' | 'list' | 'map';
}

const one = (role: Role): Member => ({ role, holds: 'one' });
const list = (role: Role): Member => ({ role, holds: 'list' });
const map = (role: Role): Member => ({ role, holds: 'map' });

const OPERATION = one('operation');
/**
 * An operation whose `requestBody` is ignored, because HTTP defines no content for requests with its method (OpenAPI
 * 3.0.4 §4.7.10).
 */
const BODILESS = one('bodilessOperation');
const CONTENT = map('mediaType');
const PARAMETERS = list('parameter');
/**
 * Headers are treated as parameters, because a Header Object has the members of a Parameter Object except `name` and
 * `in` (OpenAPI 3.0.4 §4.7.21).
 */
const HEADERS = map('parameter');

const HOLDERS: Readonly<Record<HolderRole, Readonly<Record<string, Member>>>> = {
  openapi: { paths: map('pathItem'), components: one('components') },
  components: {
    schemas: map('schema'),
    responses: map('response'),
    parameters: map('parameter'),
    requestBodies: map('requestBody'),
    headers: HEADERS,
    callbacks: map('callback'),
  },
  pathItem: {
    get: BODILESS,
    put: OPERATION,
    post: OPERATION,
    delete: OPERATION,
    options: OPERATION,
    head: BODILESS,
    patch: OPERATION,
    trace: BODILESS,
    parameters: PARAMETERS,
  },
  operation: {
    parameters: PARAMETERS,
    requestBody: one('requestBody'),
    responses: map('response'),
    callbacks: map('callback'),
  },
  bodilessOperation: { parameters: PARAMETERS, responses: map('response'), callbacks: map('callback') },
  // The keys of a callback are arbitrary expressions, so `memberOf` handles them.
  callback: {},
  parameter: { schema: one('schema'), content: CONTENT },
  requestBody: { content: CONTENT },
  response: { headers: HEADERS, content: CONTENT },
  mediaType: { schema: one('schema'), encoding: map('encoding') },
  formMediaType: { schema: one('schema'), encoding: map('formEncoding') },
  encoding: { headers: HEADERS },
  formEncoding: { headers: HEADERS },
};

const SCHEMA: Readonly<Record<string, Member>> = {
  ...Object.fromEntries(
    ['not', 'items', 'additionalProperties', 'if', 'then', 'else', 'contains', 'propertyNames'].map((keyword) => [
      keyword,
      one('schema'),
    ]),
  ),
  ...Object.fromEntries(['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((keyword) => [keyword, list('schema')])),
  ...Object.fromEntries(
    ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'].map((keyword) => [
      keyword,
      map('schema'),
    ]),
  ),
};

/** What the member `key` of an object contains; `undefined` if the upgrade does not change this member. */
export function memberOf(role: Role, key: string): Member | undefined {
  if (role === 'callback') return key.startsWith('x-') ? undefined : one('pathItem');
  // The value of the vendor extension `x-…-event` is a schema.
  if (role === 'mediaType' && /^x-.+-event$/.test(key)) return one('schema');
  const members = role === 'schema' ? SCHEMA : HOLDERS[role];
  return Object.hasOwn(members, key) ? members[key] : undefined;
}

/**
 * The role of an object in a map such as `content`, by its key. Media types of URL-encoded forms have a role of their
 * own, because OpenAPI 3.0 permits a style only for their fields (§4.7.15.1).
 */
export function entryRole(role: Role, key: string): Role {
  return role === 'mediaType' && /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(key) ? 'formMediaType' : role;
}
