import type { PlannedSequence } from '../planned/planned-sequence.js';
import { parentItems } from './parents/removed-parents.js';
import { unknownItems } from './parents/unknown-items.js';
import { putItems } from './put-items.js';
import { storedContents } from './stored-contents.js';

type Subject = Parameters<typeof parentItems>[0] &
  Parameters<typeof storedContents>[0] &
  Parameters<typeof putItems>[0];

/** All sequences that are planned from the paths of the contract instead of a single collection. */
export function pathSequences(subject: Subject): readonly PlannedSequence[] {
  return [...storedContents(subject), ...putItems(subject), ...parentItems(subject), ...unknownItems(subject)];
}
