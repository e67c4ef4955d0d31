import { textTemplateOf, templateSize } from './text-template.js';

/** The size of the letter `a`. All other sizes are relative to it. */
export const UNIT = 16;
/**
 * The size of the empty string. It is larger than the size of `a`, because the empty string is an edge case, and
 * smaller than the size of `aa`.
 */
const EMPTY = 3 * UNIT + 2;
const QUOTES = 2 * UNIT;
/** Additional size of punctuation at the start and the end of a string, where a reader may overlook it. */
const LEADING = 3;
const TRAILING = 2;

const DIGITS = /^-?\d{2,40}$/;

/**
 * The effort that a person needs to read a string: its length, plus an amount for each character that is not `a`. A
 * non-ASCII character counts more than a few letters, so that it stays only if it causes the fault.
 */
export function textSize(text: string): number {
  if (text === '') return EMPTY;
  const template = textTemplateOf(text);
  if (template !== undefined) return QUOTES + templateSize(template);
  let size = QUOTES;
  // Of two strings with the same number of digits, the string with the smaller number is simpler.
  if (DIGITS.test(text))
    return size + (UNIT + 2) * text.length + 0.99 * (Number(text.replace('-', '')) / 10 ** text.length);
  for (const character of text) size += characterSize(character);
  if (text.length === 1) return size;
  return size + (isPunctuation(text[0]) ? LEADING : 0) + (isPunctuation(text.at(-1)) ? TRAILING : 0);
}

export function characterSize(character: string): number {
  if (character === 'a') return UNIT;
  if (character === 'b') return UNIT + 0.5;
  if (character >= 'c' && character <= 'z') return UNIT + 1;
  if (character >= '0' && character <= '9') return UNIT + (character === '1' ? 2 : character === '0' ? 3 : 4);
  if (character >= 'A' && character <= 'Z') return UNIT + (character === 'A' ? 5 : 6);
  if (character >= ' ' && character <= '~') return 30;
  if (character === 'é') return 59;
  return character.length === 1 && /[\p{L}\p{N}]/u.test(character) ? 60 : 100;
}

function isPunctuation(character: string | undefined): boolean {
  return character !== undefined && characterSize(character) >= 30;
}
