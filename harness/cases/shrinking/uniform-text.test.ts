import { describe, expect, it } from 'vitest';
import type { Json } from '../../../contract/json/json.js';
import { smallerValues } from './shrink-input.js';

const MOST = 120;
const WIDE = '🔬';
/**
 * A string that resembles random strings: several scripts, combining marks, control characters, and characters beyond
 * U+FFFF.
 */
const DRAWN = `${'aQ7 é-日\u200D\n'.repeat(11)}${WIDE}x${WIDE}\u0301ñ`;

/** The smallest string of at most 120 characters that shows a fault, with the number of calls that the search made. */
function smallest(start: string, shows: (text: string) => boolean): { readonly text: Json; readonly calls: number } {
  const inClass = (value: Json): boolean => typeof value === 'string' && [...value].length <= MOST;
  let [text, calls]: [Json, number] = [start, 0];
  expect(inClass(start) && shows(start), start).toBe(true);
  const search = smallerValues(start, inClass);
  for (let step = search.next(); step.done !== true;) {
    calls += 1;
    const holds = shows(step.value as string);
    if (holds) text = step.value;
    step = search.next(holds);
  }
  return { text, calls };
}

function unusual(text: string): string {
  return text.replaceAll('a', '');
}

describe('shrinking of long strings', () => {
  it.each<[string, string, (text: string) => boolean, { readonly length: number; readonly unusual: string }]>([
    [
      'a string of characters that count twice keeps one of them',
      WIDE.repeat(MOST),
      (text) => text.length > MOST,
      { length: MOST, unusual: WIDE },
    ],
    [
      'a string with just enough characters that count twice keeps one of them, and letters',
      `${WIDE.repeat(MOST / 2)}a`,
      (text) => text.length > MOST,
      { length: MOST, unusual: WIDE },
    ],
    [
      'a string of many kinds of characters keeps only the kind that counts twice',
      DRAWN.padEnd(MOST + 2, 'b'),
      (text) => text.length > MOST,
      { length: MOST, unusual: WIDE },
    ],
    [
      'a string of characters that count three times keeps one of them',
      '日'.repeat(MOST / 2),
      (text) => Buffer.byteLength(text) > MOST + 1,
      { length: MOST, unusual: '日' },
    ],
    [
      'a string keeps one character of each of the two kinds that cause the fault',
      DRAWN,
      (text) => text.includes('\n') && text.includes('日') && text.length > 60,
      { length: 61, unusual: '日\n' },
    ],
    [
      'a string becomes the only character that causes the fault',
      DRAWN,
      (text) => text.includes('\u0301'),
      { length: 1, unusual: '\u0301' },
    ],
  ])('%s', (_, start, shows, want) => {
    const { text, calls } = smallest(start, shows);
    expect({ length: [...(text as string)].length, unusual: unusual(text as string) }).toEqual(want);
    expect(calls).toBeLessThanOrEqual(60);
  });
});
