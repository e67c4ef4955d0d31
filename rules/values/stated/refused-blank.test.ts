import { expect, it } from 'vitest';
import { refusesBlank } from './refused-blank.js';

it.each<[sentence: string, want: boolean]>([
  ['Must not be blank', false],
  ['Must not be empty or blank', false],
  ['The title cannot be blank', false],
  ['The text may not consist only of white space', true],
  ['Not blank', false],
  ['A reason of nothing but spaces, tabs and line breaks is refused with 422', true],
  ['Whitespace-only names are rejected', true],
  ['A text of only spaces is invalid', true],
  ['400 if it is blank', false],
  ['422 if empty or blank', false],
  ['Must contain at least one non-space character', true],
  ['At least one character that is not a space', true],
  ['A blank `title` is refused', false],
  ['May be blank, but must not be omitted', false],
  ['Must not be blank if the kind is `note`', false],
  ['A blank title is not refused', false],
  ['A blank title is allowed, but not null', false],
  ['A reason of only spaces is stored as null and must not be used', false],
  ['Must not be blank for orders', false],
  ['Must not begin with a blank', false],
  ['Only spaces are allowed between words, and tabs are refused', false],
  ['Should not be blank', false],
  ['Each line must not be blank', false],
  ['Must not be empty', false],
  ['Only letters and spaces', false],
  ['Blank texts are ignored', false],
  ['Must not contain leading spaces only', false],
  ['Must not be left blank', false],
  ['422 if the other text is blank', false],
])('reads whether a text of only spaces is refused: %s', (sentence, want) => {
  expect(refusesBlank(sentence)).toBe(want);
});
