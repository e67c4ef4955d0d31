import { expect, test } from 'vitest';
import type { Json } from '../../../contract/json/json.js';
import { joinPointer, pointerTokens, valueAt } from '../../../contract/json/json-pointer.js';
import { joinedResults, type StatedResult } from './joined-results.js';

const FILE = 'api.json';

type Operations = Readonly<Record<string, Json>>;

const bins = (examples: readonly Json[], more: Readonly<Record<string, Json>> = {}): Json => ({
  name: 'bins',
  in: 'query',
  schema: { type: 'array', examples },
  ...more,
});
const parameters = (...list: readonly Json[]): Json => ({ parameters: list });
const other: Json = { name: 'other', in: 'query' };

/**
 * A result for each value in `examples` of a document, unless the value is a list. The result is at the place of the
 * value.
 */
function resultsOf(root: Json): readonly StatedResult[] {
  const places = (value: Json, tokens: readonly string[]): readonly string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) =>
          typeof inner === 'number' ? [joinPointer('', ...tokens, key)] : places(inner as Json, [...tokens, key]),
        )
      : [];
  return places(root, []).map((pointer) => {
    const tokens = pointerTokens(pointer);
    const result = {
      rule: 'contract/examples-valid',
      severity: 'error' as const,
      message: `must be array (the value is ${JSON.stringify(valueAt(root, pointer))})`,
      repair: 'Correct the example.',
      source: 'a clause',
      location: { file: FILE, line: 1, column: 1, pointer },
      operation: tokens[1] as never,
    };
    return { result, statement: 'must be array' };
  });
}

const joinedPlaces = (root: Json): readonly number[] =>
  joinedResults(resultsOf(root), root, FILE).map(({ others = [] }) => 1 + others.length);

test.each<[string, Operations, readonly number[]]>([
  [
    'one parameter in three operations',
    { '/a': parameters(bins([1])), '/b': parameters(other, bins([1])), '/c': parameters(bins([1])) },
    [3],
  ],
  ['every example of a list', { '/a': parameters(bins([1, 2])), '/b': parameters(bins([1, 2])) }, [4]],
  ['two of three examples of a list', { '/a': parameters(bins([1, 2, []])) }, [1, 1]],
  ['parameters with different values', { '/a': parameters(bins([1])), '/b': parameters(bins([2])) }, [1, 1]],
  [
    'parameters with different names',
    { '/a': parameters(bins([1])), '/b': parameters(bins([1], { name: 'b' })) },
    [1, 1],
  ],
  [
    'parameters with different content',
    { '/a': parameters(bins([1])), '/b': parameters(bins([1], { required: true })) },
    [1, 1],
  ],
  [
    'a query parameter and a header',
    { '/a': parameters(bins([1])), '/b': parameters(bins([1], { in: 'header' })) },
    [1, 1],
  ],
  [
    'two parameters of each operation',
    { '/a': parameters(bins([1]), bins([2], { name: 'b' })), '/b': parameters(bins([1]), bins([2], { name: 'b' })) },
    [2, 2],
  ],
])('lint results with the same cause are joined: %s (places of each result: $2)', (_, paths, want) => {
  expect(joinedPlaces({ paths })).toEqual(want);
});

const body = (property: string, example: number): Json => ({
  properties: { [property]: { type: 'array', example }, free: { type: 'string' } },
});

test.each<[string, Json, readonly number[]]>([
  [
    'a property of a body and of a response',
    { requestBody: body('tags', 1), responses: { 200: body('tags', 1) } },
    [2],
  ],
  ['properties with different names', { requestBody: body('tags', 1), responses: { 200: body('names', 1) } }, [1, 1]],
  ['responses with different statuses', { responses: { 200: { example: 1 }, 201: { example: 1 } } }, [1, 1]],
])('lint results at the same property of bodies are joined: %s (places of each result: $2)', (_, operation, want) => {
  expect(joinedPlaces({ paths: { '/a': operation } })).toEqual(want);
});

test('lint results in components are not joined, because operations already share components by $ref', () => {
  expect(joinedPlaces({ components: { schemas: { A: body('tags', 1), B: body('tags', 1) } } })).toEqual([1, 1]);
});

test('a joined result lists the other places with their operations', () => {
  const root: Json = { paths: { '/a': parameters(bins([1])), '/b': parameters(bins([1])) } };
  const [result] = joinedResults(resultsOf(root), root, FILE);
  expect(result).toMatchObject({
    location: { pointer: '/paths/~1a/parameters/0/schema/examples/0' },
    operation: '/a',
    others: [{ location: { pointer: '/paths/~1b/parameters/0/schema/examples/0' }, operation: '/b' }],
  });
});
