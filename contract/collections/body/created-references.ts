import type { Contract, SchemaSource } from '../../contract.js';
import {
  isNamedByOwner,
  isStatedIdentifier,
  ownerRead,
  readWithKey,
  referredRead,
} from '../../inputs/body-references.js';
import { type Json, isJsonObject } from '../../json/json.js';
import { joinPointer, pointerTokens } from '../../json/json-pointer.js';
import { fromMembers } from '../../json/members.js';
import type { Operation, SchemaUri } from '../../operation.js';
import { identifierTypes, requiredInPlace } from '../../wire/decode-value.js';
import type { Collection, CreatedReference } from '../collection.js';
import { identifierSource } from './identifier-sources.js';
import { listsValues } from './described-references.js';
import { sentEnvelope, sentSchemas } from '../envelope.js';
import { elementSchemas, statedMembers, statedNumber } from '../reply-members.js';

/**
 * The maximum number of objects around a reference, such as `lines` and `product` in `{"lines": [{"product": {"id":
 * 7}}]}`.
 */
const MOST_OBJECTS = 3;
/** The maximum number of members of a body that are searched. */
const MOST_MEMBERS = 300;

/**
 * The members of the request body of an operation that refer to an item which another operation creates: `author_id`
 * beside `POST /authors`, `item_ids`, or `sku` in each object of the list `lines`. `operations`: the operations that
 * the run may call.
 */
export function createdReferences(
  contract: Contract,
  operations: readonly Operation[],
  collections: readonly Collection[],
  operation: Operation,
): readonly CreatedReference[] {
  const { schemas } = contract;
  const within = sentEnvelope(contract, operation)?.name;
  const members = membersIn(schemas, sentSchemas(contract, operation), { at: [], isRequired: true, depth: 0 });
  return members.slice(0, MOST_MEMBERS).flatMap((each) => {
    const { isRequired, ...found } = each;
    const { name: member, at, uris } = found;
    const own = { ...contract, operations };
    if (mayBeOther(schemas, each) && readWithKey(own, operation, member, uris) === undefined) return [];
    if (uris.length === 0 || !uris.every((uri) => isKey(schemas, uri))) return [];
    const read = readOf(own, operation, found);
    const source = collectionSource(collections, read) ?? identifierSource(own, operation, member, uris);
    if (source === undefined || source.create === operation || !operations.includes(source.create)) return [];
    const place = at.length > 1 && { at: joinPointer('', ...(within === undefined ? [] : [within]), ...at) };
    return [{ member, ...(within !== undefined && { within }), ...place, isRequired, ...source }];
  });
}

/** The collection whose items the operation reads, as the source of an identifier. */
function collectionSource(
  collections: readonly Collection[],
  referred: Operation | undefined,
): Pick<CreatedReference, 'create' | 'id' | 'read'> | undefined {
  const { create, read } =
    collections.find((each) => referred !== undefined && each.read?.operation === referred) ?? {};
  return create === undefined || read === undefined ? undefined : { create, read, id: read.id };
}

/** A member of a body at any depth, as a possible reference. For a list, `uris` has the schemas of its elements. */
interface Member {
  readonly name: string;
  /**
   * The name of the member around this one: `product` for `id` in `{"product": {"id": 7}}`, and `lines` for `sku` in
   * `{"lines": [{"sku": "a"}]}`. Omitted for a direct member of the body.
   */
  readonly owner?: string;
  /**
   * The path to the value: the names of the members around it, and then the name of the member itself. `*` stands for
   * each element of a list.
   */
  readonly at: readonly string[];
  readonly uris: readonly SchemaUri[];
  /** Whether each valid body has the member. A list may still be empty. */
  readonly isRequired: boolean;
}

/**
 * The operation that reads the items to which a member refers. A member inside of an object or a list must be stated as
 * an identifier, or have the name of a path parameter. For a direct member of the body, the name of a collection is
 * enough.
 */
function readOf(contract: Contract, operation: Operation, found: Omit<Member, 'isRequired'>): Operation | undefined {
  const { schemas } = contract;
  const { name, owner, at, uris } = found;
  if (owner !== undefined && isNamedByOwner(name)) return ownerRead(contract, owner);
  const isStated = at.length === 1 || isStatedIdentifier(schemas, name, uris);
  return (isStated ? referredRead : readWithKey)(contract, operation, name, uris);
}

/** Whether a value may be an identifier, and the contract lists no values for it. */
function isKey(schemas: SchemaSource, uri: SchemaUri): boolean {
  return identifierTypes(schemas, uri).size > 0 && !listsValues(schemas, uri);
}

/**
 * Whether a member is optional, and its value is limited more than many identifiers are: `author` with at most 20
 * characters may be a name, and `order` with a maximum may be a position. The identifier of an item could then be an
 * invalid value.
 */
function mayBeOther(schemas: SchemaSource, { name, at, uris, isRequired }: Member): boolean {
  if (isRequired || at.length > 1 || isStatedIdentifier(schemas, name, uris)) return false;
  return uris.some((uri) => {
    const [longest = ID_LENGTH, largest = MOST] = ['maxLength', 'maximum'].map((key) =>
      statedNumber(schemas, uri, key),
    );
    return longest < ID_LENGTH || largest < MOST;
  });
}

/** The length of a UUID, the longest common identifier. */
const ID_LENGTH = 36;
/** A larger maximum is that of the integer type. */
const MOST = 1_000_000;

/** The members of an object, and of the objects in it. Lists are searched for objects and for identifiers. */
function membersIn(
  schemas: SchemaSource,
  object: readonly SchemaUri[],
  around: Pick<Member, 'at' | 'isRequired' | 'owner'> & { readonly depth: number },
): readonly Member[] {
  if (around.depth > MOST_OBJECTS) return [];
  const required = requiredInPlace(schemas, object);
  return [...statedMembers(schemas, object)].slice(0, MOST_MEMBERS).flatMap(([name, uris]) => {
    const isRequired = around.isRequired && required.has(name);
    const elements = elementSchemas(schemas, uris);
    const at = [...around.at, name, ...(elements.length > 0 ? ['*'] : [])];
    const value = elements.length > 0 ? elements : uris;
    const own = { name, ...(around.owner !== undefined && { owner: around.owner }), at, uris: value, isRequired };
    return [own, ...membersIn(schemas, value, { at, isRequired, owner: name, depth: around.depth + 1 })];
  });
}

/** The places in a body at which an input has a reference, as JSON pointers, with their values. */
export function referencePlaces(
  body: Json | undefined,
  reference: Pick<CreatedReference, 'member' | 'within' | 'at'>,
): readonly { readonly pointer: string; readonly value: Json }[] {
  let places: readonly { readonly pointer: string; readonly value: Json }[] = [{ pointer: '', value: body ?? null }];
  for (const token of tokensOf(reference))
    places = places.flatMap(({ pointer, value }) => {
      const isList = token === '*' && Array.isArray(value);
      const parts = isList
        ? [...(value as readonly Json[]).entries()]
        : isJsonObject(value)
          ? Object.entries(value)
          : [];
      return parts
        .filter(([name]) => isList || name === token)
        .map(([name, part]) => ({ pointer: joinPointer(pointer, name), value: part }));
    });
  return places;
}

/** The body without the values of a reference. A list of identifiers becomes empty. */
export function withoutReference(body: Json, reference: Pick<CreatedReference, 'member' | 'within' | 'at'>): Json {
  return withoutAt(body, tokensOf(reference));
}

function tokensOf({ member, within, at }: Pick<CreatedReference, 'member' | 'within' | 'at'>): readonly string[] {
  return at === undefined ? [...(within === undefined ? [] : [within]), member] : pointerTokens(at);
}

function withoutAt(value: Json, [name, ...rest]: readonly string[]): Json {
  if (name === '*' && Array.isArray(value))
    return rest.length === 0 ? [] : (value as readonly Json[]).map((element) => withoutAt(element, rest));
  if (!isJsonObject(value)) return value;
  return fromMembers(
    Object.entries(value).flatMap(([key, part]) => {
      if (key !== name) return [[key, part] as const];
      return rest.length === 0 ? [] : [[key, withoutAt(part, rest)] as const];
    }),
  );
}
