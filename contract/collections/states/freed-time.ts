import type { Operation } from '../../operation.js';
import { QUALIFIED, sentencesOf, wordsOf } from '../../sentences.js';
import { statesOnly, withJoinedNames } from './denied-states.js';

/**
 * The states in which an item no longer occupies its time, by a sentence of the create operation such as "cancelled
 * bookings and no-shows do not block anything". Empty if there is no such sentence. `values`: all states of the items.
 */
export function freedStates({ path, description }: Operation, values: readonly string[]): readonly string[] {
  return sentencesOf(withJoinedNames(description, values)).flatMap((sentence) => {
    const [, before = ''] = BLOCKS_NOT.exec(sentence) ?? [];
    return statesOnly(`${path}/{id}`, wordsOf(before), values);
  });
}

/**
 * Whether the description of an operation states that the time of the item is free afterwards: "the slot is free
 * again".
 */
export function freesTime({ description }: Operation): boolean {
  return sentencesOf(description).some((sentence) => FREES.test(sentence) && !QUALIFIED.test(sentence));
}

/** Matches "cancelled bookings do not block anything", and captures the words before the verb. */
const BLOCKS_NOT =
  /^(.*)\b(?:(?:do|does|will) not|never) (?:block|occupy|count|overlap)\b(?: (?:an?y?|the|other|others|anything|new|slots?|times?|rooms?|bookings?|appointments?|as overlaps?))*$/;
const FREES =
  /\b(?:slot|time|period|dates|room|table) (?:is|are|becomes?) (?!not)(?:\w+ )?(?:free|available)\b|\b(?:frees|releases) (?:the|its) (?:slot|time|period|dates|room|table)\b/i;
