import { appliedSchemas, appliedToItem, appliedToMember } from '../schema/applied-schemas.js';
import { type Argument, givenArguments } from '../arguments.js';
import type { CaseInput } from '../case.js';
import type { Contract, SchemaSource } from '../contract.js';
import { type Json, isJsonObject, ownValue } from '../json/json.js';
import { pointerTokens } from '../json/json-pointer.js';
import type { Operation, SchemaUri } from '../operation.js';
import { isPluralOf, plainName, pluralsOf } from '../plain-name.js';
import { isEqualPath, isItemPath, lastSegment, parentPath, pathVariables } from '../path-relations.js';
import { keySchemas } from './body-references.js';
import { argumentSchema } from './input-violations.js';

/** A value in an input that may identify an item of the service. */
export interface Identifier {
  /**
   * Name of the argument, or of the member of the body, that contains the value. The configuration refers to
   * identifiers by this name.
   */
  readonly name: string;
  readonly value: Json;
  /**
   * Set for a member with a general name such as `id` inside a nested object of the body. Items of all kinds have a
   * member with this name, so a known value for `id` may belong to an item of a different kind.
   */
  readonly isOfAnyKind?: true;
}

/** Whether an operation documents a 404 response: as `404`, as `4XX`, or as `default` (OpenAPI 3.1 §4.8.16). */
export function documentsNotFound({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === '404' || status.toUpperCase() === '4XX' || status === 'default');
}

/**
 * Whether an operation reads or changes a part of an item that clients store with PUT, such as
 * `/items/{item_id}/photo`. The part may not exist, even if the item exists (RFC 9110 §9.3.4).
 */
export function isPutPart({ operations }: Contract, { method, path }: Operation): boolean {
  const isPart = parentPath(path).includes('{') && !lastSegment(path).includes('{');
  return isPart && method !== 'put' && operations.some((put) => put.method === 'put' && isEqualPath(put.path, path));
}

/**
 * The values of an input that may identify items. Every path parameter is an identifier. Any other argument or body
 * member is an identifier in one of these cases:
 * - its name, or the name of its schema, looks like the name of an identifier;
 * - its name is the name of a path parameter in the contract, or both have the same schema with a name such as
 *   `TicketKey`;
 * - its name is the singular of another collection, such as `payment_intent` beside `/payment_intents/{intent}`, and it
 *   has the pattern of the path parameter or is described as an identifier;
 * - its format is `uuid`;
 * - a link of the contract sets it.
 *
 * The identifier that a client chooses for the item to be created is skipped: it refers to no existing item.
 */
export function identifiersIn(contract: Contract, operation: Operation, input: CaseInput): readonly Identifier[] {
  const search = new Search(contract, operation);
  for (const [argument, value] of givenArguments(operation, input))
    search.addArgument(argument, value, input.mediaType);
  return search.found;
}

/** Matches names of identifiers, such as `id`, `ids`, `order_id`, `order-id`, `uuid`, `order_identifier`. */
const SEPARATED = /(?:(?:^|[_.-])(?:id|uuid|guid)|[_.-]identifier)s?$/i;
const IN_CAMEL_CASE = /[a-z0-9](?:Id|ID|Uuid|UUID|Guid|GUID|Identifier)s?$/;
const BARE = /^(?:id|uuid|guid)s?$/i;
/**
 * Matches names of headers that identify the request itself or a position in a stream. Their values identify no item of
 * the service.
 */
const OF_THE_REQUEST = /request|correlation|trace|span|event|idempotency/i;

/** The maximum number of values in one input that are searched for identifiers. */
const MAX_PARTS = 1000;

/**
 * Keywords that limit a value to listed values or to a format. A value with one of these keywords is not treated as an
 * identifier.
 */
const LISTS = ['enum', 'const', 'format'];
/** Matches descriptions which state that a value is an identifier. */
const DESCRIBED = /\b(?:id|identifier|uuid)\b/i;

class Search {
  readonly found: Identifier[] = [];
  private parts = 0;
  private readonly schemas: SchemaSource;
  private readonly pathNames: ReadonlySet<string>;
  private readonly pathSchemas: ReadonlySet<SchemaUri>;
  private readonly linked: ReadonlySet<string>;
  private readonly chosen: ReadonlySet<string>;

  constructor(
    private readonly contract: Contract,
    private readonly operation: Operation,
  ) {
    this.schemas = contract.schemas;
    this.pathNames = pathNames(contract);
    this.pathSchemas = pathSchemas(contract);
    this.linked = linkedNames(contract, operation);
    this.chosen = chosenNames(contract, operation);
  }

  addArgument(argument: Argument, value: Json, mediaType: string | undefined): void {
    const schema = argumentSchema(this.operation, argument, mediaType);
    const stated = schema === undefined ? [] : [schema];
    const name = argument.parameter?.name ?? argument.name;
    const isLinked = this.linked.has(name) || this.linked.has(`${argument.in}.${name}`);
    if (!isLinked && (argument.in === 'header' || argument.in === 'cookie') && OF_THE_REQUEST.test(name)) return;
    if (argument.in === 'query' && !isLinked && this.isChosen(name)) return;
    const isNamed = argument.in !== 'body' && this.isName(name);
    this.look(argument.name, value, stated, argument.in === 'path' || isLinked || isNamed, 0);
  }

  private isChosen(name: string): boolean {
    return this.chosen.has(plainName(name));
  }

  private isName(name: string): boolean {
    return SEPARATED.test(name) || IN_CAMEL_CASE.test(name) || this.pathNames.has(name);
  }

  private isOfCollection(name: string, value: Json, applied: ReturnType<typeof appliedSchemas>): boolean {
    const items = collectionsNamed(this.contract, this.operation, name);
    const own = applied.map(({ schema }) => schema);
    if (items.length === 0 || own.some((schema) => LISTS.some((keyword) => ownValue(schema, keyword) !== undefined)))
      return false;
    const pattern = own.map((schema) => ownValue(schema, 'pattern')).find((each) => each !== undefined);
    const isPattern = items.some(({ schema }) =>
      appliedSchemas(this.schemas, [schema], value).some((each) => ownValue(each.schema, 'pattern') === pattern),
    );
    const isDescribed = own.some((schema) => DESCRIBED.test(String(ownValue(schema, 'description') ?? '')));
    return (pattern !== undefined && isPattern) || isDescribed;
  }

  private look(name: string, value: Json, stated: readonly SchemaUri[], isIdentifier: boolean, depth: number): void {
    this.parts += 1;
    if (this.parts > MAX_PARTS || depth > MAX_PARTS) return;
    const applied = appliedSchemas(this.schemas, stated, value);
    if (isJsonObject(value)) {
      for (const [member, inner] of Object.entries(value)) {
        if (depth === 0 && this.isChosen(member)) continue;
        this.look(member, inner, appliedToMember(this.schemas, applied, member), this.isName(member), depth + 1);
      }
    } else if (Array.isArray(value)) {
      const items = value as readonly Json[];
      for (const [index, item] of items.entries())
        this.look(name, item, appliedToItem(this.schemas, applied, index), isIdentifier, depth + 1);
    } else if (typeof value === 'string' || typeof value === 'number') {
      const isStated = applied.some(
        ({ uri, schema }) =>
          ownValue(schema, 'format') === 'uuid' || this.isName(schemaName(uri)) || this.pathSchemas.has(uri),
      );
      if (!isIdentifier && !isStated && !this.isOfCollection(name, value, applied)) return;
      this.found.push({ name, value, ...(depth > 1 && BARE.test(name) && { isOfAnyKind: true }) });
    }
  }
}

/** The name of a schema under `components/schemas` or `$defs`; empty for any other schema. */
function schemaName(uri: SchemaUri): string {
  const [holder, name = ''] = pointerTokens(uri.slice(uri.indexOf('#') + 1)).slice(-2);
  return holder === 'schemas' || holder === '$defs' ? name : '';
}

const NO_NAMES: ReadonlySet<string> = new Set();
const knownChosenNames = new WeakMap<Operation, ReadonlySet<string>>();

/**
 * The plain names of arguments with which a client chooses the identifier of the item that a POST creates: `projectid`
 * and `project` for `/projects/{project}`. Empty if such a name may refer to an item of another collection. Examples
 * are `user_id` for `/members/{user_id}`, and `product_id` for `/lists/{list}/products/{product_id}` if there is also
 * `/products/{product_id}`.
 */
export function chosenNames({ operations }: Contract, create: Operation): ReadonlySet<string> {
  if (create.method !== 'post') return NO_NAMES;
  const known = knownChosenNames.get(create) ?? new Set(namesOfItem(operations, create));
  knownChosenNames.set(create, known);
  return known;
}

function namesOfItem(operations: Contract['operations'], { path }: Operation): readonly string[] {
  const item = operations.find((each) => isItemPath(each.path, path))?.path;
  const name = item === undefined ? undefined : pathVariables(item).at(-1);
  if (name === undefined) return [];
  const noun = plainName(name).replace(/(?<=.)id$/, '');
  const isOfNoun = (collection: string): boolean => isPluralOf(lastSegment(collection), noun);
  const isElsewhere = operations.some(({ path: other }) => {
    const collection = parentPath(other);
    return isItemPath(other, collection) && isOfNoun(collection) && !isEqualPath(collection, path);
  });
  return isOfNoun(path) && !isElsewhere ? [noun, `${noun}id`] : [];
}

/**
 * Caches the names of all path parameters of a contract. The key is the list of operations, because copies of a
 * contract share this list.
 */
const knownPathNames = new WeakMap<Contract['operations'], ReadonlySet<string>>();

function pathNames({ operations }: Contract): ReadonlySet<string> {
  const known =
    knownPathNames.get(operations) ??
    new Set(
      operations.flatMap(({ parameters }) =>
        parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name),
      ),
    );
  knownPathNames.set(operations, known);
  return known;
}

const knownPathSchemas = new WeakMap<Contract['operations'], ReadonlySet<SchemaUri>>();

/** The named schemas of path parameters that show which kind of item they identify, such as `TicketKey`. */
function pathSchemas({ schemas, operations }: Contract): ReadonlySet<SchemaUri> {
  const known =
    knownPathSchemas.get(operations) ??
    new Set(
      operations.flatMap(({ parameters }) =>
        parameters.flatMap(({ in: place, schema }) => (place === 'path' ? keySchemas(schemas, [schema]) : [])),
      ),
    );
  knownPathSchemas.set(operations, known);
  return known;
}

/** A collection whose items have a path of their own. */
interface ItemsAt {
  /** The path of the collection. */
  readonly path: string;
  /** The schema of the path parameter that identifies an item. */
  readonly schema: SchemaUri;
}

/** A cache of the collections of each contract. Each collection is found by its plain name: `items` for `/v1/items`. */
const knownCollections = new WeakMap<Contract['operations'], ReadonlyMap<string, readonly ItemsAt[]>>();

/**
 * The collections with a plural of `name` as their name, and with a path for their items: `/payment_intents/{intent}`
 * for `payment_intent`. The collection of the operation itself is skipped, because a member with its name may be a part
 * of the item.
 */
function collectionsNamed({ operations }: Contract, { path }: Operation, name: string): readonly ItemsAt[] {
  const known = knownCollections.get(operations) ?? collectionsByName(operations);
  knownCollections.set(operations, known);
  return pluralsOf(plainName(name))
    .flatMap((plural) => known.get(plural) ?? [])
    .filter((each) => !isEqualPath(each.path, path) && !isItemPath(path, each.path));
}

function collectionsByName(operations: Contract['operations']): ReadonlyMap<string, readonly ItemsAt[]> {
  const named = new Map<string, ItemsAt[]>();
  for (const each of operations.flatMap(collectionOf)) {
    const name = plainName(lastSegment(each.path));
    named.set(name, [...(named.get(name) ?? []), each]);
  }
  return named;
}

function collectionOf({ path, parameters }: Operation): readonly ItemsAt[] {
  const collection = parentPath(path);
  const id = isItemPath(path, collection) ? pathVariables(path).at(-1) : undefined;
  const parameter = parameters.find(({ in: place, name }) => place === 'path' && name === id);
  return parameter === undefined ? [] : [{ path: collection, schema: parameter.schema }];
}

/**
 * Whether a name is the singular of a collection other than that of the operation. A value with this name may then be
 * an identifier, but it may also be, for example, a title.
 */
export function namesCollection(contract: Contract, operation: Operation, name: string): boolean {
  return collectionsNamed(contract, operation, name).length > 0;
}

const knownLinkedNames = new WeakMap<Contract['operations'], ReadonlyMap<string, ReadonlySet<string>>>();

/**
 * The parameters of an operation that links of the contract set. They are spelled as in the links: `item_id`,
 * `query.cursor`.
 */
function linkedNames({ operations }: Contract, target: Operation): ReadonlySet<string> {
  const known = knownLinkedNames.get(operations) ?? namesInLinks(operations);
  knownLinkedNames.set(operations, known);
  return known.get(target.id) ?? NO_NAMES;
}

function namesInLinks(operations: Contract['operations']): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  const links = operations.flatMap(({ responses }) => responses.flatMap((response) => response.links));
  for (const { operation, parameters } of links) {
    const ofTarget = names.get(operation) ?? new Set();
    names.set(operation, ofTarget);
    for (const name of parameters.keys()) ofTarget.add(name);
  }
  return names;
}
