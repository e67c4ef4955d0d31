import { createHash } from 'node:crypto';

/**
 * The kinds of characters that are changed in a code, each with its first character. All other characters stay the
 * same.
 */
const FIRST: readonly (readonly [characters: RegExp, first: string])[] = [
  [/[0-9]/, '0'],
  [/[a-z]/, 'a'],
  [/[A-Z]/, 'A'],
];
/** If a code has at least this number of digits, only its digits are changed. */
const ENOUGH_DIGITS = 3;
/**
 * The minimum number of letters in a code without digits. Shorter codes may be known words, such as `USD` or `en-US`.
 */
const LEAST_LETTERS = 6;
/** The minimum number of digits in a code without letters. Shorter strings may be amounts. */
const LEAST_DIGITS = 6;
/** Matches times, UUIDs, and numbers with a sign or a fraction. A changed value would have a different meaning. */
const NO_CODE =
  /^(?:(?:19|20)\d\d-?\d\d-?\d\d.*|\d\d:\d\d.*|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[+-].*|\d+\.\d+)$/i;

/**
 * One character of a code that may be changed: its position, and the first character and the number of characters of
 * its kind.
 */
interface Digit {
  readonly at: number;
  readonly first: number;
  readonly size: number;
}

/**
 * Makes up to `most` different codes by counting up from a code: `AB-0008` follows `AB-0007`. Digits stay digits, and
 * letters stay letters of the same case, so most patterns still match. With a salt, the count starts at a code that
 * depends on the salt. Empty if `text` is not a code.
 */
export function countedCodes(text: string, salt: string, most: number): readonly string[] {
  const digits = isCode(text) ? countedDigits(text) : [];
  const [highest, ...lower] = digits;
  if (highest === undefined) return [];
  const room = lower.reduce((product, { size }) => Math.min(product * size, 2 ** 30), 1);
  const start = salt === '' ? 0 : createHash('sha256').update(salt).digest().readUInt32BE() % room;
  const count = Math.min(most, room * highest.size - 1);
  return Array.from({ length: count }, (_, index) => codeAfter(text, digits, start + index + 1));
}

function isCode(text: string): boolean {
  if (NO_CODE.test(text)) return false;
  const digits = text.replaceAll(/[^0-9]/g, '').length;
  const letters = text.replaceAll(/[^A-Za-z]/g, '').length;
  return letters === 0 ? digits >= LEAST_DIGITS : digits > 0 || letters >= LEAST_LETTERS;
}

/**
 * The characters of a code to change, from left to right. If all letters are between A and F, they stay in this range,
 * because they may be hexadecimal digits.
 */
function countedDigits(text: string): readonly Digit[] {
  const letters = /[g-z]/i.test(text) ? 26 : 6;
  const all = Array.from({ length: text.length }, (_, at) => at).flatMap((at) => {
    const [, first] = FIRST.find(([characters]) => characters.test(text.charAt(at))) ?? [];
    return first === undefined ? [] : [{ at, first: first.charCodeAt(0), size: first === '0' ? 10 : letters }];
  });
  const decimal = all.filter(({ size }) => size === 10);
  return decimal.length >= ENOUGH_DIGITS ? decimal : all;
}

/** Counts up by `steps` from the given code. After the last code comes the first one. */
function codeAfter(text: string, digits: readonly Digit[], steps: number): string {
  const codes = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  let carry = steps;
  for (const { at, first, size } of digits.toReversed()) {
    if (carry === 0) break;
    const sum = text.charCodeAt(at) - first + carry;
    codes[at] = first + (sum % size);
    carry = Math.floor(sum / size);
  }
  return String.fromCharCode(...codes);
}
