import type { CaseInput } from '../../../../contract/case.js';
import type { Operation } from '../../../../contract/operation.js';
import { differing, sizeOf } from '../planned/accepted-cases.js';
import { type PlannedSequence, Steps } from '../planned/planned-sequence.js';

/**
 * The number of created items. Two of 40 random identifiers are equal in half of the runs if there are a thousand
 * possible ones, and in nearly all runs if there are a hundred.
 */
const MANY_ITEMS = 40;

type Creates = readonly { readonly input: CaseInput }[];

/** Creates of equal items. Between them are an item with the most members and one with other values. */
export function equalItems(create: Operation, creates: Creates): readonly PlannedSequence[] {
  const bySize = creates.toSorted((one, other) => sizeOf(one) - sizeOf(other));
  const [smallest, largest] = [bySize[0], bySize.at(-1)];
  if (smallest === undefined || largest === undefined || sizeOf(smallest) === sizeOf(largest)) return [];
  // Not the first item: an earlier sequence may have left its values behind.
  const [other] = creates.toSorted((one, two) => differing(two, largest) - differing(one, largest));
  const steps = new Steps('equal');
  for (const made of [smallest, largest, smallest, other ?? largest, smallest]) steps.add(create, made);
  return [steps.extraSequence()];
}

/** Creates many items, because identifiers from a small range repeat by chance. */
export function manyItems(create: Operation, creates: Creates): readonly PlannedSequence[] {
  const [smallest] = creates.toSorted((one, other) => sizeOf(one) - sizeOf(other));
  if (smallest === undefined) return [];
  const steps = new Steps('many');
  for (let index = 0; index < MANY_ITEMS; index += 1) steps.add(create, smallest);
  return [steps.extraSequence()];
}
