import type { Contract } from '../../contract.js';
import type { Feed } from '../../case.js';
import { joinPointer } from '../../json/json-pointer.js';
import type { Operation } from '../../operation.js';
import { isEqualPath, isItemPath, lastSegment, parentPath, pathVariables } from '../../path-relations.js';
import { plainName } from '../../plain-name.js';
import type { Collection } from '../collection.js';
import { isNameOf, readByName } from '../item-read.js';
import { elementSchemas, isSameSchema, statedMembers, successSchema } from '../reply-members.js';

/**
 * Parts that are read only as members of an item. For example, `POST /orders/{id}/lines` adds a line to the list
 * `lines` of an order, and no GET returns a single line. The reply to the POST is the line, or the whole order.
 */
export interface ContainedPart {
  /** The collection whose items contain the parts. */
  readonly owner: Collection;
  /** The operation that adds a part to an item. */
  readonly add: Operation;
  /** The operations that change or remove a part: PUT, PATCH and DELETE. */
  readonly changes: readonly Operation[];
  /**
   * The path parameter that identifies a part, and the place of its value in the reply to `add`. If the reply is the
   * whole item, the value is in the first element of the list of parts.
   */
  readonly id: Feed;
}

const CHANGING: ReadonlySet<string> = new Set(['put', 'patch', 'delete']);

/** The parts that operations add to the items of the given collections. */
export function containedParts(contract: Contract, collections: readonly Collection[]): readonly ContainedPart[] {
  return collections.flatMap((owner) => {
    const item = owner.read?.operation;
    if (item === undefined || owner.create === undefined) return [];
    return contract.operations
      .filter(({ method, path }) => method === 'post' && isEqualPath(parentPath(path), item.path))
      .filter((add) => !collections.some(({ create }) => create === add))
      .flatMap((add) => partOf(contract, owner, item, add) ?? []);
  });
}

function partOf(contract: Contract, owner: Collection, item: Operation, add: Operation): ContainedPart | undefined {
  const { schemas, operations } = contract;
  const changes = operations.filter(({ method, path }) => CHANGING.has(method) && isItemPath(path, add.path));
  const [change] = changes;
  const [reply, whole] = [add, item].map(successSchema);
  if (change === undefined || reply === undefined || whole === undefined) return undefined;
  const name = plainName(lastSegment(add.path));
  const [list, ...others] = [...statedMembers(schemas, [whole])].filter(([member]) => plainName(member) === name);
  const parameter = pathVariables(change.path).at(-1);
  if (list === undefined || others.length > 0 || parameter === undefined) return undefined;
  if (!isSameSchema(schemas, reply, whole)) {
    const id = readByName(contract, change, add)?.id;
    return id && { owner, add, changes, id };
  }
  const [member, stated] = list;
  const id = [...statedMembers(schemas, elementSchemas(schemas, stated)).keys()].find((each) =>
    isNameOf(each, parameter),
  );
  if (id === undefined) return undefined;
  const pointer = `${joinPointer('', member)}/0${joinPointer('', id)}`;
  return { owner, add, changes, id: { in: 'path', name: parameter, pointer } };
}
