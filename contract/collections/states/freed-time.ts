import type { Operation } from '../../operation.js';
import { sentencesOf, wordsOf } from '../../sentences.js';
import { isNounOf, stateWord, withJoinedNames } from './denied-states.js';

/**
 * The states in which an item no longer occupies its time, by a sentence of the create operation such as "cancelled
 * bookings and no-shows do not block anything". Empty if there is no such sentence. `values`: all states of the items.
 */
export function freedStates({ path, description, responses }: Operation, values: readonly string[]): readonly string[] {
  const texts = [description, ...responses.map((response) => response.description)];
  const sentences = texts.flatMap((text) => sentencesOf(withJoinedNames(text, values)));
  return values.filter((value) =>
    sentences.some((sentence) => {
      const [, before = ''] = BLOCKS_NOT.exec(sentence) ?? [];
      const words = wordsOf(before).filter((word) => !FILLERS.has(word));
      const isState = (word: string, state: string): boolean => [state, `${state}s`].includes(word);
      return (
        words.some((word) => isState(word, stateWord(value))) &&
        words.every((word) => values.some((state) => isState(word, stateWord(state))) || isNounOf(`${path}/{id}`, word))
      );
    }),
  );
}

/** Whether the description of an operation states that the time of the item is free afterwards: "the slot is free again". */
export function freesTime({ description }: Operation): boolean {
  return sentencesOf(description.toLowerCase()).some(
    (sentence) => !UNCLEAR.test(sentence) && FREES.some((pattern) => pattern.test(sentence)),
  );
}

/** Matches "cancelled bookings do not block anything", and captures the words before the verb. */
const BLOCKS_NOT =
  /^(.*)\b(?:(?:do|does|will) not|don't|doesn't|never) (?:block|occupy|reserve|count|overlap|conflict(?: with)?|prevent)\b(?: (?:a|an|any|the|other|others|anything|new|further|slots?|times?|bookings?|appointments?|reservations?|items?|as overlaps?))*$/;
const FILLERS: ReadonlySet<string> = new Set(['a', 'an', 'the', 'and', 'or', 'nor', 'any', 'all']);

const FREES: readonly RegExp[] = [
  /\b(?:slots?|times?|period|interval|dates|nights|hours|room|table|desk|court|resource)\b (?:is|are|becomes?|will be) (?:\w+ )?(?:free|available|bookable|freed|released)\b/,
  /\b(?:frees|releases) (?:up )?(?:the|its) (?:slots?|times?|period|interval|dates|nights|hours|room|table|desk|court|resource)\b/,
];
/** Matches words of a sentence about only some items, or about a later time. */
const UNCLEAR =
  /\b(?:if|unless|when|after|until|once|later|may|can|could|might|not|never|only|except|before|within|usually|eventually|minutes?|days?)\b/;
