import { changeKind } from '../../../contract/collections/change-kind.js';
import type { Contract } from '../../../contract/contract.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../contract/json/json.js';
import type { Operation } from '../../../contract/operation.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { Observation } from '../../../surfaces/observation.js';
import { replyOf } from '../../reply.js';
import type { TrialContext } from '../../rule.js';
import { sameJson } from '../../values/same-json.js';
import { type CreatedItem, createdItem, itemValue } from './item-values.js';
import { isBelowPath } from '../../../contract/path-relations.js';

/**
 * A call of a sequence that changes an item of an earlier step. The call replaces, modifies or removes the item, or
 * calls an action on the item.
 */
export interface ItemChanged {
  readonly operation: Operation;
  readonly observation: Observation;
}

/** Whether the path of a call contains the identifier of the item that the given step created. */
export function isOfItem({ case: called }: Observation, step: string): boolean {
  return called.feeds?.some((feed) => feed.in === 'path' && feed.step === step) === true;
}

/** The items that the steps before an observation created. */
export function createdItems(
  contract: Contract,
  { earlier = [] }: Pick<Observation, 'earlier'>,
): readonly CreatedItem[] {
  return earlier.flatMap((step) => createdItem(contract, step) ?? []);
}

/** The item in the path of an observation, if an earlier step created it. */
export function itemOf(contract: Contract, observation: Observation): CreatedItem | undefined {
  return createdItems(contract, observation).find(({ step }) => isOfItem(observation, step));
}

/** The calls before an observation that change the item, in order. The service may have accepted or refused them. */
export function changesOf(
  { operations }: Contract,
  { earlier = [] }: Pick<Observation, 'earlier'>,
  { step }: Pick<CreatedItem, 'step'>,
): readonly ItemChanged[] {
  return earlier
    .filter((called) => isOfItem(called, step))
    .flatMap((observation) => {
      const operation = operations.find(({ id }) => id === observation.case.operation);
      return operation !== undefined && CHANGING.has(operation.method) ? [{ operation, observation }] : [];
    });
}

/**
 * The calls before an observation that change the resource at the same path, in order. The service may have accepted or
 * refused them.
 */
export function changesAt({ operations }: Contract, observation: Observation): readonly ItemChanged[] {
  const path = pathOf(operations, observation);
  return (observation.earlier ?? []).flatMap((earlier) => {
    const operation = operations.find(({ id }) => id === earlier.case.operation);
    const isHere = pathOf(operations, earlier) === path;
    return operation !== undefined && isHere && CHANGING.has(operation.method)
      ? [{ operation, observation: earlier }]
      : [];
  });
}

/** The last value that a read of the same path returned in the given steps. */
export function lastValueAt(contract: Contract, steps: readonly Observation[], observation: Observation): Json {
  const { operations } = contract;
  const path = pathOf(operations, observation);
  const ids = new Set(operations.filter(({ method }) => method === 'get').map(({ id }) => id));
  const reads = steps.filter((step) => ids.has(step.case.operation) && pathOf(operations, step) === path);
  return reads.map((read) => itemValue(contract, read)).findLast((value) => value !== undefined) ?? null;
}

/**
 * The path of a call with the values of its parameters. A call of `/users/me` and one of `/users/{user_id}` with the
 * value `me` have the same path.
 */
function pathOf(operations: Contract['operations'], { case: called }: Observation): string | undefined {
  const template = operations.find(({ id }) => id === called.operation)?.path;
  return template?.replaceAll(/\{([^/{}]+)\}/g, (variable, name: string) => {
    const value = ownValue(called.input.path ?? {}, name);
    return value === undefined ? variable : typeof value === 'string' ? value : JSON.stringify(value);
  });
}

/** Whether two calls have the same path parameters. */
export function isSamePath({ case: one }: Observation, { case: other }: Observation): boolean {
  return sameJson(one.input.path ?? {}, other.input.path ?? {});
}

const CHANGING: ReadonlySet<string> = new Set(['put', 'patch', 'delete', 'post']);

/**
 * Whether an operation has the path at which the item itself is changed. A resource below this path may not exist yet.
 */
export function isItemChange(
  { collections = [] }: TrialContext,
  { create }: CreatedItem,
  { path }: Operation,
): boolean {
  return collections.some(
    (collection) =>
      collection.create === create && collection.changes?.some((change) => change.operation.path === path),
  );
}

/**
 * Whether a different item was changed by a PUT or PATCH after the first read of the item.
 */
export function isReadBeforeOther(
  contract: Contract,
  { earlier = [] }: Pick<Observation, 'earlier'>,
  item: CreatedItem,
): boolean {
  const first = readsOf(contract, earlier, item)[0]?.step;
  if (first === undefined) return false;
  const others = createdItems(contract, { earlier }).filter(({ step }) => step !== item.step);
  const later = { earlier: earlier.slice(earlier.indexOf(first)) };
  return others.some((other) =>
    changesOf(contract, later, other).some((change) => isMade(change) && setsMembers(contract, change.operation)),
  );
}

/** The kinds of changes that set members of an item. */
const SETTING: ReadonlySet<string | undefined> = new Set(['replace', 'modify']);

/** Whether a change sets members of an item: a PUT, a PATCH, or a POST that updates as a PATCH does. */
export function setsMembers(contract: Contract, operation: Operation): boolean {
  return SETTING.has(changeKind(contract, operation));
}

/** Whether the service made a change. After a 202, the change may not have been made yet (RFC 9110 §15.3.3). */
export function isMade({ observation }: ItemChanged): boolean {
  const status = replyOf(observation)?.status;
  return status !== undefined && isSuccess(status) && status !== 202;
}

/**
 * Whether the last change that the service made to an item was its removal. `path`: the path of a read of the item. A
 * DELETE below this path removes only a part of the item.
 */
export function isRemoved(changes: readonly ItemChanged[], path?: string): boolean {
  const last = changes.findLast(isMade)?.operation;
  return last?.method === 'delete' && (path === undefined || !isBelowPath(last.path, path));
}

/** Whether any step before an observation was a DELETE. */
export function hasRemoved({ operations }: Contract, { earlier = [] }: Pick<Observation, 'earlier'>): boolean {
  const deletes = new Set(operations.filter(({ method }) => method === 'delete').map(({ id }) => id));
  return earlier.some((step) => deletes.has(step.case.operation));
}

/**
 * Whether a step before an observation was a DELETE of a parent in its path. The items below the parent may be gone.
 */
export function hasRemovedAbove({ operations }: Contract, { case: called, earlier = [] }: Observation): boolean {
  const path = operations.find(({ id }) => id === called.operation)?.path ?? '';
  const deletes = operations.filter((each) => each.method === 'delete' && isBelowPath(path, each.path));
  return earlier.some((step) => deletes.some(({ id }) => id === step.case.operation));
}

/**
 * Whether an item was changed after the last of the given steps that read it. Its value before the next change is then
 * unknown. This happens if, for example, the reply to a read is not valid JSON.
 */
export function isChangedUnread(contract: Contract, steps: readonly Observation[], item: CreatedItem): boolean {
  const changed = changesOf(contract, { earlier: steps }, item).findLast(isMade)?.observation;
  const read = readsOf(contract, steps, item).at(-1)?.step;
  return changed !== undefined && (read === undefined || steps.indexOf(read) < steps.indexOf(changed));
}

/** The last value of an item that a read in the given steps returned. Without such a read, the value of the create. */
export function lastValue(contract: Contract, steps: readonly Observation[], item: CreatedItem): Json {
  return readsOf(contract, steps, item).at(-1)?.value ?? item.value;
}

interface ItemRead {
  readonly step: Observation;
  readonly value: Json;
}

/** The reads of an item in the given steps, with the value that each returned, in order. */
export function readsOf(contract: Contract, steps: readonly Observation[], item: CreatedItem): readonly ItemRead[] {
  const isRead = (id: string): boolean => contract.operations.find((known) => known.id === id)?.method === 'get';
  return steps
    .filter((step) => isOfItem(step, item.step) && isRead(step.case.operation))
    .flatMap((step) => {
      const value = itemValue(contract, step);
      return value === undefined ? [] : [{ step, value }];
    });
}

/**
 * Whether a removed item still has its earlier value. A service may keep a removed item and mark it as removed, for
 * example with the time of removal. `ignored` contains members that may differ without a change.
 */
export function isUnchanged(before: Json, after: Json | undefined, ignored: ReadonlySet<string> = NONE): boolean {
  if (!isJsonObject(before) || !isJsonObject(after)) return after !== undefined && sameJson(before, after);
  const kept = (value: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(value).filter(([name]) => !ignored.has(name)));
  return sameJson(kept(before), kept(after));
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The members of an item that differ between the create and a later read, although no call changed the item. An example
 * is a counter of reads.
 */
export function volatileMembers(contract: Contract, observation: Observation, item: CreatedItem): ReadonlySet<string> {
  const { earlier = [] } = observation;
  const [first] = changesOf(contract, observation, item);
  const values = readsOf(contract, earlier.slice(0, first && earlier.indexOf(first.observation)), item).map(
    ({ value }) => value,
  );
  const names = values.flatMap((value) =>
    Object.keys(item.value).filter((name) => {
      const now = ownValue(value, name);
      return now !== undefined && !sameJson(ownValue(item.value, name) ?? null, now);
    }),
  );
  return new Set(names);
}
