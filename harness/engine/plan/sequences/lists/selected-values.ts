import type { Json } from '../../../../../contract/json/json.js';

/**
 * Groups of three values of the same type. The values of a group are neither ascending nor descending. This is also
 * true for the first group of numbers if they are compared as texts.
 */
export const UNORDERED: readonly (readonly Json[])[] = [
  ['birch', 'cedar', 'apple'],
  [10, 30, 2],
  [2, 3, 1],
  ['2030-01-02', '2030-01-03', '2030-01-01'],
  ['2030-01-02T00:00:00Z', '2030-01-03T00:00:00Z', '2030-01-01T00:00:00Z'],
];

/**
 * Groups of three decimal numbers with usual numbers of decimal places. The values of a group are in no order, neither
 * as numbers nor as texts.
 */
export const UNORDERED_DECIMALS: readonly (readonly Json[])[] = [
  ['10.00', '30.00', '2.00'],
  ['10', '30', '2'],
  ['10.0', '30.0', '2.0'],
  ['10.000', '30.000', '2.000'],
  ['10.0000', '30.0000', '2.0000'],
];

/** A search word that probably no item contains. */
export const UNKNOWN_WORD = 'qzxjwkvpqy';
/**
 * Pairs of values for a filter by a text. The words do not occur in other sequences, and no word contains another one.
 * The salt is inserted into each word.
 */
const TEXT_PAIRS: readonly (readonly [before: string, after: string])[][] = [
  [
    ['alder', ''],
    ['maple', ''],
  ],
  [
    ['alder', '@trees.example'],
    ['maple', '@trees.example'],
  ],
];

/** Pairs of values for a filter by a text. For a service that keeps its items, `salt` is different in each run. */
export function textPairs(salt: string): readonly (readonly string[])[] {
  return TEXT_PAIRS.map((pair) => pair.map(([before, after]) => `${before}${salt}${after}`));
}

/** Texts to search for, with letters in both cases: a word, and the same word as an email address. */
export function searchedTexts(salt: string): readonly string[] {
  return [`Hazel${salt}`, `Hazel${salt}@trees.example`];
}
