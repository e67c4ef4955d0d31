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
 * A call that changes an item which an earlier step of the sequence created. It replaces, modifies or removes the item,
 * or calls an action on it, such as `POST /orders/{id}/cancel`.
 */
export interface ItemChanged {
  readonly operation: Operation;
  readonly observation: Observation;
}

/** Whether the path of a call contains the identifier of the item that the given step created. */
export function isOfItem({ case: called }: Observation, step: string): boolean {
  return called.feeds?.some((feed) => feed.in === 'path' && feed.step === step) === true;
}

/** The items that were created by the steps before an observation. */
export function createdItems(
  contract: Contract,
  { earlier = [] }: Pick<Observation, 'earlier'>,
): readonly CreatedItem[] {
  return earlier.flatMap((step) => createdItem(contract, step) ?? []);
}

/** The item that a call reads or changes, if an earlier step of the sequence created it. */
export function itemOf(contract: Contract, observation: Observation): CreatedItem | undefined {
  return createdItems(contract, observation).find(({ step }) => isOfItem(observation, step));
}

/** The calls before an observation that change the item, in order. They include calls that the service refused. */
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
 * The calls before an observation that change the resource at the same path, in order. They include calls that the
 * service refused.
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

/** The value that the last read of the same path returned, among the given steps. */
export function lastValueAt(contract: Contract, steps: readonly Observation[], observation: Observation): Json {
  const { operations } = contract;
  const path = pathOf(operations, observation);
  const ids = new Set(operations.filter(({ method }) => method === 'get').map(({ id }) => id));
  const reads = steps.filter((step) => ids.has(step.case.operation) && pathOf(operations, step) === path);
  return reads.map((read) => itemValue(contract, read)).findLast((value) => value !== undefined) ?? null;
}

/**
 * The path of a call with the values of its parameters. It is the same for a call of `/users/me`, and for a call of
 * `/users/{user_id}` with the value `me`.
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
 * Whether the path of an operation is that of the item itself, such as `/orders/{id}`, and not that of a resource below
 * it, which may not exist yet, such as `/orders/{id}/invoice`.
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

/** Whether a PUT, a PATCH or a similar POST changed a different item after the first read of `item`. */
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

/** The kinds of changes that set members of an item. Actions and removals are not among them. */
const SETTING: ReadonlySet<string | undefined> = new Set(['replace', 'modify']);

/** Whether an operation sets members of an item: a PUT, a PATCH, or a POST that works like a PATCH. */
export function setsMembers(contract: Contract, operation: Operation): boolean {
  return SETTING.has(changeKind(contract, operation));
}

/**
 * Whether the service made a change. If it answered 202, the change may not have been made yet (RFC 9110 §15.3.3), so
 * the result is false.
 */
export function isMade({ observation }: ItemChanged): boolean {
  const status = replyOf(observation)?.status;
  return status !== undefined && isSuccess(status) && status !== 202;
}

/**
 * Whether the last change that the service made to an item was its removal. `path`: the path at which the item is read.
 * A DELETE of a longer path removes only a part of the item.
 */
export function isRemoved(changes: readonly ItemChanged[], path?: string): boolean {
  const last = changes.findLast(isMade)?.operation;
  return last?.method === 'delete' && (path === undefined || !isBelowPath(last.path, path));
}

/** Whether any step of the sequence before this observation was a DELETE. */
export function hasRemoved({ operations }: Contract, { earlier = [] }: Pick<Observation, 'earlier'>): boolean {
  const deletes = new Set(operations.filter(({ method }) => method === 'delete').map(({ id }) => id));
  return earlier.some((step) => deletes.has(step.case.operation));
}

/**
 * Whether an earlier step was a DELETE of a path that is the beginning of the path of this call, such as `DELETE
 * /orders/{id}` before `GET /orders/{id}/lines`. The items below the removed item may be gone too.
 */
export function hasRemovedAbove({ operations }: Contract, { case: called, earlier = [] }: Observation): boolean {
  const path = operations.find(({ id }) => id === called.operation)?.path ?? '';
  const deletes = operations.filter((each) => each.method === 'delete' && isBelowPath(path, each.path));
  return earlier.some((step) => deletes.some(({ id }) => id === step.case.operation));
}

/**
 * Whether the value of an item is unknown, because the last of the given steps that read the item came before its last
 * change. This happens if, for example, the reply to a read is not valid JSON.
 */
export function isChangedUnread(contract: Contract, steps: readonly Observation[], item: CreatedItem): boolean {
  const changed = changesOf(contract, { earlier: steps }, item).findLast(isMade)?.observation;
  const read = readsOf(contract, steps, item).at(-1)?.step;
  return changed !== undefined && (read === undefined || steps.indexOf(read) < steps.indexOf(changed));
}

/**
 * The last known value of an item: that of the last read among the given steps or, without a read, that of the create.
 */
export function lastValue(contract: Contract, steps: readonly Observation[], item: CreatedItem): Json {
  return readsOf(contract, steps, item).at(-1)?.value ?? item.value;
}

interface ItemRead {
  readonly step: Observation;
  readonly value: Json;
}

/** The reads of an item among the given steps, in order, with the value that each of them returned. */
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
 * Whether a removed item is still returned as it was. The result is false if a member differs: the service may keep
 * removed items and mark them, for example with the time of the removal. `ignored`: members that may differ without any
 * change.
 */
export function isUnchanged(before: Json, after: Json | undefined, ignored: ReadonlySet<string> = NONE): boolean {
  if (!isJsonObject(before) || !isJsonObject(after)) return after !== undefined && sameJson(before, after);
  const kept = (value: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(value).filter(([name]) => !ignored.has(name)));
  return sameJson(kept(before), kept(after));
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The members of an item that change by themselves: they differ between the create and a later read, although no call
 * changed the item. An example is a counter of reads.
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
