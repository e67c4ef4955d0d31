import { mayBeTaken } from '../../../../../contract/collections/body/stated-unique.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { threeItems } from './changed-beside.js';
import { type ItemSteps, addChange } from './item-steps.js';

/** The maximum number of actions that are called beside other items. */
const MOST_ACTIONS = 6;
/** The time between two reads of all items, in milliseconds. Items that change by themselves often do so within it. */
const PAUSE_MS = 100;

/**
 * Sequences that call one action on the second of three items. All three items and the list are read twice before the
 * action and once after it. The two reads before the action show which members change by themselves.
 */
export function actedBeside(items: ItemSteps): readonly PlannedSequence[] {
  const { create, read, actions = [] } = items.collection;
  if (create === undefined || read === undefined) return [];
  const [other, acted, last = other] = threeItems(items.distinct, mayBeTaken(create));
  if (other === undefined || acted === undefined || last === undefined) return [];
  return actions.slice(0, MOST_ACTIONS).flatMap((action) => {
    const [input] = items.inputsOf(action.operation);
    if (input === undefined) return [];
    const steps = new Steps(`acted-beside-${action.operation.id}`);
    const [before, item, after] = [other, acted, last].map((made) => steps.add(create, made)) as [
      string,
      string,
      string,
    ];
    const readAll = (pauseMs?: number): void => {
      items.addRead(steps, item, pauseMs === undefined ? {} : { pauseMs });
      for (const step of [before, after]) items.addRead(steps, step);
      items.addWalk(steps);
    };
    readAll();
    readAll(PAUSE_MS);
    addChange(steps, action, item, input);
    readAll();
    return [steps.extraSequence()];
  });
}
