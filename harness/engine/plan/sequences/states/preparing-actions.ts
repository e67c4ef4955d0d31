import type { ItemRead } from '../../../../../contract/collections/collection.js';
import { isOwnVerb, stateWord } from '../../../../../contract/collections/states/denied-states.js';
import type { StateMember } from '../../../../../contract/collections/states/state-member.js';
import { stateRefusals } from '../../../../../contract/collections/states/stated-states.js';

/** The maximum number of actions before another one. */
const MOST_BEFORE = 3;

/**
 * The actions that must precede an action on a new item, in order: `confirm` before `mark-missed`, which the contract
 * permits only for a `confirmed` booking. Empty if the contract may permit the action on a new item, because no action
 * has the name of one of its permitted states.
 */
export function preparingActions(
  action: ItemRead,
  actions: readonly ItemRead[],
  member: StateMember | undefined,
): readonly ItemRead[] {
  const before: ItemRead[] = [];
  for (let next = actionBefore(action, actions, member); next !== undefined;) {
    if (next === action || before.includes(next) || before.length === MOST_BEFORE) return [];
    before.unshift(next);
    next = actionBefore(next, actions, member);
  }
  return before;
}

/** An action that moves an item into a state in which another action is permitted. */
function actionBefore(
  { operation }: ItemRead,
  actions: readonly ItemRead[],
  member: StateMember | undefined,
): ItemRead | undefined {
  const refusals = stateRefusals(operation, member);
  if (member === undefined || refusals === undefined) return undefined;
  const permitted = member.values.filter((state) => !refusals.refuses(state, false));
  if (permitted.length === member.values.length) return undefined;
  const moving = permitted.map((state) => actions.find((each) => isOwnVerb(each.operation, stateWord(state))));
  return moving.every((each) => each !== undefined && each.operation !== operation) ? moving[0] : undefined;
}
