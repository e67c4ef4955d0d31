/**
 * The role of an object in an OpenAPI 3.0 description. Only the path from the root determines it: a property of a
 * schema may have the name of a keyword, and an example may contain anything.
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

/** How the value of a member contains objects of a role: itself, as the items of a list, or as the entries of a map. */
export interface Member {
  readonly role: Role;
  readonly holds: 'one' | 'list' | 'map';
}

const one = (role: Role): Member => ({ role, holds: 'one' });
const list = (role: Role): Member => ({ role, holds: 'list' });
const map = (role: Role): Member => ({ role, holds: 'map' });

const OPERATION = one('operation');
/** OpenAPI 3.0.4 §4.7.10: `requestBody` is ignored for methods whose requests have no defined content in HTTP. */
const BODILESS = one('bodilessOperation');
const CONTENT = map('mediaType');
const PARAMETERS = list('parameter');
/** A Header Object has the members of a Parameter Object, except `name` and `in` (OpenAPI 3.0.4 §4.7.21). */
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
  // The keys of a callback are expressions; see `memberOf`.
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

/** The role of the value of the member `key` in an object; `undefined` if the upgrade need not read the value. */
export function memberOf(role: Role, key: string): Member | undefined {
  if (role === 'callback') return key.startsWith('x-') ? undefined : one('pathItem');
  // The events of a stream are described by a vendor extension, whose value is a schema.
  if (role === 'mediaType' && /^x-.+-event$/.test(key)) return one('schema');
  const members = role === 'schema' ? SCHEMA : HOLDERS[role];
  return Object.hasOwn(members, key) ? members[key] : undefined;
}

/** The role of an entry of `content`. In 3.0, only the fields of a URL-encoded form have a style (§4.7.15.1). */
export function entryRole(role: Role, key: string): Role {
  return role === 'mediaType' && /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(key) ? 'formMediaType' : role;
}
