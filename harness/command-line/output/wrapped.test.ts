import { describe, expect, it } from 'vitest';
import { entry, wrapped } from './wrapped.js';

const SCREEN = { isTTY: true, columns: 40 };
const SENTENCE =
  'parity: a sentence that is longer than the screen is wide, with a/path/that/is/longer/than/it/is/wide.yaml:1:2 in it';

describe('wrapped', () => {
  it('wraps lines only between words, so that paths stay whole', () => {
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

  it('does not wrap the lines of a log', () => {
    expect(wrapped(SENTENCE, {})).toBe(SENTENCE);
    expect(entry('a', SENTENCE, 4, { isTTY: false, columns: 40 })).toBe(`a     ${SENTENCE}\n`);
  });
});

describe('entry', () => {
  it('puts an explanation beside its name, or below the name if the column is too narrow', () => {
    expect(entry('rule', 'What it requires of those who obey.', 6, SCREEN)).toBe(
      'rule    What it requires of those who\n        obey.\n',
    );
    expect(entry('a/long-name', 'What it requires of those who obey.', 20, SCREEN)).toBe(
      'a/long-name\n  What it requires of those who obey.\n',
    );
  });
});
