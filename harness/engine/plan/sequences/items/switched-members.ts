import { statedNulls } from '../../../../../contract/collections/states/stated-nulls.js';
import { stateMember } from '../../../../../contract/collections/states/state-member.js';
import { isJsonObject } from '../../../../../contract/json/json.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { type ItemSteps, addChange, changesWithBody } from './item-steps.js';

/** The maximum number of booleans that are changed. */
const MOST_MEMBERS = 3;
/**
 * The values to which each boolean is set, one after the other. A service that ignores `false` loses only the change
 * from `true` to `false`, because `false` is often the default.
 */
const SWITCHED = [true, false, true] as const;

/**
 * Sequences in which each PATCH switches one boolean of an item on or off, or changes its state and changes it back.
 * The item is read after each PATCH.
 */
export function switchedMembers(items: ItemSteps): readonly PlannedSequence[] {
  return [...switchedBooleans(items), ...restoredStates(items)];
}

/** The maximum number of states from which an item is changed back. */
const MOST_STATES = 2;

/**
 * Sequences that change the state of an item and change it back. They are planned only if the description of a member
 * states that the member is null in the first state of the item.
 */
function restoredStates(items: ItemSteps): readonly PlannedSequence[] {
  const { contract, collection } = items;
  const { create, read, changes = [] } = collection;
  const [made] = items.creates;
  if (create === undefined || read === undefined || made === undefined) return [];
  const [stated] = statedNulls(contract, read.operation);
  const values = stateMember(contract, read.operation)?.values ?? [];
  if (stated === undefined) return [];
  const { member, state } = stated;
  const others = values.filter((each) => each !== state).slice(0, MOST_STATES);
  return changes.flatMap((change) => {
    const isAccepted = (value: string): boolean => items.isAccepted(change.operation, { [member]: value });
    if (change.kind !== 'modify' || !isAccepted(state)) return [];
    const [input] = changesWithBody(items, change);
    return others.filter(isAccepted).map((other) => {
      const steps = new Steps(`restored-${other}-${change.operation.id}`);
      const item = steps.add(create, made);
      items.addRead(steps, item);
      for (const value of [other, state]) {
        addChange(steps, change, item, { ...input, body: { [member]: value } });
        items.addRead(steps, item);
      }
      return steps.extraSequence();
    });
  });
}

function switchedBooleans(items: ItemSteps): readonly PlannedSequence[] {
  const { create, read, changes = [] } = items.collection;
  const [made] = items.creates;
  if (create === undefined || read === undefined || made === undefined) return [];
  return changes.flatMap((change) => {
    if (change.kind !== 'modify') return [];
    const inputs = changesWithBody(items, change);
    const booleans = inputs.flatMap(({ body }) =>
      Object.entries(isJsonObject(body) ? body : {}).flatMap(([name, value]) =>
        typeof value === 'boolean' ? [name] : [],
      ),
    );
    const isSwitch = (name: string): boolean =>
      SWITCHED.every((value) => items.isAccepted(change.operation, { [name]: value }));
    const names = [...new Set(booleans)].filter(isSwitch).slice(0, MOST_MEMBERS);
    if (names.length === 0) return [];
    const steps = new Steps(`switched-${change.operation.id}`);
    const item = steps.add(create, made);
    items.addRead(steps, item);
    for (const name of names)
      for (const value of SWITCHED) {
        addChange(steps, change, item, { ...inputs[0], body: { [name]: value } });
        items.addRead(steps, item);
      }
    return [steps.extraSequence()];
  });
}
