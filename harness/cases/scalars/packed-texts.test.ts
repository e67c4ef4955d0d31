import { expect, test } from 'vitest';
import { EDGE_CASE_TEXTS } from '../../../contract/formats/edge-case-texts.js';
import { packedTexts } from './packed-texts.js';

test.each([
  [1000, 1],
  [120, 5],
  [32, 10],
])('packed texts of at most %i code points contain whole edge-case texts', (most, least) => {
  const packed = packedTexts(most);
  expect(packed.length).toBeGreaterThanOrEqual(least);
  for (const text of packed) expect([...text].length).toBeLessThanOrEqual(most);
  const parts = packed.flatMap((text) => text.split('\u2016').slice(1, -1));
  const wanted = EDGE_CASE_TEXTS.filter(
    (text) => text !== '' && !text.includes('\u0000') && [...text].length + 2 <= most,
  );
  expect(wanted.filter((text) => !parts.includes(text))).toEqual([]);
});

test('the first packed text of a usual length contains one edge-case text of each kind', () => {
  const [first = ''] = packedTexts(120);
  for (const text of ['$5', '\\n', '"q"', "it's", '%20', 'l\nb', 'e\u0301', '🧰', '\ufeff'])
    expect(first).toContain(text);
});

test('there is no packed text if no edge-case text fits', () => {
  expect(packedTexts(2)).toEqual([]);
});
