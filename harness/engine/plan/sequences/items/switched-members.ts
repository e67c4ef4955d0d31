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

/** Sequences in which each PATCH switches one boolean of an item on or off. The item is read after each PATCH. */
export function switchedMembers(items: ItemSteps): readonly PlannedSequence[] {
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
