import type { CaseInput } from '../../../../../contract/case.js';
import type { ItemChange } from '../../../../../contract/collections/collection.js';
import { decimalNumber } from '../../../../../contract/formats/decimal-texts.js';
import { type Json, type JsonObject, isJsonObject } from '../../../../../contract/json/json.js';
import { fromMembers } from '../../../../../contract/json/members.js';
import type { Operation } from '../../../../../contract/operation.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { type ItemSteps, addChange } from './item-steps.js';

/** The maximum number of sequences for one change. Each sequence changes another number, amount or date of the body. */
const MOST_VALUES = 4;
const MOST_OF_SMALLEST = 1;
/**
 * Two limits of the search for numbers, amounts and dates that can be changed: the maximum number of bodies, and the
 * maximum depth of a value in a body.
 */
const MOST_BODIES = 24;
const MOST_DEPTH = 6;

/**
 * Sequences that show whether the service computes a number, such as a total, again after a change. Two items have the
 * same contents from the start. A third one has a different number, amount or date in its contents. A change then gives
 * it the same contents, so its total must be the same too.
 */
export function derivedNumbers(items: ItemSteps): readonly PlannedSequence[] {
  const { create, read, changes = [] } = items.collection;
  const change = changes.find(({ kind }) => kind === 'modify') ?? changes.find(({ kind }) => kind === 'replace');
  if (create === undefined || read === undefined || change === undefined) return [];
  return changedNumbers(items, create, change).map(({ input, before, sent }, index) => {
    const steps = new Steps(`derived-${index}-${change.operation.id}`);
    for (const made of [input, input]) items.addRead(steps, steps.add(create, { input: made }));
    const changed = steps.add(create, { input: { ...input, body: before } });
    items.addRead(steps, changed);
    const [simplest = {}] = items.inputsOf(change.operation);
    addChange(steps, change, changed, { ...simplest, body: sent });
    items.addRead(steps, changed);
    return steps.extraSequence();
  });
}

/**
 * The data of one sequence: an input of a create operation, a body that differs from it in one value, and the change
 * that removes the difference.
 */
interface ChangedNumber {
  readonly input: CaseInput;
  readonly before: JsonObject;
  readonly sent: JsonObject;
}

/**
 * The values to change in at most two create bodies: in the smallest body that has such values, because it has the
 * fewest strings, and in the first body that has some. The fewer strings the better: if the service may refuse equal
 * items, each item gets other strings, and then lists with different strings cannot be compared.
 */
function changedNumbers(items: ItemSteps, create: Operation, change: ItemChange): readonly ChangedNumber[] {
  const all = items.creates.slice(0, MOST_BODIES).flatMap(({ input }) => {
    const { body } = input;
    const found = isJsonObject(body) ? changedValues(items, create, change, body) : [];
    return found.length === 0
      ? []
      : [{ size: JSON.stringify(body).length, found: found.map((each) => ({ input, ...each })) }];
  });
  const [first] = all.slice(0, 1);
  const [smallest] = all.toSorted((one, other) => one.size - other.size);
  const ofSmallest = smallest === first ? [] : (smallest?.found.slice(0, MOST_OF_SMALLEST) ?? []);
  return [...ofSmallest, ...(first?.found ?? [])].slice(0, MOST_VALUES);
}

function changedValues(
  items: ItemSteps,
  create: Operation,
  change: ItemChange,
  body: JsonObject,
): readonly Omit<ChangedNumber, 'input'>[] {
  return Object.entries(body).flatMap(([name, value]) =>
    otherValues(value, MOST_DEPTH).flatMap((other) => {
      const sent = changeBody(items, change, body, name);
      const isValid = items.isAccepted(create, { ...body, [name]: other });
      return sent !== undefined && isValid ? [{ before: { ...body, [name]: other }, sent }] : [];
    }),
  );
}

/** The body of the change that gives one member its wanted value. A PUT gets the whole body. */
function changeBody(
  { isAccepted }: ItemSteps,
  { operation, kind }: ItemChange,
  body: JsonObject,
  name: string,
): JsonObject | undefined {
  const sent = kind === 'replace' ? body : { [name]: body[name] ?? null };
  return isAccepted(operation, sent) ? sent : undefined;
}

const DATE = /^\d{4}-\d\d-\d\d$/;
/** The time by which a date is moved, in milliseconds. From a Friday, a shorter move may end on a day without work. */
const FIVE_DAYS = 5 * 86_400_000;

/** Copies of a value. In each copy, one number, amount or date is different, at any depth. */
export function otherValues(value: Json, depth: number): readonly Json[] {
  if (depth === 0) return [];
  if (typeof value === 'number')
    return [value + 1, value * 2, value - 1].filter((other) => other !== value).slice(0, 1);
  if (typeof value === 'string') return otherText(value);
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    return list.flatMap((element, index) => otherValues(element, depth - 1).map((other) => list.with(index, other)));
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    otherValues(member, depth - 1).map((other) => fromMembers(Object.entries({ ...value, [name]: other }))),
  );
}

function otherText(text: string): readonly string[] {
  if (DATE.test(text)) {
    const later = new Date(Date.parse(text) + FIVE_DAYS);
    return Number.isNaN(later.getTime()) ? [] : [later.toISOString().slice(0, 10)];
  }
  if (!text.includes('.') || decimalNumber(text) === undefined) return [];
  const first = text.search(/\d/);
  const digit = text[first] === '7' ? '3' : '7';
  return [`${text.slice(0, first)}${digit}${text.slice(first + 1)}`];
}
