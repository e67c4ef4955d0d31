import { describe, expect, it } from 'vitest';
import { foldedLines } from './folded-lines.js';

function folded(length: number, ...differing: readonly number[]): readonly (string | number)[] {
  const body = Array.from({ length }, (_, index) => ({ text: String(index), differs: differing.includes(index) }));
  return foldedLines(body).map((line) => ('omitted' in line ? -line.omitted : line.text));
}

describe('foldedLines', () => {
  it.each([
    ['a short block is shown completely', 16, [], Array.from({ length: 16 }, (_, index) => String(index))],
    [
      'a long block without a difference is shown with its first and last lines',
      40,
      [],
      ['0', '1', '2', -34, '37', '38', '39'],
    ],
    [
      'a difference is shown with the lines around it',
      40,
      [20],
      ['0', '1', '2', -14, '17', '18', '19', '20', '21', '22', '23', -13, '37', '38', '39'],
    ],
    [
      'two close differences are shown in one group of lines',
      40,
      [5, 9],
      ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', -24, '37', '38', '39'],
    ],
  ] as const)('%s', (_, length, differing, want) => {
    expect(folded(length, ...differing)).toEqual(want);
  });
});
