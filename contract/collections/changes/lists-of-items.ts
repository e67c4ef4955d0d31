import type { Contract } from '../../contract.js';
import type { Collection, ItemList } from '../collection.js';
import { returnedItemSchema } from '../envelope.js';
import { isSameSchema, listedSchemas, successSchema } from '../reply-members.js';

/**
 * The lists that contain the items of a collection: the list of the collection itself, and lists at other paths whose
 * elements have the schema of the item, such as a timeline of posts. A list at another path counts only if its path has
 * no parameters, and if no operation creates its elements.
 */
export function listsOfItems(
  contract: Contract,
  collections: readonly Collection[],
  { read, list }: Collection,
): readonly ItemList[] {
  const item = read && returnedItemSchema(contract, read.operation);
  const isOfItem = ({ operation, ...place }: ItemList): boolean => {
    const reply = successSchema(operation);
    const elements = reply === undefined ? [] : listedSchemas(contract.schemas, reply, place);
    return item !== undefined && elements.some((uri) => isSameSchema(contract.schemas, uri, item));
  };
  const others = collections.flatMap((each) =>
    each.create === undefined && each.list !== undefined && !each.list.operation.path.includes('{') ? each.list : [],
  );
  return [...(list === undefined ? [] : [list]), ...others.filter((each) => each !== list && isOfItem(each))];
}

/**
 * The name of the member that identifies an item of the collection in a list. `undefined` if the identifier is not a
 * direct member of the item.
 */
export function idInList({ read }: Collection, { id }: ItemList): string | undefined {
  return id ?? /^\/(?:.*\/)?([^/~]+)$/.exec(read?.id.location === undefined ? (read?.id.pointer ?? '') : '')?.[1];
}
