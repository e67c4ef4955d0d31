import { expect, test } from 'vitest';
import type { CaseInput } from '../case.js';
import { contractOf } from '../fixtures/contracts.js';
import type { JsonObject } from '../json/json.js';
import { isUncertain } from './uncertain-values.js';

const text = { type: 'string' };
const list = { type: 'array', items: text };

function parameter(place: string, name: string, schema: JsonObject, more: JsonObject = {}): JsonObject {
  return { in: place, name, schema, ...more };
}

test.each<readonly [string, JsonObject, CaseInput, boolean]>([
  ['a format that nobody defines', parameter('query', 'a', { ...text, format: 'slug' }), { query: { a: 'x' } }, true],
  [
    'an example of such a format',
    parameter('query', 'a', { ...text, format: 'slug', examples: ['x'] }),
    { query: { a: 'x' } },
    false,
  ],
  [
    'an element of such a format',
    parameter('query', 'a', { type: 'array', items: { ...text, format: 'slug' } }),
    { query: { a: ['x'] } },
    true,
  ],
  ['a format of JSON Schema', parameter('query', 'a', { ...text, format: 'date' }), { query: { a: 'x' } }, false],
  ['a format of OpenAPI', parameter('query', 'a', { format: 'int32' }), { query: { a: 7 } }, false],
  ['a format without a restriction', parameter('query', 'a', { format: 'password' }), { query: { a: 'x' } }, false],
  [
    'null has no format',
    parameter('query', 'a', { type: ['string', 'null'], format: 'slug' }),
    { query: { a: null } },
    false,
  ],
  [
    'a comma in a list with commas',
    parameter('query', 'a', list, { explode: false }),
    { query: { a: ['x', ','] } },
    true,
  ],
  ['a comma in a list of parameters', parameter('query', 'a', list), { query: { a: ['x', ','] } }, false],
  ['no comma', parameter('query', 'a', list, { explode: false }), { query: { a: ['x'] } }, false],
  ['no HTTP-date', parameter('header', 'If-Modified-Since', text), { header: { 'If-Modified-Since': 'a' } }, true],
  [
    'an HTTP-date',
    parameter('header', 'If-Modified-Since', text),
    { header: { 'If-Modified-Since': 'Sun, 06 Nov 1994 08:49:37 GMT' } },
    false,
  ],
  ['another header', parameter('header', 'X-Since', text), { header: { 'X-Since': 'a' } }, false],
])('a service may refuse a value that the schemas allow: %s', async (_, given, input, want) => {
  const get = { operationId: 'getThings', parameters: [given], responses: { '200': { description: '' } } };
  const contract = await contractOf({ paths: { '/things': { get } } });
  const [operation] = contract.operations;
  expect(operation && isUncertain(contract, operation, input)).toBe(want);
});

test('a member of a body may have an unknown format, and any of its alternatives', async () => {
  const schema = { type: 'object', properties: { a: { anyOf: [{ ...text, format: 'slug' }, { type: 'null' }] } } };
  const post = {
    operationId: 'makeThing',
    requestBody: { content: { 'application/json': { schema } } },
    responses: { '200': { description: '' } },
  };
  const contract = await contractOf({ paths: { '/things': { post } } });
  const [operation] = contract.operations;
  const verdicts = ['x', null].map((a) => operation && isUncertain(contract, operation, { body: { a } }));
  expect(verdicts).toEqual([true, false]);
});
