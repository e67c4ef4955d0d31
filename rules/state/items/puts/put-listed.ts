import { type PutList, putLists } from '../../../../contract/collections/puts/put-lists.js';
import type { Collection } from '../../../../contract/collections/collection.js';
import { sentItem } from '../../../../contract/collections/envelope.js';
import { listedPlace, listedSchemas } from '../../../../contract/collections/reply-members.js';
import type { Contract } from '../../../../contract/contract.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../../contract/json/json.js';
import { canonicalJson } from '../../../../contract/json/canonical-json.js';
import { isBelowPath } from '../../../../contract/path-relations.js';
import type { Observation } from '../../../../surfaces/observation.js';
import { isSuccess } from '../../../../surfaces/failure-table.js';
import type { Violation } from '../../../finding.js';
import { isAbsent, replyOf } from '../../../reply.js';
import type { Trial, TrialContext } from '../../../rule.js';
import { orOmitted } from '../../../values/omitted.js';
import { sameJson } from '../../../values/same-json.js';
import { mayBeHidden } from '../../lists/hidden-by-action.js';
import { type EarlierCall, earlierCalls } from '../../evidence/earlier-calls.js';
import { type CreatedItem, itemDifferences, itemValue, replySchema } from '../../evidence/item-values.js';
import { type ReadList, readList } from '../../evidence/listed-elements.js';
import { selectsPart } from '../../evidence/selected.js';

type Fault = Pick<Violation, 'pointer' | 'kind' | 'message' | 'expected' | 'received'>;

/** An item that a PUT stored before the list was read, and the result of its last read. */
interface StoredItem {
  readonly item: CreatedItem;
  readonly id: Json;
  /** Whether the last read found the item. If it did not, a DELETE removed the item before. */
  readonly isFound: boolean;
  /** The call that changed the item last. */
  readonly change: EarlierCall;
  readonly readBy: string;
}

/**
 * Judges a list of items that a PUT creates. Each item that its last read found must be in the list, with the values of
 * this read. An item that a DELETE removed and its last read did not find must not be listed unchanged.
 */
export function listedFault(trial: Trial, context: TrialContext, observation: Observation): Fault | 'none' | undefined {
  const { contract } = context;
  const listed = listsOf(context).find(({ list }) => list.operation.id === trial.operation.id);
  if (listed === undefined || trial.case.feeds !== undefined || selectsPart(trial, context)) return undefined;
  const read = readList(listed.list, observation);
  const stored = read === undefined ? [] : storedItems(contract, listed, observation);
  if (read === undefined || stored.length === 0) return undefined;
  for (const each of stored) {
    const fault = itemFault(context, listed, observation, each, read);
    if (fault !== undefined) return fault;
  }
  return 'none';
}

const known = new WeakMap<readonly Collection[], readonly PutList[]>();

function listsOf({ contract, collections }: TrialContext): readonly PutList[] {
  if (collections === undefined) return putLists(contract, []);
  const lists = known.get(collections) ?? putLists(contract, collections);
  known.set(collections, lists);
  return lists;
}

function itemFault(
  context: TrialContext,
  { list }: PutList,
  observation: Observation,
  { item, id, isFound, change, readBy }: StoredItem,
  { elements, isWhole }: ReadList,
): Fault | undefined {
  const { operation } = list;
  const pointer = `/response/body${list.elements}`;
  const element = elements.find((each) => isElementOf(list, id, each));
  if (!isFound) {
    // A service may keep a removed item in the list and mark it.
    const before = elementBefore(list, id, observation, change.observation);
    if (element === undefined || before === undefined || !sameJson(before, element)) return undefined;
    const message = `${operation.id} still returns an item that ${change.operation.id} removed, and that ${readBy} does not find.`;
    return { pointer, kind: 'still-listed', message, expected: 'no such item', received: 1 };
  }
  if (element === undefined) {
    if (!isWhole || mayBeHidden(context, list, observation, item)) return undefined;
    const message = `${operation.id} does not list an item that ${change.operation.id} stored, and that ${readBy} finds.`;
    return { pointer, kind: 'not-listed', message, expected: 'the stored item', received: 0 };
  }
  const reply = replyOf(observation);
  const schema = reply && replySchema(operation, reply);
  if (schema === undefined) return undefined;
  const { schemas } = context.contract;
  const stated = listedSchemas(schemas, schema, list);
  const [other] = itemDifferences(context, item, stated, item.value, element);
  if (other === undefined) return undefined;
  const message = `${operation.id} returns an item with a different value at ${other.pointer} from the one that ${readBy} returned.`;
  const [expected, received] = [orOmitted(other.expected), orOmitted(other.received)];
  return {
    pointer: `/response/body${listedPlace(list, '*')}${other.pointer}`,
    kind: 'listed-differently',
    message,
    expected,
    received,
  };
}

function isElementOf(list: PutList['list'], id: Json, element: JsonObject): boolean {
  return sameJson(ownValue(element, list.id) ?? null, id);
}

/** The element for an item when the same list was last read before a call. */
function elementBefore(
  list: PutList['list'],
  id: Json,
  { case: listing, earlier = [] }: Observation,
  call: Observation,
): JsonObject | undefined {
  const before = earlier.slice(0, earlier.indexOf(call)).findLast((step) => isSameList(step.case, listing));
  return before && readList(list, before)?.elements.find((each) => isElementOf(list, id, each));
}

function isSameList(one: Observation['case'], other: Observation['case']): boolean {
  return one.operation === other.operation && sameJson(one.input as JsonObject, other.input as JsonObject);
}

/**
 * The items below the path of the list that earlier PUTs stored. An item counts only if it was read after its last
 * change, and if no call changed a part of it.
 */
function storedItems(
  contract: Contract,
  { put, read, list, name }: PutList,
  listing: Observation,
): readonly StoredItem[] {
  const calls = earlierCalls(contract, listing);
  const above = listing.case.input.path ?? {};
  const isOfList = ({ observation: { case: own } }: EarlierCall): boolean =>
    sameJson({ ...own.input.path, ...above }, own.input.path ?? {});
  const own = calls.filter((call) => call.operation.path === put.path && isOfList(call));
  if (calls.some(({ operation }) => operation.method !== 'get' && isBelowPath(operation.path, put.path))) return [];
  const pathOf = ({ observation }: EarlierCall): string => canonicalJson(observation.case.input.path ?? {});
  return [...new Set(own.map(pathOf))].flatMap((path) => {
    const here = own.filter((call) => pathOf(call) === path);
    const changed = here.findLastIndex(isChange);
    const last = here[changed];
    const after = here.slice(changed + 1).findLast(({ operation }) => operation === read);
    const stored = here.findLast((call) => call.operation === put && isChange(call));
    if (last === undefined || after === undefined || stored === undefined) return [];
    const values = here.flatMap((call) => (call.operation === read ? [itemValue(contract, call.observation)] : []));
    const isFound = last.operation.method !== 'delete' && isSuccess(after.status);
    const isGone = last.operation.method === 'delete' && isAbsent(after.status);
    const value = isFound ? values.at(-1) : values.findLast((each) => each !== undefined);
    const id = isJsonObject(value) ? ownValue(value, list.id) : undefined;
    if (!(isFound || isGone) || !isJsonObject(value) || id === undefined) return [];
    const argument = ownValue(stored.observation.case.input.path ?? {}, name);
    if (argument === undefined || String(argument) !== String(id)) return [];
    const { surface, case: made } = stored.observation;
    const sent = sentItem(contract, put, made.input.body);
    const item = { create: put, step: made.id, surface, sent, value };
    return [{ item, id, isFound, change: last, readBy: read.id }];
  });
}

function isChange({ operation, status }: EarlierCall): boolean {
  return operation.method !== 'get' && operation.method !== 'head' && isSuccess(status) && status !== 202;
}
