import { expect, test } from 'vitest';
import { REPLY_BOUNDS, endsWithin, hasManyNodes, isWithinBounds } from './json-bounds.js';

const { depth, nodes } = REPLY_BOUNDS;
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const list = (length: number): string => `[${Array.from({ length }, () => '0').join()}]`;

test.each<readonly [string, string, boolean]>([
  ['an empty string', '', true],
  ['lists nested to the largest depth', nested(depth), true],
  ['lists nested one level too deep', nested(depth + 1), false],
  ['two deep lists beside each other', `[${nested(1200)},${nested(1200)}]`, true],
  ['objects nested one level too deep', '{"a":'.repeat(depth + 1) + '1' + '}'.repeat(depth + 1), false],
  ['a list with the largest number of elements', list(nodes - 1), true],
  ['a list with one element too many', list(nodes), false],
  [
    'an object with the largest number of members',
    `{${Array.from({ length: nodes - 1 }, (_, index) => `"${index}":0`).join()}}`,
    true,
  ],
  ['brackets and commas in a string', JSON.stringify([',[{'.repeat(nodes), '"\\"[['.repeat(depth)]), true],
  ['a string without a closing quote', `"${'['.repeat(2 * depth)}`, true],
  ['brackets after a string that ends with a backslash', `["\\\\",${nested(depth)}]`, false],
])('decides whether a JSON text is within the bounds: %s → $2', (_, text, within) => {
  expect(isWithinBounds(text)).toBe(within);
  expect(isWithinBounds(Buffer.from(text))).toBe(within);
});

test.each<readonly [string, unknown, boolean]>([
  ['a scalar', 1, false],
  ['a list with the largest number of elements', Array.from({ length: nodes - 1 }, () => 0), false],
  ['a list with too many elements', Array.from({ length: nodes }, () => 0), true],
  [
    'an object with too many members',
    Object.fromEntries(Array.from({ length: nodes }, (_, index) => [`a${index}`, 0])),
    true,
  ],
  [
    'a list of lists with too many nodes in total',
    Array.from({ length: 1000 }, () => Array.from({ length: 100 }, () => 0)),
    true,
  ],
])('decides whether a value has too many nodes: %s → $2', (_, value, many) => {
  expect(hasManyNodes(value)).toBe(many);
});

test('a cyclic value never has too many nodes; a shared value counts once for each reference', () => {
  const value: unknown[] = [1];
  value.push([value], value);
  expect(hasManyNodes(value)).toBe(false);
  let shared: unknown[] = [];
  for (let level = 0; level < 40; level += 1) shared = [shared, shared];
  expect(hasManyNodes(shared)).toBe(true);
});

test.each<[string, boolean]>([
  ['{"a":1', true],
  [' ["a', true],
  ['"\\"', true],
  ['{"a":[1]', true],
  ['{"a":1}}', false],
  ['{"a":tru}', false],
  ['<p>{</p>', false],
  ['', false],
])('decides whether the end of a JSON text is missing: %o → %s', (text, want) => {
  expect(endsWithin(Buffer.from(text))).toBe(want);
});
