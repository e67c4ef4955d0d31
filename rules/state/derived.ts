import { IDENTIFIER } from '../../contract/collections/list-choices.js';
import type { Contract } from '../../contract/contract.js';
import { decimalNumber } from '../../contract/formats/decimal-texts.js';
import { joinPointer, pointerTokens, valueAt } from '../../contract/json/json-pointer.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../contract/json/json.js';
import { lastSegment } from '../../contract/path-relations.js';
import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, judgedEach, responder } from '../rule.js';
import { sameJson } from '../values/same-json.js';
import { aggregateFaults } from './aggregates.js';
import { changesOf, createdItems, isMade, itemOf, lastValue } from './evidence/item-changes.js';
import { type CreatedItem, itemValue } from './evidence/item-values.js';
import { miscalculated } from './items/calculated.js';
import { notCleared } from './stated-nulls.js';

/**
 * A number that the service computes from an item, such as a total, changes with the contents of the item. A member
 * that must be null in a state becomes null when the item enters this state.
 */
export const derived: TrialRule = {
  id: 'state/derived',
  severity: 'must',
  statement:
    'A number that the service computes from the contents of an item, such as a total, a count or a duration, does not depend on earlier contents.',
  details: [
    'If a change gives an item the same contents as two other items, a read of the item returns the same number as reads of these two.',
    'The number is judged only if it is equal in both other items, and if the changed item had a different number before the change. It is a fault if the item still has that earlier number.',
    'Numbers in objects of the item, such as the amount of a total, are judged too. Numbers in lists are not.',
    'A number whose description states that it summarises other items, such as "the number of reviews of the product", has its earlier value after such an item was created and removed again, if the create changed the number.',
    'A `readOnly` number, or decimal number in a string, has the value that its description states, as in "Sum of `line_total` over all `lines`", "`subtotal` minus `discount`" or "Never more than `capacity`". The whole sentence must be this calculation, and no other sentence may restrict it.',
    'A member whose description states that it is null while the item is in a state, as in "Null while the issue is open", is null after a change into this state, if it was null in this state before.',
  ],
  source: 'the contract: a member of the reply that the request does not set',
  repair:
    'Compute the member anew when the item or one of its parts changes, and clear it if the new state requires this.',
  backends: REAL_SERVICE,
  reads: 'reply',
  judgesCase: true,
  check: (trial, context) =>
    trial.operation.method === 'get' && lastSegment(trial.operation.path).endsWith('}') && context.isolated
      ? judgedEach(trial, (observation) => {
          const wrong = miscalculated(trial.operation, context, observation);
          const isOther = ({ pointer }: Violation): boolean => wrong?.some((each) => each.pointer === pointer) !== true;
          const judged = [
            wrong,
            notCleared(trial.operation, context, observation),
            staleNumbers(trial, context, observation)?.filter(isOther),
            aggregateFaults(trial.operation, context, observation)?.filter(isOther),
          ].filter((each) => each !== undefined);
          return judged.length === 0 ? undefined : judged.flat();
        })
      : undefined,
};

function staleNumbers(trial: Trial, context: TrialContext, observation: Observation): readonly Violation[] | undefined {
  const { contract } = context;
  const item = itemOf(contract, observation);
  const value = itemValue(contract, observation);
  const change = item && changesOf(contract, observation, item).findLast(isMade);
  if (item === undefined || change === undefined || !isJsonObject(value)) return undefined;
  const { earlier = [] } = observation;
  const before = lastValue(contract, earlier.slice(0, earlier.indexOf(change.observation)), item);
  if (!isJsonObject(before) || hasContents(item, before, value)) return undefined;
  const [one, other] = twins(contract, observation, item).filter((twin) => hasContents(item, twin, value));
  if (one === undefined || other === undefined) return undefined;
  const judged = numbersIn(one).filter((pointer) => {
    const [top = '', ...deeper] = pointerTokens(pointer);
    const [own, same, old] = [one, other, before].map((each) => valueAt(each, pointer) ?? null);
    const isComputed = sameJson(own ?? null, same ?? null) && !isSent(item, top);
    const isAssigned = [top, ...deeper].some((name) => ASSIGNED.test(name));
    return isComputed && !isAssigned && isNumber(old ?? null) && !sameJson(old ?? null, own ?? null);
  });
  if (judged.length === 0) return undefined;
  return judged
    .filter((pointer) => sameJson(valueAt(value, pointer) ?? null, valueAt(before, pointer) ?? null))
    .map((pointer) => {
      const name = pointerTokens(pointer).join('.');
      return {
        surface: observation.surface,
        pointer: `/response/body${pointer}`,
        kind: 'not-recomputed',
        message: `${trial.operation.id} still returns the ${name} from before ${change.operation.id} changed the item. Items with the same contents have a different ${name}.`,
        expected: valueAt(one, pointer) ?? null,
        received: valueAt(value, pointer) ?? null,
        blame: responder(context),
        cause: `${change.operation.id} ${name}`,
      };
    });
}

/** The maximum depth, in the objects of an item, at which numbers are searched for. */
const MOST_DEPTH = 3;

/** Pointers to the numbers in an object and in the objects in it, such as `/total/amount`. Lists are skipped. */
function numbersIn(value: JsonObject, at = '', depth = 1): readonly string[] {
  return Object.entries(value).flatMap(([name, member]) => {
    const pointer = joinPointer(at, name);
    if (isJsonObject(member)) return depth < MOST_DEPTH ? numbersIn(member, pointer, depth + 1) : [];
    return isNumber(member) ? [pointer] : [];
  });
}

/**
 * Matches names of numbers that are not computed from the contents of an item: the service assigns them, or they keep
 * their first value.
 */
const ASSIGNED = /version|revision|number|position|index|rank|original|initial|first|creat/i;

/** A number, or a text with a decimal point, such as an amount of money. */
function isNumber(value: Json): boolean {
  return (
    typeof value === 'number' ||
    (typeof value === 'string' && value.includes('.') && decimalNumber(value) !== undefined)
  );
}

function isSent({ sent = null }: CreatedItem, name: string): boolean {
  return ownValue(sent, name) !== undefined;
}

/** The last known values of all other items that were created by the same operation before this observation. */
function twins(contract: Contract, observation: Observation, item: CreatedItem): readonly JsonObject[] {
  return createdItems(contract, observation)
    .filter(({ create, step }) => create === item.create && step !== item.step)
    .map((other) => lastValue(contract, observation.earlier ?? [], other))
    .filter(isJsonObject);
}

/**
 * Whether two items have the same contents: equal lists of objects, and equal values in all members that the create
 * sets. Words may differ, because a service may refuse a second item with the same name.
 */
function hasContents(item: CreatedItem, value: JsonObject, wanted: JsonObject): boolean {
  return Object.keys(wanted).every((name) => {
    const [own, other] = [value[name] ?? null, wanted[name] ?? null];
    if (!isSent(item, name) && !isListOfObjects(other)) return true;
    return (isWord(own) && isWord(other)) || sameJson(withoutAssigned(own), withoutAssigned(other));
  });
}

function isWord(value: Json): boolean {
  return typeof value === 'string' && !isNumber(value) && !DAY.test(value);
}

function isListOfObjects(value: Json): boolean {
  return Array.isArray(value) && value.every((each) => isJsonObject(each as Json));
}

const DAY = /^\d{4}-\d\d-\d\d/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** A list of objects without their identifiers and times, which are different in each item. */
function withoutAssigned(value: Json): Json {
  if (!Array.isArray(value)) return value;
  return value.map((each: Json) =>
    isJsonObject(each)
      ? Object.fromEntries(
          Object.entries(each).filter(
            ([name, own]) => name !== 'id' && !IDENTIFIER.test(name) && !(typeof own === 'string' && INSTANT.test(own)),
          ),
        )
      : each,
  );
}
