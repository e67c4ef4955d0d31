import type { PlannedSequence } from '../planned/planned-sequence.js';
import { actedItems } from './acted-items.js';
import { actedBeside } from './items/acted-beside.js';
import { changedItems } from './changed-items.js';
import { conditionalCalls } from './conditional-calls.js';
import { derivedNumbers } from './items/derived-numbers.js';
import type { ItemSteps } from './items/item-steps.js';
import { changedBeside } from './items/changed-beside.js';
import { invalidBodies } from './items/invalid-bodies.js';
import { keyedCreates } from './items/keyed-creates.js';
import { maskedChanges } from './items/masked-changes.js';
import { outdatedVersions } from './items/outdated-versions.js';
import { recreatedItems } from './items/recreated-items.js';
import { refusedChanges } from './items/refused-changes.js';
import { repeatedActions } from './items/repeated-actions.js';
import { switchedMembers } from './items/switched-members.js';
import { timedChanges } from './items/timed-changes.js';
import { uniqueMembers } from './items/unique-members.js';
import { freedTimes } from './states/freed-times.js';
import { limitedCalls } from './states/limited-calls.js';
import { refusedActions } from './states/refused-actions.js';
import { stateChanges } from './states/state-changes.js';
import { setParts } from './parents/set-parts.js';

const PLANS = [
  changedItems,
  changedBeside,
  recreatedItems,
  switchedMembers,
  actedItems,
  actedBeside,
  repeatedActions,
  conditionalCalls,
  outdatedVersions,
  maskedChanges,
  keyedCreates,
  timedChanges,
  derivedNumbers,
  uniqueMembers,
  refusedChanges,
  invalidBodies,
  setParts,
  refusedActions,
  limitedCalls,
  freedTimes,
  stateChanges,
];

/** All sequences that create one item, and then change it, remove it, call its actions or repeat its create. */
export function changedSequences(items: ItemSteps): readonly PlannedSequence[] {
  return PLANS.flatMap((plan) => plan(items));
}
