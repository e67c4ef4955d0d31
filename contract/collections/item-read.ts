import { successesOf } from '../documented-responses.js';
import type { LocatedValue } from '../case.js';
import type { Contract, SchemaSource } from '../contract.js';
import { linkFeeds } from '../inputs/link-expressions.js';
import { joinPointer, pointerTokens } from '../json/json-pointer.js';
import { type Json, isJsonObject, ownValue } from '../json/json.js';
import type { LinkSpec, Operation, Parameter, SchemaUri } from '../operation.js';
import { isUriReferenceFormat } from '../schema/uri-formats.js';
import { identifierTypes, schemaTypes, schemasInPlace } from '../wire/decode-value.js';
import type { ItemRead } from './collection.js';
import { placeIn, replyEnvelope, returnedItemSchema, sentSchemas } from './envelope.js';
import { documentsLocation } from '../inputs/located-id.js';
import { isSameSchema, schemasAt, statedMembers, successSchema } from './reply-members.js';
import { isPluralOf, plainName } from '../plain-name.js';
import { isBelowPath, isEqualPath, isItemPath, lastSegment, parentPath } from '../path-relations.js';

/**
 * The operation that reads a created item, if the create operation has a link to it. The link passes the identifier
 * from the reply to the create operation.
 */
export function linkedRead(contract: Contract, create: Operation): ItemRead | undefined {
  const links = successesOf(create).flatMap((response) => response.links);
  for (const link of links) {
    const operation = contract.operations.find(({ id }) => id === link.operation);
    // An operation without a JSON reply, such as an event stream, returns no item to compare.
    const isRead = operation?.method === 'get' && successSchema(operation) !== undefined;
    const read = isRead ? readByLink(operation, create, link) : undefined;
    if (read !== undefined) return read;
  }
  return undefined;
}

function readByLink(operation: Operation, create: Operation, link: LinkSpec): ItemRead | undefined {
  const fed = linkFeeds(link, 'path');
  const [id, ...others] = pathParameters(operation).flatMap(({ name }) => fed.filter((feed) => feed.name === name));
  if (id === undefined || others.length > 0 || !hasOthers(operation, create, id.name)) return undefined;
  return { operation, id };
}

/**
 * The GET operation that reads the items which `create` makes, found by its path. The reply to the create operation
 * must have a member that fits the path parameter by name and type.
 */
export function inferredRead(contract: Contract, create: Operation, pointer?: string): ItemRead | undefined {
  const reads = contract.operations.filter(({ method }) => method === 'get');
  const operation =
    reads.find(({ path }) => isItemPath(path, create.path)) ??
    reads.find((read) => isOfShallowItem(contract, read, create));
  return operation && readByName(contract, operation, create, pointer);
}

/**
 * Whether items are created at a path below a parent, but read or changed at a path without this parent: `POST
 * /projects/{project_id}/issues` and `/issues/{issue_id}`. There must be no POST on `/issues`, and the replies of both
 * operations must have a schema in common.
 */
export function isOfShallowItem({ operations, schemas }: Contract, read: Operation, create: Operation): boolean {
  const collection = parentPath(read.path);
  const [base, name] = [parentPath(collection), lastSegment(collection)];
  if (name === '' || !isItemPath(read.path, collection) || base.includes('{')) return false;
  if (!isBelowPath(create.path, base) || lastSegment(create.path) !== name || !parentPath(create.path).endsWith('}'))
    return false;
  if (operations.some(({ method, path }) => method === 'post' && isEqualPath(path, collection))) return false;
  const [made, shown] = [create, read].map((operation) => {
    const schema = successSchema(operation);
    return new Set(schema === undefined ? [] : schemasInPlace(schemas, schema).keys());
  });
  return [...(made ?? [])].some((schema) => shown?.has(schema) === true);
}

/**
 * How the given operation reads a created item. `pointer` is the configured place of the identifier in the reply to the
 * create operation. `undefined` if this reply does not contain the identifier.
 */
export function readByName(
  contract: Contract,
  operation: Operation,
  create: Operation,
  pointer?: string,
): ItemRead | undefined {
  const parameter = pathParameters(operation).at(-1);
  const schema = successSchema(create);
  if (parameter === undefined || schema === undefined || !hasOthers(operation, create, parameter.name))
    return undefined;
  const envelope = replyEnvelope(contract, create, schema);
  const names = [...statedMembers(contract.schemas, [envelope?.schema ?? schema]).keys()];
  const members = names.filter(
    (name) =>
      isNameOf(name, parameter.name) ||
      (name === 'id' && isSingular(parameter.name, create.path)) ||
      isNameOfItem(name, parameter.name, create.path),
  );
  const stated = [...members, ...(members.length > 0 ? [] : idMembers(contract, operation, create, names))];
  const candidates =
    pointer === undefined ? stated.map((name) => placeIn(envelope) + joinPointer('', name)) : [pointer];
  const found = candidates.find((at) => isSameType(contract, schema, at, parameter));
  const id = { in: 'path', name: parameter.name } as const;
  if (found !== undefined && pointer === undefined) return { operation, id: { ...id, pointer: found } };
  // The header `Location` is preferred to a resource name in the body.
  const isLocated = pointer === undefined && documentsLocation(create);
  const sent = new Set(statedMembers(contract.schemas, sentSchemas(contract, create)).keys());
  const named = isLocated ? undefined : resourceNameIn(contract, envelope?.schema ?? schema, operation.path, sent);
  const place = named === undefined ? undefined : placeIn(envelope) + named;
  if (place !== undefined && (pointer ?? place) === place && isItemPath(operation.path, parentPath(operation.path)))
    return { operation, id: { ...id, pointer: place, resource: locatedIn(contract, operation, parameter) } };
  if (found !== undefined) return { operation, id: { ...id, pointer: found } };
  const isUndeclared = pointer === undefined && !isLocated && mayHaveUndeclaredId(contract, create, parameter, names);
  return isUndeclared ? { operation, id: { ...id, pointer: `${placeIn(envelope)}/id` } } : undefined;
}

/**
 * Whether the items that an operation creates may have the undeclared member `id` as their identifier: the parameter
 * has the name of an identifier, the schema of the item states no identifier (and no name or code, for `{user}`), and
 * it allows other members. If a reply has no such member, the steps that need it do not run.
 */
function mayHaveUndeclaredId(
  contract: Contract,
  create: Operation,
  { name }: Parameter,
  members: readonly string[],
): boolean {
  const item = returnedItemSchema(contract, create);
  const isId = /id$/i.test(name);
  const identifier = isId ? /(?:id|key)$/i : /(?:id|key|name|slug|code|login|handle|number|email)$/i;
  if (item === undefined || members.some((member) => identifier.test(member))) return false;
  if (!isId && !isSingular(name, create.path)) return false;
  return [...schemasInPlace(contract.schemas, item).values()].every((schema) => {
    const others = ownValue(schema, 'additionalProperties');
    if (others === undefined) return ownValue(schema, 'properties') === undefined;
    return others === true || isEmptySchema(others);
  });
}

function isEmptySchema(schema: Json): boolean {
  return isJsonObject(schema) && Object.keys(schema).length === 0;
}

/** How the identifier of an item is read from the URI of the item. */
function locatedIn({ schemas }: Contract, { path }: Operation, parameter: Parameter): LocatedValue {
  const types = identifierTypes(schemas, parameter.schema);
  return { path, type: types.has('string') || !types.has('integer') ? 'string' : 'integer' };
}

/** Matches names of members that contain the resource name of an item, such as `fleets/north` (AIP-122), or its URI. */
const NAMES = /^(?:name|resource[-_]?name|self[-_]?(?:link|url|uri)?|@odata\.id|href|url|uri)$/i;
/** The members that contain links to the item. */
const LINKS = /^_?links$/i;

/**
 * Pointer to the member that contains the resource name or the URI of an item, for items without another identifier.
 * The contract must show that it does: its pattern, example or description has the name of the collection with a slash,
 * such as `fleets/`, or its format is that of a URI. The format does not count for a member that is also in the request
 * (`sent`), because such a member may contain any URI.
 */
function resourceNameIn(
  { schemas }: Contract,
  item: SchemaUri,
  itemPath: string,
  sent: ReadonlySet<string>,
): string | undefined {
  const start = `${lastSegment(parentPath(itemPath))}/`;
  const members = statedMembers(schemas, [item]);
  const direct = [...members.keys()].filter((name) => NAMES.test(name)).map((name) => joinPointer('', name));
  const linked = [...members.keys()]
    .filter((name) => LINKS.test(name))
    .flatMap((name) => [joinPointer('', name, 'self', 'href'), joinPointer('', name, 'self')]);
  return [...direct, ...linked].find((pointer) =>
    schemasAt(schemas, item, pointer).some((uri) => isResourceName(schemas, uri, pointer, start, sent)),
  );
}

function isResourceName(
  schemas: SchemaSource,
  uri: SchemaUri,
  pointer: string,
  start: string,
  sent: ReadonlySet<string>,
): boolean {
  if (!schemaTypes(schemas, uri).has('string')) return false;
  const stated = [...schemasInPlace(schemas, uri).values()].filter(isJsonObject);
  const [name = '', ...below] = pointerTokens(pointer);
  const isLink = below.length > 0;
  return stated.some((schema) => {
    const texts = ['pattern', 'description', 'example', 'examples'].map((key) =>
      JSON.stringify(ownValue(schema, key) ?? ''),
    );
    const isUri = isUriReferenceFormat(ownValue(schema, 'format')) && !sent.has(name);
    return isLink || isUri || texts.some((text) => text.replaceAll('\\', '').includes(start));
  });
}

/**
 * Names of parameters whose value a client usually knows without the reply to the create operation, such as `{slug}`.
 * The identifier in this reply is then not the value of the parameter.
 */
const NATURAL_KEY =
  /^(?:.*(?:name|key|code|slug|number|path|date|token|hash|version)|e?mail|login|handle|alias|sku|title|isbn|ean|iban|url|uri|host|domain|phone|locale|language|currency|country|year|month|day|index|position|type|kind|category|status|tag|ref)$/i;

/**
 * The members that may identify an item, if the path parameter has a different name. For the parameter `{intent}` below
 * `/payment_intents`, they are `id` and `payment_intent_id`. The GET must return the same schema as the create
 * operation.
 */
function idMembers(
  { schemas }: Contract,
  read: Operation,
  create: Operation,
  names: readonly string[],
): readonly string[] {
  const parameter = pathParameters(read).at(-1)?.name ?? '';
  const [made, shown] = [create, read].map(successSchema);
  if (!isItemPath(read.path, create.path) || NATURAL_KEY.test(parameter)) return [];
  if (made === undefined || shown === undefined || !isSameSchema(schemas, made, shown)) return [];
  const isOwnId = (name: string): boolean =>
    /id$/i.test(name) && isPluralOf(lastSegment(create.path), plainName(name).slice(0, -'id'.length));
  return names.filter((name) => name === 'id' || isOwnId(name));
}

/**
 * The operation that reads a created item whose identifier is in the header `Location` of the reply to the create
 * operation. `named` is the operation from the configuration. By default, it is the GET of an item path below the path
 * of the create operation.
 */
export function locatedRead(contract: Contract, create: Operation, named?: Operation): ItemRead | undefined {
  const operation =
    named ?? contract.operations.find(({ method, path }) => method === 'get' && isItemPath(path, create.path));
  const parameter = operation && pathParameters(operation).at(-1);
  if (operation === undefined || parameter === undefined || !documentsLocation(create)) return undefined;
  if (!hasOthers(operation, create, parameter.name) || !isItemPath(operation.path, parentPath(operation.path)))
    return undefined;
  const location = locatedIn(contract, operation, parameter);
  return { operation, id: { in: 'path', name: parameter.name, pointer: '', location } };
}

/**
 * Whether the items that an operation creates can be identified only by the header `Location` of its 201. This is the
 * case if the reply has no JSON body, or a JSON body without an identifier, such as `{"message": "created"}`.
 */
export function isIdentifiedByLocation(contract: Contract, create: Operation): boolean {
  let known = identifiedByLocation.get(create);
  if (known === undefined) {
    const isInBody = (): boolean => (linkedRead(contract, create) ?? inferredRead(contract, create)) !== undefined;
    known =
      documentsLocation(create) &&
      (successSchema(create) === undefined || (!isInBody() && locatedRead(contract, create) !== undefined));
    identifiedByLocation.set(create, known);
  }
  return known;
}

/** Caches the result for each create operation, because rules need it for each reply. */
const identifiedByLocation = new WeakMap<Operation, boolean>();

function pathParameters({ parameters }: Operation): readonly Parameter[] {
  return parameters.filter((parameter) => parameter.in === 'path');
}

/**
 * Whether all path parameters of the read operation, except the identifier, are also path parameters of the create
 * operation.
 */
function hasOthers(read: Operation, create: Operation, id: string): boolean {
  const own = new Set(pathParameters(create).map(({ name }) => name));
  return pathParameters(read).every(({ name }) => name === id || own.has(name));
}

/**
 * Whether a member and a parameter have the same name, such as `itemId` and `{item_id}`. The member `item_id` also
 * matches `{item}`. The member `id` matches every parameter with a name that ends with `id`.
 */
export function isNameOf(member: string, parameter: string): boolean {
  const [own, wanted] = [plainName(member), plainName(parameter)];
  return own === wanted || own === `${wanted}id` || (own === 'id' && wanted.endsWith('id'));
}

/** Matches names of members that identify an item. `name` is not included, because it may be only a label. */
const OWN_KEY = /^(?:number|num|nr|no|iid|uid|uuid|guid|key|slug|handle|code|sku)$/;

/**
 * Whether the name of a parameter consists of the name of the item and the name of a member: `{issue_number}` below
 * `/issues`, for the member `number`.
 */
function isNameOfItem(member: string, parameter: string, path: string): boolean {
  const [own, wanted] = [plainName(member), plainName(parameter)];
  return OWN_KEY.test(own) && wanted.endsWith(own) && isPluralOf(lastSegment(path), wanted.slice(0, -own.length));
}

/**
 * Whether the name of a parameter is the singular of the collection's name, such as `job` below `/jobs`. Such a
 * parameter identifies the item.
 */
function isSingular(parameter: string, path: string): boolean {
  return isPluralOf(lastSegment(path), plainName(parameter));
}

function isSameType({ schemas }: Contract, root: Parameter['schema'], pointer: string, parameter: Parameter): boolean {
  const wanted = identifierTypes(schemas, parameter.schema);
  const types = schemasAt(schemas, root, pointer).flatMap((uri) => [...identifierTypes(schemas, uri)]);
  return pointerTokens(pointer).length > 0 && types.some((type) => wanted.has(type));
}
