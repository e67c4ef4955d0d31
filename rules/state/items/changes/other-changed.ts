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

/** A change of a different item, made after the last read of the item. */
export interface OtherChange {
  readonly change: ItemChanged;
  /** The value of the different item before its change. */
  readonly before: Json;
}

/**
 * The fault if an item has a value that a PUT or PATCH gave to a different item, and that the item did not have at its
 * last read. `undefined` if there is no such change, or if the item itself was changed, too.
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

/** The item of a change: its values before the change and in the request. */
export function changedOf(contract: Contract, { change, before }: OtherChange): KnownItem {
  const sent = sentItem(contract, change.operation, change.observation.case.input.body);
  return knownOf(change.observation, [before, sent ?? null]);
}

/** The changes of different items of the same kind since the given step. Empty if the item itself was changed since. */
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
 * The first member that the change set on the changed item, if the judged item now has the same value and did not have
 * it before. Booleans, unset values and objects are ignored, because services often derive them. Items that had equal
 * values before may share the value.
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

/** Whether a value is specific enough to show where it comes from: a text, a number, or a list of such values. */
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
