import { expect, test } from 'vitest';
import { argumentValue, givenArguments, operationArguments } from './arguments.js';
import type { ParameterIn } from './operation.js';
import { operation, parameter } from './wire/fixtures/operation.js';

test.each<readonly [string, readonly (readonly [ParameterIn, string])[], readonly string[]]>([
  [
    'names that are unique already',
    [
      ['path', 'id'],
      ['query', 'page'],
    ],
    ['id', 'page', 'body'],
  ],
  [
    'a name that occurs in two locations',
    [
      ['path', 'id'],
      ['query', 'id'],
      ['query', 'page'],
    ],
    ['path_id', 'query_id', 'page', 'body'],
  ],
  ['a parameter called body', [['query', 'body']], ['query_body', 'body']],
  [
    'a name that equals the prefixed name of another parameter',
    [
      ['path', 'id'],
      ['query', 'id'],
      ['header', 'path_id'],
    ],
    ['path_id', 'query_id', 'header_path_id', 'body'],
  ],
  [
    'a name that needs two prefixes',
    [
      ['path', 'id'],
      ['query', 'id'],
      ['query', 'path_id'],
      ['cookie', 'query_path_id'],
    ],
    ['path_id', 'query_id', 'query_path_id', 'cookie_query_path_id', 'body'],
  ],
  [
    'names that differ only in case',
    [
      ['query', 'id'],
      ['query', 'ID'],
    ],
    ['id', 'ID', 'body'],
  ],
])('every argument gets a unique name: %s → $2', (_, parameters, want) => {
  const target = operation(
    'post',
    '/',
    parameters.map(([location, name]) => parameter(location, name)),
    ['application/json'],
  );
  expect(operationArguments(target).map(({ name }) => name)).toEqual(want);
  expect(operationArguments(target)).toBe(operationArguments(target));
});

test('an operation without a body has no argument `body`', () => {
  expect(operationArguments(operation('get', '/'))).toEqual([]);
});

test('omitted, null and empty values of an argument are distinguished', () => {
  const target = operation(
    'post',
    '/',
    [parameter('query', 'q'), parameter('query', 'toString'), parameter('query', '__proto__')],
    ['application/json'],
  );
  const values = (input: Parameters<typeof argumentValue>[0]): readonly unknown[] =>
    operationArguments(target).map((argument) => argumentValue(input, argument));
  expect(values({})).toEqual([undefined, undefined, undefined, undefined]);
  expect(values({ query: { q: '' }, body: null })).toEqual(['', undefined, undefined, null]);
  expect(values({ query: JSON.parse('{"__proto__":"p","q":null}') as Record<string, string> })).toEqual([
    null,
    undefined,
    'p',
    undefined,
  ]);
  expect(givenArguments(target, { query: { q: '' }, body: null }).map(([{ name }, value]) => [name, value])).toEqual([
    ['q', ''],
    ['body', null],
  ]);
});
