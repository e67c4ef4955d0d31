import type { Contract } from '../../contract.js';
import { createdByPut } from '../../documented-responses.js';
import type { Operation } from '../../operation.js';
import { isItemPath, pathVariables } from '../../path-relations.js';
import { identifierTypes } from '../../wire/decode-value.js';
import type { Collection, ItemList } from '../collection.js';
import { itemList } from '../item-list.js';
import { isNameOf } from '../item-read.js';
import { listedSchemas, statedMembers, successSchema } from '../reply-members.js';
import { replyEnvelope } from '../envelope.js';

/** A list whose items are created by PUT, at paths that the client chooses, such as `/pages` and `/pages/{slug}`. */
export interface PutList {
  readonly put: Operation;
  readonly read: Operation;
  /**
   * The list. Its `id` is the name of the member that identifies an element. The reply to the read has this member too.
   */
  readonly list: ItemList & { readonly id: string };
  /** The path parameter with the identifier of an item. */
  readonly name: string;
}

/**
 * The lists of items that only a PUT creates. For `PUT /pages/{slug}`, the list must be the reply to `GET /pages`. The
 * elements of the list and the reply to the read of an item must both have the identifier. Each other member of an
 * element must be a member of the item.
 */
export function putLists(contract: Contract, collections: readonly Collection[]): readonly PutList[] {
  const posted = collections.filter(({ create }) => create !== undefined);
  const isPosted = ({ path }: Operation, list: Operation): boolean =>
    posted.some((each) => each.read?.operation.path === path || each.list?.operation === list);
  return contract.operations.flatMap((put) => {
    const name = createdByPut(put);
    const [read, above] = [
      contract.operations.find(({ method, path }) => method === 'get' && path === put.path),
      contract.operations.find(({ method, path }) => method === 'get' && isItemPath(put.path, path)),
    ];
    if (name === undefined || read === undefined || above === undefined || isPosted(read, above)) return [];
    const known = collections.find(({ list }) => list?.operation === above)?.list ?? itemList(contract, above);
    const id = known && identifierOf(contract, read, known, name);
    return known === undefined || id === undefined ? [] : [{ put, read, list: { ...known, id }, name }];
  });
}

/** The member that identifies an item. It must be in the elements of the list and in the reply to the read. */
function identifierOf(contract: Contract, read: Operation, list: ItemList, name: string): string | undefined {
  const { schemas } = contract;
  const [whole, shown] = [list.operation, read].map(successSchema);
  if (whole === undefined || shown === undefined) return undefined;
  const elements = statedMembers(schemas, listedSchemas(schemas, whole, list));
  const members = statedMembers(schemas, [replyEnvelope(contract, read, shown)?.schema ?? shown]);
  const isSame = [...elements.keys()].every((each) => members.has(each));
  // The path of the item contains all path parameters of the list, so the path of the list is known.
  const isAbove = pathVariables(list.operation.path).every((each) => pathVariables(read.path).includes(each));
  const isScalar = (each: string): boolean =>
    (elements.get(each) ?? []).some((uri) => identifierTypes(schemas, uri).size > 0);
  const ids = [...elements.keys()].filter((each) => isNameOf(each, name) && isScalar(each));
  const exact = ids.find((each) => each === name) ?? ids[0];
  return isSame && isAbove ? exact : undefined;
}
