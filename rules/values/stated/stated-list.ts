import { type Json, type JsonObject, ownValue } from '../../../contract/json/json.js';
import { descriptionsOf, sentencesOf } from '../../../contract/sentences.js';
import { canonicalJson } from '../../../contract/json/canonical-json.js';

/** Matches sentences which state that a list is sorted: "In ascending order", "sorted by name", "alphabetically". */
const ORDER =
  /\b(?:ascending|descending|alphabetic(?:al(?:ly)?)?|lexicographic(?:al(?:ly)?)?|numerical(?:ly)?|chronological(?:ly)?) order\b|\b(?:are|is|always|returned|listed|kept|stored) (?:sorted|ordered)\b|^\W*(?:sorted|ordered)\b|\balphabetically\b/i;
/** Matches sentences that state no order of a list, or only under a condition. */
const NO_ORDER = /\b(?:not|no|never|may|might|can|if|when|unless|must|should|shall|in (?:the|its|their) given)\b/i;
/** Matches texts which state that equal elements are removed. */
export const WITHOUT_EQUAL =
  /\b(?:duplicates?|repetitions?|repeats) (?:\w+ )?(?:(?:are|is) )?(?:removed|ignored|dropped|merged|discarded)\b|\bwithout (?:duplicates|repetitions?|repeats|repeated \w+)\b|\b(?:occurs?|appears?|is (?:given|sent|listed)) (?:again|twice)\b.*\b(?:removed|ignored|dropped|discarded)\b/i;
/** Matches words that are sorted in the same way in every language and with any treatment of letter case. */
const PLAIN_WORD = /^[a-z]+$/;

/**
 * Makes a received list comparable with the sent one. The result is the sent list if both lists differ only as the
 * description permits: in their order, or in equal elements that the service removed. For any other difference, the
 * result is the received list. It is also the received list if the sent list was already in the order that the
 * description states, because the service then had no reason to change the order.
 */
export function inSentOrder(
  applied: readonly { readonly schema: JsonObject }[],
  sent: readonly Json[],
  received: readonly Json[],
): readonly Json[] {
  const lists = applied.map(({ schema }) => schema).filter((schema) => ownValue(schema, 'description') !== undefined);
  const sentences = descriptionsOf(lists).flatMap(sentencesOf);
  const isOrdered = sentences.some((sentence) => ORDER.test(sentence) && !NO_ORDER.test(sentence));
  const isDistinct = sentences.some((sentence) => WITHOUT_EQUAL.test(sentence));
  if (!isOrdered && !isDistinct) return received;
  const wanted = keysOf(isDistinct ? distinct(sent) : sent);
  const found = keysOf(received);
  if (!isOrdered) return wanted.join() === found.join() ? sent : received;
  const isSame = wanted.length === found.length && wanted.toSorted().join() === found.toSorted().join();
  return isSame && !(isAscending(sentences) && isSorted(distinct(sent))) ? sent : received;
}

function keysOf(list: readonly Json[]): readonly string[] {
  return list.map((item) => canonicalJson(item));
}

function distinct(list: readonly Json[]): readonly Json[] {
  const keys = keysOf(list);
  return list.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}

function isAscending(sentences: readonly string[]): boolean {
  const stated = sentences.filter((sentence) => ORDER.test(sentence)).join(' ');
  return /\b(?:ascending|alphabetical)/i.test(stated) && !/\b(?:descending|reverse)\b/i.test(stated);
}

/** Whether the elements of a list are in ascending order, by any usual comparison of their values. */
function isSorted(list: readonly Json[]): boolean {
  const areWords = list.every((item) => typeof item === 'string' && PLAIN_WORD.test(item));
  const areNumbers = list.every((item) => typeof item === 'number');
  if (!areWords && !areNumbers) return false;
  return list.every((item, index) => index === 0 || (list[index - 1] as string) <= (item as string));
}
