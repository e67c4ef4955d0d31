import { expect, test } from 'vitest';
import { REPLY_BOUNDS, hasManyNodes, isWithinBounds } from './json-bounds.js';

const { depth, nodes } = REPLY_BOUNDS;
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const list = (length: number): string => `[${Array.from({ length }, () => '0').join()}]`;

test.each<readonly [string, string, boolean]>([
  ['nothing', '', true],
  ['as deep as may be', nested(depth), true],
  ['one level deeper', nested(depth + 1), false],
  ['as many levels in all, one after the other', `[${nested(1200)},${nested(1200)}]`, true],
  ['objects, one level too deep', '{"a":'.repeat(depth + 1) + '1' + '}'.repeat(depth + 1), false],
  ['as many elements as may be', list(nodes - 1), true],
  ['one element more', list(nodes), false],
  ['as many members as may be', `{${Array.from({ length: nodes - 1 }, (_, index) => `"${index}":0`).join()}}`, true],
  ['marks in a text', JSON.stringify([',[{'.repeat(nodes), '"\\"[['.repeat(depth)]), true],
  ['a text that does not end', `"${'['.repeat(2 * depth)}`, true],
  ['marks behind a text that ends with a backslash', `["\\\\",${nested(depth)}]`, false],
])('%s', (_, text, within) => {
  expect(isWithinBounds(text)).toBe(within);
  expect(isWithinBounds(Buffer.from(text))).toBe(within);
});

test.each<readonly [string, unknown, boolean]>([
  ['a scalar', 1, false],
  ['as many elements as may be', Array.from({ length: nodes - 1 }, () => 0), false],
  ['more elements', Array.from({ length: nodes }, () => 0), true],
  ['more members', Object.fromEntries(Array.from({ length: nodes }, (_, index) => [`a${index}`, 0])), true],
  ['lists of lists', Array.from({ length: 1000 }, () => Array.from({ length: 100 }, () => 0)), true],
])('many nodes: %s', (_, value, many) => {
  expect(hasManyNodes(value)).toBe(many);
});

test('a value that holds itself has no text; one that holds another many times has a long one', () => {
  const value: unknown[] = [1];
  value.push([value], value);
  expect(hasManyNodes(value)).toBe(false);
  let shared: unknown[] = [];
  for (let level = 0; level < 40; level += 1) shared = [shared, shared];
  expect(hasManyNodes(shared)).toBe(true);
});
