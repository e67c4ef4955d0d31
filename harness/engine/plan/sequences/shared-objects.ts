import type { CaseInput } from '../../../../contract/case.js';
import { type JsonObject, isJsonObject, ownValue } from '../../../../contract/json/json.js';
import { isSign } from '../../../../rules/state/items/changes/other-changed.js';
import { sameJson } from '../../../../rules/values/same-json.js';
import { mayBeTaken } from '../../../../contract/collections/body/stated-unique.js';
import { type PlannedSequence, Steps } from '../planned/planned-sequence.js';
import type { ItemSteps } from './items/item-steps.js';

/** The maximum number of object members that are tried. */
const MOST_OBJECTS = 2;
/** The maximum number of bodies from which objects are taken. */
const MOST_BODIES = 60;
/** The number of items that one sequence creates. Small and large objects alternate. */
const ITEMS = 5;

/**
 * Sequences that create several items, in which one member gets a small object, then a larger one, and so on. A service
 * may keep the object of one request for the next, for example as a default. The items with a small object then show
 * members of earlier requests.
 */
export function sharedObjects(items: ItemSteps): readonly PlannedSequence[] {
  const { collection, creates, distinct, isAccepted } = items;
  const { create } = collection;
  if (create === undefined) return [];
  const bodies = creates.slice(0, MOST_BODIES).flatMap(({ input: { body } }) => (isJsonObject(body) ? [body] : []));
  const bases = mayBeTaken(create)
    ? distinct.slice(0, ITEMS)
    : Array.from({ length: ITEMS }, () => creates[0] ?? { input: {} });
  const names = [...new Set(bodies.flatMap((body) => Object.keys(body).filter((name) => isJsonObject(body[name]))))];
  return names
    .flatMap((name): readonly PlannedSequence[] => {
      const steps = new Steps(`shared-${name}`);
      const objects = objectsOf(bodies, name);
      const inputs = bases.flatMap(({ input }, index): readonly CaseInput[] => {
        const body = isJsonObject(input.body) ? { ...input.body, [name]: objects[index % objects.length] ?? {} } : {};
        return isAccepted(create, body) ? [{ ...input, body }] : [];
      });
      if (objects.length === 0 || inputs.length < bases.length || inputs.length < MIN_ITEMS) return [];
      for (const input of inputs) steps.add(create, { input });
      return [steps.extraSequence()];
    })
    .slice(0, MOST_OBJECTS);
}

/** The minimum number of items: two with a small object, and one with a larger object in between. */
const MIN_ITEMS = 3;

/**
 * The objects that the items get in turn: a small object, a larger object, the first object again, and a larger object
 * with different values. Empty if no object in the bodies is larger.
 */
function objectsOf(bodies: readonly JsonObject[], name: string): readonly JsonObject[] {
  const known = bodies.flatMap((body) => {
    const value = ownValue(body, name);
    return isJsonObject(value) ? [value] : [];
  });
  const [few] = known.toSorted((one, other) => Object.keys(one).length - Object.keys(other).length);
  if (few === undefined) return [];
  const signs = (value: JsonObject): number => Object.values(value).filter(isSign).length;
  const larger = known
    .filter((value) => Object.keys(few).every((member) => Object.hasOwn(value, member)))
    .filter((value) => Object.entries(value).some(([member, each]) => !Object.hasOwn(few, member) && isSign(each)))
    .toSorted((one, other) => signs(other) - signs(one));
  const [first] = larger;
  if (first === undefined) return [];
  const second = larger.find((value) => differs(first, value)) ?? first;
  return [few, first, few, second, few];
}

/** Whether two objects have different texts or numbers in a member that both have. */
function differs(one: JsonObject, other: JsonObject): boolean {
  return Object.entries(one).some(
    ([name, value]) => isSign(value) && other[name] !== undefined && !sameJson(other[name], value),
  );
}
