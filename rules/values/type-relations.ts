import { type Json, isJsonObject } from '../../contract/json/json.js';
import {
  type ValueRelation,
  isBoolean,
  isFraction,
  isList,
  isNull,
  isNumber,
  isNumeric,
  isText,
  ofType,
} from './relation-kinds.js';

/** Maps the texts `true`, `false` and `null` to the JSON constants. */
const CONSTANTS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

function isWord(value: Json): value is string {
  return typeof value === 'string' && CONSTANTS.has(value);
}

export const TYPES: readonly ValueRelation[] = [
  ofType('number-as-text', 'numbers become text', isNumber, String),
  ofType('text-as-number', 'text that looks like a number becomes a number', isNumeric, Number),
  ofType('boolean-as-text', 'booleans become text', isBoolean, String, (value) => (value ? 'True' : 'False')),
  ofType('boolean-as-number', 'booleans become numbers', isBoolean, Number),
  ofType(
    'word-as-constant',
    'the words true, false and null become constants',
    isWord,
    (word) => CONSTANTS.get(word) ?? null,
  ),
  ofType('text-as-boolean', 'text becomes a boolean', isText, (value) => value !== '' && value !== 'false'),
  ofType(
    'null-as-text',
    'null becomes text',
    isNull,
    () => 'null',
    () => 'None',
    () => 'undefined',
    () => 'nil',
  ),
  ofType(
    'null-as-empty',
    'null becomes an empty value',
    isNull,
    () => '',
    () => 0,
    () => false,
  ),
  ofType('empty-as-null', 'empty text becomes null', isEmptyText, () => null),
  ofType('object-as-text', 'objects become text', isJsonObject, () => '[object Object]', JSON.stringify),
  { ...ofType('list-as-text', 'lists become text', isList, String, (list) => JSON.stringify(list)), changes: isList },
];

function isEmptyText(value: Json): value is '' {
  return value === '';
}

const DECIMALS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

function cutTo(digits: number): (value: number) => number {
  return (value) => Math.trunc(value * 10 ** digits) / 10 ** digits;
}

function isInteger(value: Json): value is number {
  return Number.isInteger(value) && value !== 0;
}

function zeroed(digits: number, cut: (value: number) => number): (value: number) => number {
  return (value) => cut(value / 10 ** digits) * 10 ** digits;
}

const TO_32_BITS = [
  (value: number): number => Math.trunc(value) | 0,
  (value: number): number => Math.trunc(value) >>> 0,
];

/**
 * Transformations by which numbers lose digits. There is one for each number of digits, because each of them leaves
 * numbers with fewer digits unchanged.
 */
export const NUMBERS: readonly ValueRelation[] = [
  ofType('rounded', 'numbers are rounded to an integer', isFraction, Math.round, Math.floor, Math.trunc, Math.ceil),
  ...DECIMALS.map((digits) =>
    // `toFixed` and `Math.round` differ if the binary value is just below the middle, as in 19.95.
    ofType(
      `rounded-decimals ${digits}`,
      'numbers lose decimals',
      isFraction,
      (value) => Number(value.toFixed(digits)),
      (value) => Math.round(value * 10 ** digits) / 10 ** digits,
    ),
  ),
  ...DECIMALS.map((digits) => ofType(`cut-decimals ${digits}`, 'decimals are cut off', isFraction, cutTo(digits))),
  ofType('single-precision', 'numbers lose precision', isNumber, Math.fround),
  ...[6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16].map((digits) =>
    ofType(`precision ${digits}`, 'numbers lose precision', isNumber, (value) => Number(value.toPrecision(digits))),
  ),
  ...[1, 2, 3, 4, 5, 6].map((digits) =>
    ofType(
      `zeroed-digits ${digits}`,
      'the last digits of numbers become zero',
      isInteger,
      zeroed(digits, Math.trunc),
      zeroed(digits, Math.round),
      zeroed(digits, Math.floor),
    ),
  ),
  ofType('32-bit', 'numbers are cut to 32 bits', isNumber, ...TO_32_BITS),
  // This relation does not change fractions, because a service may store integers in 32 bits, and fractions in full.
  ofType('32-bit integers', 'numbers are cut to 32 bits', isInteger, ...TO_32_BITS),
  ofType('negated', 'numbers change their sign', isNumber, (value) => -value, Math.abs),
  ofType(
    'grouped',
    'numbers are formatted',
    isNumber,
    ...grouping(',', '.'),
    ...grouping('.', ','),
    ...grouping(' ', ','),
    ...grouping('\u00a0', ','),
  ),
];

function grouping(separator: string, point: string): readonly ((value: number) => Json)[] {
  return [undefined, 0, 1, 2, 3].map((digits) => (value: number) => {
    const [whole = '', fraction] = (digits === undefined ? String(value) : value.toFixed(digits)).split('.');
    const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, separator);
    return fraction === undefined ? grouped : grouped + point + fraction;
  });
}
