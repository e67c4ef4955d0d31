import { sentItem } from '../../../../contract/collections/envelope.js';
import { statedMembers } from '../../../../contract/collections/reply-members.js';
import type { Contract } from '../../../../contract/contract.js';
import { joinPointer } from '../../../../contract/json/json-pointer.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../../contract/json/json.js';
import { isUnsetValue } from '../../../../contract/json/unset-value.js';
import type { Observation } from '../../../../surfaces/observation.js';
import type { Violation } from '../../../finding.js';
import { replyOf } from '../../../reply.js';
import { type TrialContext, responder } from '../../../rule.js';
import { orOmitted } from '../../../values/omitted.js';
import { sameJson } from '../../../values/same-json.js';
import {
  type ItemChanged,
  changesOf,
  createdItems,
  isItemChange,
  isMade,
  isOfItem,
  isSamePath,
  lastValue,
} from '../../evidence/item-changes.js';
import { type CreatedItem, itemSchema, itemValue } from '../../evidence/item-values.js';
import { type KnownItem, areRelated, knownOf } from '../../evidence/related-items.js';

/** A change of a second item, made since the last read of the first item. */
export interface OtherChange {
  readonly change: ItemChanged;
  /** The second item before its change. */
  readonly before: Json;
}

/**
 * The violation for an item that now has a value which a PUT or PATCH set on a second item. The item did not have this
 * value when it was last read. `undefined` if no second item was changed, or if the item itself was changed too.
 */
export function otherChangedFaults(
  context: TrialContext,
  observation: Observation,
  item: CreatedItem,
): readonly Violation[] | undefined {
  const { contract } = context;
  const { earlier = [] } = observation;
  const isRead = (step: Observation): boolean =>
    isOfItem(step, item.step) && step.case.operation === observation.case.operation;
  const read = earlier.findLast(isRead);
  const reply = replyOf(observation);
  const operation = contract.operations.find(({ id }) => id === observation.case.operation);
  const shown = operation && reply && itemSchema(contract, operation, reply);
  const [before, after] = [read && itemValue(contract, read), itemValue(contract, observation)];
  if (read === undefined || shown === undefined || !isJsonObject(before) || !isJsonObject(after)) return undefined;
  const others = otherChanges(context, observation, item, earlier.indexOf(read)).filter(
    (other) => !areRelated(knownOf(observation, [before]), changedOf(contract, other)),
  );
  if (others.length === 0) return undefined;
  const members = statedMembers(contract.schemas, [shown.schema]);
  for (const { change, before: own } of others) {
    const name = takenMember(contract, change, own, before, after);
    if (name !== undefined && members.has(name))
      return [violation(context, observation, change, { at: shown.at, name, before, after })];
  }
  return [];
}

/** What is known about the second item: its values before the change and in the request of the change. */
export function changedOf(contract: Contract, { change, before }: OtherChange): KnownItem {
  const sent = sentItem(contract, change.operation, change.observation.case.input.body);
  return knownOf(change.observation, [before, sent ?? null]);
}

/**
 * The changes of other items of the same kind since the given step. Empty if the item itself was changed since then.
 */
function otherChanges(
  context: TrialContext,
  observation: Observation,
  item: CreatedItem,
  since: number,
): readonly OtherChange[] {
  const { contract } = context;
  const { earlier = [] } = observation;
  const later = { earlier: earlier.slice(since + 1) };
  if (changesOf(contract, later, item).length > 0) return [];
  return createdItems(contract, observation)
    .filter((other) => other.create === item.create && other.step !== item.step)
    .flatMap((other) =>
      changesOf(contract, later, other)
        .filter((change) => isMade(change) && isItemChange(context, other, change.operation))
        .filter((change) => !isSamePath(change.observation, observation))
        .map((change) => {
          const steps = earlier.slice(0, earlier.indexOf(change.observation));
          return { change, before: lastValue(contract, steps, other) };
        }),
    );
}

/**
 * The first member that a change set on a second item, if the first item now has the same value and did not have it
 * before. Booleans, empty values and objects are ignored, because services often compute them. If both items had equal
 * values before, they may share the value, which is then ignored too.
 */
export function takenMember(
  contract: Contract,
  { operation, observation: { case: changed } }: ItemChanged,
  own: Json,
  before: JsonObject,
  after: JsonObject,
): string | undefined {
  const sent = sentItem(contract, operation, changed.input.body);
  if (!isJsonObject(sent)) return undefined;
  const isShared = (name: string): boolean => {
    const [one, other] = [ownValue(own, name) ?? null, ownValue(before, name) ?? null];
    return !isUnsetValue(one) && sameJson(one, other);
  };
  const isTaken = (name: string, value: Json): boolean =>
    sameJson(ownValue(after, name), value) && !sameJson(ownValue(before, name), value) && !isShared(name);
  return Object.entries(sent).find(([name, value]) => isSign(value) && isTaken(name, value))?.[0];
}

/** Whether two items hardly have this value both by chance: it is a text, a number, or a list of them. */
export function isSign(value: Json): boolean {
  if (isUnsetValue(value)) return false;
  if (Array.isArray(value)) return (value as readonly Json[]).every(isSign);
  return typeof value === 'string' || typeof value === 'number';
}

function violation(
  context: TrialContext,
  { surface, case: { operation: reader } }: Observation,
  { operation }: ItemChanged,
  {
    at,
    name,
    before,
    after,
  }: { readonly at: string; readonly name: string; readonly before: JsonObject; readonly after: JsonObject },
): Violation {
  const pointer = joinPointer('', name);
  return {
    surface,
    pointer: `${at}${pointer}`,
    kind: 'other-changed',
    message: `${reader} returns the value at ${pointer} that ${operation.id} gave to a different item.`,
    expected: orOmitted(ownValue(before, name)),
    received: ownValue(after, name) ?? null,
    blame: responder(context),
    cause: operation.id,
    place: operation.id,
  };
}
