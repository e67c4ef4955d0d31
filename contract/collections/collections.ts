import type { Contract } from '../contract.js';
import type { Operation } from '../operation.js';
import { pointerTokens } from '../json/json-pointer.js';
import { changeKind } from './change-kind.js';
import type { Collection, CollectionCorrection, Collections, ItemChange, ItemList, ItemRead } from './collection.js';
import { placeIn, replyEnvelope } from './envelope.js';
import { itemList } from './item-list.js';
import { listFilters } from './list-choices.js';
import { inferredRead, isOfShallowItem, linkedRead, locatedRead, readByName } from './item-read.js';
import { successesOf } from '../documented-responses.js';
import { documentsLocation } from '../inputs/located-id.js';
import { versionToken } from './version-token.js';
import { successSchema } from './reply-members.js';
import { isEqualPath, isItemPath, lastSegment, ownerParameter, segmentsBelow } from '../path-relations.js';

/**
 * Maps the id of a create operation to the corrections of its collection. If the collection has no create operation,
 * the key is the id of the list operation.
 */
export type Corrections = Readonly<Record<string, CollectionCorrection>>;

/** Finds the collections of a contract: first by its links, then by paths, names and types. */
export function collectionsOf(contract: Contract, corrections: Corrections = {}): Collections {
  const notes: string[] = [];
  const created = contract.operations
    .filter((operation) => isCreate(operation))
    .map((create) => createdCollection(contract, create, corrections[create.id] ?? {}, notes))
    .filter((each) => each.read !== undefined || each.list !== undefined || isChangedElsewhere(contract, each));
  const listed = new Set(created.map(({ list }) => list?.operation));
  const others = contract.operations
    .filter((operation) => operation.method === 'get' && !listed.has(operation))
    .flatMap((operation) => itemList(contract, operation, { paging: corrections[operation.id]?.paging }) ?? [])
    .filter((list) => isComparedByItself(contract, list))
    .map((list): Collection => ({ list }));
  const creates = new Set(created.map(({ create }) => create));
  const all = [...created.map((each) => withActions(contract, each, creates)), ...others];
  return { all, notes: [...notes, ...all.flatMap(({ list }) => (list === undefined ? [] : unusedNotes(list)))] };
}

/**
 * Whether the items of a collection are created at a path below a parent, but changed at a path without this parent:
 * `POST /projects/{project_id}/issues` and `PATCH /issues/{id}`.
 */
function isChangedElsewhere(contract: Contract, { create, changes = [] }: Collection): boolean {
  return create !== undefined && changes.some(({ operation }) => isOfShallowItem(contract, operation, create));
}

/**
 * Whether a list can be checked even if no operation creates its items. A list with pages or filters can: its replies
 * to several calls are compared with each other.
 */
function isComparedByItself({ schemas }: Contract, list: ItemList): boolean {
  return list.next !== undefined || listFilters(schemas, list).some(({ values }) => values.length > 0);
}

/**
 * Whether an operation creates an item. It does if it is a POST with a body, its path does not end with a parameter,
 * and it documents a JSON success or a 201 with `Location`.
 */
function isCreate(operation: Operation): boolean {
  return (
    operation.method === 'post' &&
    !lastSegment(operation.path).endsWith('}') &&
    operation.requestBody !== undefined &&
    (successSchema(operation) !== undefined || documentsLocation(operation))
  );
}

function createdCollection(
  contract: Contract,
  create: Operation,
  correction: CollectionCorrection,
  notes: string[],
): Collection {
  const read = readOf(contract, create, correction, notes);
  const changes = changesOf(contract, create, read, correction);
  // If no operation reads a single item, the operations that change or remove an item show how it is identified.
  const list = listOf(contract, create, correction, read ?? (correction.read === false ? undefined : changes[0]));
  return { create, ...(read && { read }), ...(list && { list }), ...(changes.length > 0 && { changes }) };
}

/**
 * The collection with the actions on its items: POST operations below the path of an item. A POST that creates an item
 * of another collection is not an action.
 */
function withActions(
  contract: Contract,
  collection: Collection,
  creates: ReadonlySet<Operation | undefined>,
): Collection {
  if (collection.read === undefined) return collection;
  const { operation: read, id } = collection.read;
  const actions = contract.operations
    .filter(({ method, path }) => method === 'post' && !segmentsBelow(path, read.path).join('/').includes('{'))
    .filter((operation) => !creates.has(operation) && (successSchema(operation) !== undefined || isSilent(operation)))
    .flatMap((operation) => {
      const name = ownerParameter(operation.path, read.path);
      return name === undefined ? [] : [{ operation, id: { ...id, name } }];
    });
  return actions.length === 0 ? collection : { ...collection, actions };
}

/**
 * Whether no success reply of an operation has a body, as with 204. What an action did is then visible only when the
 * item is read.
 */
function isSilent(operation: Operation): boolean {
  const successes = successesOf(operation);
  return successes.length > 0 && successes.every(({ content }) => content.length === 0);
}

/**
 * The operations that change an item. They have the same path as the operation that reads the item. If no operation
 * reads it, they have the path of the create operation with one parameter added, or a path without the item's parent
 * (`isOfShallowItem`).
 */
function changesOf(
  contract: Contract,
  create: Operation,
  read: ItemRead | undefined,
  { id }: CollectionCorrection,
): readonly ItemChange[] {
  return contract.operations.flatMap((operation) => {
    const kind = changeKind(contract, operation);
    if (kind === undefined || (kind !== 'remove' && operation.requestBody === undefined)) return [];
    if (read !== undefined) {
      if (!isEqualPath(operation.path, read.operation.path)) return [];
      const token = versionToken(contract, read.operation, operation);
      return [{ operation, id: read.id, kind, ...(token && { token }) }];
    }
    const isOfItem = isItemPath(operation.path, create.path) || isOfShallowItem(contract, operation, create);
    const item = isOfItem ? readByName(contract, operation, create, id) : undefined;
    return item === undefined ? [] : [{ ...item, kind }];
  });
}

function readOf(
  contract: Contract,
  create: Operation,
  { read: named, id }: CollectionCorrection,
  notes: string[],
): ItemRead | undefined {
  if (named === false) return undefined;
  const operation = contract.operations.find((known) => known.id === named);
  if (operation !== undefined) {
    const read = readByName(contract, operation, create, id) ?? locatedRead(contract, create, operation);
    if (read === undefined)
      notes.push(
        `The configured \`read: ${operation.id}\` of ${create.id} has no effect: the reply to ${create.id} has no identifier ${id === undefined ? '' : `at \`${id}\` `}of the type of the last parameter in the path of ${operation.id}, or this path has other parameters.`,
      );
    return read;
  }
  const linked = id === undefined ? linkedRead(contract, create) : undefined;
  const read = linked ?? inferredRead(contract, create, id) ?? locatedRead(contract, create);
  if (linked === undefined && read !== undefined)
    notes.push(
      `${read.operation.id} reads the items that ${create.id} creates, by ${read.id.location === undefined ? `\`${read.id.pointer}\`` : 'the header `Location`'} in the reply to ${create.id}: inferred from paths, names and types.`,
    );
  return read;
}

function listOf(
  contract: Contract,
  create: Operation,
  { list: named, paging }: CollectionCorrection,
  read: ItemRead | undefined,
): ItemList | undefined {
  if (named === false) return undefined;
  const operation = contract.operations.find((known) =>
    named === undefined ? known.method === 'get' && isEqualPath(known.path, create.path) : known.id === named,
  );
  return operation && itemList(contract, operation, { read, id: read && memberOf(contract, create, read), paging });
}

/** The name of the member that identifies an item; `undefined` if the identifier is not a direct member of the item. */
function memberOf(contract: Contract, create: Operation, { id }: ItemRead): string | undefined {
  const schema = successSchema(create);
  const place = placeIn(schema === undefined ? undefined : replyEnvelope(contract, create, schema));
  const [member, ...deeper] = id.pointer.startsWith(`${place}/`) ? pointerTokens(id.pointer.slice(place.length)) : [];
  return deeper.length === 0 ? member : undefined;
}

function unusedNotes({ operation, next, limit, unknownPaging }: ItemList): readonly string[] {
  if (unknownPaging.length > 0) {
    const effect =
      next === undefined ? 'only the first page is compared' : 'items that are missing from the pages are not reported';
    return [`${operation.id} has paging parameters that are not recognised (${unknownPaging.join(', ')}): ${effect}.`];
  }
  return next === undefined && limit !== undefined
    ? [`${operation.id} has \`${limit.name}\` and no recognised way to the next page: only the first page is compared.`]
    : [];
}
