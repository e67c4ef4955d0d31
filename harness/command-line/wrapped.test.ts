import { describe, expect, it } from 'vitest';
import { entry, wrapped } from './wrapped.js';

const SCREEN = { isTTY: true, columns: 40 };
const SENTENCE = 'parity: a sentence that is longer than the screen is wide, with a/path/that/is/longer/than/it/is/wide.yaml:1:2 in it';

describe('wrapped', () => {
  it('breaks between words, and leaves whole what is to be copied', () => {
    expect(wrapped(`${SENTENCE}\n  → and a repair which begins further in\n`, SCREEN)).toBe(
      [
        'parity: a sentence that is longer than',
        '  the screen is wide, with',
        '  a/path/that/is/longer/than/it/is/wide.yaml:1:2',
        '  in it',
        '  → and a repair which begins further',
        '    in',
        '',
      ].join('\n'),
    );
  });

  it('leaves the lines of a log as they are', () => {
    expect(wrapped(SENTENCE, {})).toBe(SENTENCE);
    expect(entry('a', SENTENCE, 4, { isTTY: false, columns: 40 })).toBe(`a     ${SENTENCE}\n`);
  });
});

describe('entry', () => {
  it('puts meanings in a column, or below where that is too narrow', () => {
    expect(entry('rule', 'What it demands of all who keep it.', 6, SCREEN)).toBe('rule    What it demands of all who keep\n        it.\n');
    expect(entry('a/long-name', 'What it demands of all who keep it.', 20, SCREEN)).toBe(
      'a/long-name\n  What it demands of all who keep it.\n',
    );
  });
});
