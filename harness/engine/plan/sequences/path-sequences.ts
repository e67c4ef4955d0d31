import type { PlannedSequence } from '../planned/planned-sequence.js';
import { aggregatedItems } from './parents/aggregated-items.js';
import { addedParts } from './added-parts.js';
import { filledLists } from './parents/filled-lists.js';
import { headCalls } from './head-calls.js';
import { bodySearches } from './lists/body-searches.js';
import { removedAmong } from './lists/removed-among.js';
import { knownReads } from './lists/known-reads.js';
import { parentItems } from './parents/removed-parents.js';
import { partsOfItems } from './parents/contained-parts.js';
import { polledJobs } from './polled-jobs.js';
import { referringItems } from './parents/referring-items.js';
import { unknownItems } from './parents/unknown-items.js';
import { unknownReferences } from './parents/unknown-references.js';
import { existingItems } from './states/existing-items.js';
import { putItems } from './puts/put-items.js';
import { storedContents } from './stored-contents.js';
import { wrongTokens } from './wrong-tokens.js';

type Subject = Parameters<typeof parentItems>[0] &
  Parameters<typeof storedContents>[0] &
  Parameters<typeof putItems>[0];

/**
 * All sequences that are planned from the operations and their paths. Other sequences are planned for one collection of
 * items.
 */
export function pathSequences(subject: Subject): readonly PlannedSequence[] {
  const { operations, collections, maker } = subject;
  return [
    ...storedContents(subject),
    ...putItems(subject),
    ...addedParts(subject),
    ...parentItems(subject),
    ...partsOfItems(subject),
    ...referringItems(subject),
    ...aggregatedItems(subject),
    ...filledLists(subject),
    ...unknownItems(subject),
    ...unknownReferences(subject),
    ...existingItems(subject),
    ...polledJobs(subject),
    ...bodySearches(subject),
    ...knownReads(subject),
    ...removedAmong(subject),
    ...headCalls(operations, collections, maker),
    ...wrongTokens(operations, maker),
  ];
}
