import { expect, test } from 'vitest';
import type { CaseInput } from '../case.js';
import { contractOf, operationOf } from '../fixtures/contracts.js';
import type { JsonObject } from '../json/json.js';
import { isUncertain } from './uncertain-values.js';

const text = { type: 'string' };
const list = { type: 'array', items: text };

function parameter(place: string, name: string, schema: JsonObject, more: JsonObject = {}): JsonObject {
  return { in: place, name, schema, ...more };
}

test.each<readonly [string, JsonObject, CaseInput, boolean]>([
  [
    'yes, for a string with an undefined format',
    parameter('query', 'a', { ...text, format: 'slug' }),
    { query: { a: 'x' } },
    true,
  ],
  [
    'no, for an example of the contract with an undefined format',
    parameter('query', 'a', { ...text, format: 'slug', examples: ['x'] }),
    { query: { a: 'x' } },
    false,
  ],
  [
    'yes, for an element of a list with an undefined format',
    parameter('query', 'a', { type: 'array', items: { ...text, format: 'slug' } }),
    { query: { a: ['x'] } },
    true,
  ],
  [
    'no, for a string with a format of JSON Schema',
    parameter('query', 'a', { ...text, format: 'date' }),
    { query: { a: 'x' } },
    false,
  ],
  [
    'no, for a number with a format of OpenAPI',
    parameter('query', 'a', { format: 'int32' }),
    { query: { a: 7 } },
    false,
  ],
  [
    'no, for a string with a format that restricts nothing',
    parameter('query', 'a', { format: 'password' }),
    { query: { a: 'x' } },
    false,
  ],
  [
    'no, for null, which has no format',
    parameter('query', 'a', { type: ['string', 'null'], format: 'slug' }),
    { query: { a: null } },
    false,
  ],
  [
    'yes, for an element with a comma in a comma-separated list',
    parameter('query', 'a', list, { explode: false }),
    { query: { a: ['x', ','] } },
    true,
  ],
  [
    'no, for an element with a comma in a list of repeated parameters',
    parameter('query', 'a', list),
    { query: { a: ['x', ','] } },
    false,
  ],
  [
    'no, for an element without a comma in a comma-separated list',
    parameter('query', 'a', list, { explode: false }),
    { query: { a: ['x'] } },
    false,
  ],
  [
    'yes, for an invalid date in If-Modified-Since',
    parameter('header', 'If-Modified-Since', text),
    { header: { 'If-Modified-Since': 'a' } },
    true,
  ],
  [
    'no, for an HTTP-date in If-Modified-Since',
    parameter('header', 'If-Modified-Since', text),
    { header: { 'If-Modified-Since': 'Sun, 06 Nov 1994 08:49:37 GMT' } },
    false,
  ],
  ['yes, for an empty string in If-Match', parameter('header', 'If-Match', text), { header: { 'If-Match': '' } }, true],
  [
    'yes, for an entity tag without quotes in If-None-Match',
    parameter('header', 'If-None-Match', text),
    { header: { 'If-None-Match': 'a' } },
    true,
  ],
  [
    'no, for a list of entity tags in If-Match',
    parameter('header', 'If-Match', text),
    { header: { 'If-Match': '"a", W/"b"' } },
    false,
  ],
  [
    'no, for the tag * in If-None-Match',
    parameter('header', 'If-None-Match', text),
    { header: { 'If-None-Match': '*' } },
    false,
  ],
  [
    'no, for a string in a header without a defined form',
    parameter('header', 'X-Since', text),
    { header: { 'X-Since': 'a' } },
    false,
  ],
])('decides whether a service may refuse a value that the schemas allow: %s', async (_, given, input, want) => {
  const get = { operationId: 'getThings', parameters: [given], responses: { '200': { description: '' } } };
  const contract = await contractOf({ paths: { '/things': { get } } });
  const [operation] = contract.operations;
  expect(operation && isUncertain(contract, operation, input)).toBe(want);
});

test('a service may refuse a member of the body if the matching alternative has an unknown format', async () => {
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

test.each([
  ['image/png', true],
  ['application/pdf', true],
  ['application/octet-stream', false],
  ['text/plain', false],
  ['application/json', false],
])('a body of type %s, with or without a schema, may be refused: %s', async (type, want) => {
  const contract = await contractOf({
    paths: {
      '/': {
        put: {
          operationId: 'put',
          requestBody: { content: { [type]: {} } },
          responses: { 204: { description: '' } },
        },
        post: {
          operationId: 'post',
          requestBody: { content: { [type]: { schema: { type: 'string', format: 'binary' } } } },
          responses: { 204: { description: '' } },
        },
      },
    },
  });
  for (const id of ['put', 'post'])
    expect(isUncertain(contract, operationOf(contract, id), { body: 'a' }), id).toBe(want);
});
