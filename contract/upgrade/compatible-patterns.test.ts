import { expect, test } from 'vitest';
import { contractOf, operationOf } from '../fixtures/contracts.js';
import type { Json, JsonObject } from '../json/json.js';
import { isValidInput } from '../inputs/input-violations.js';

async function contractWith(schema: JsonObject) {
  const requestBody = { content: { 'application/json': { schema } } };
  const contract = await contractOf({
    paths: { '/': { post: { operationId: 'send', requestBody, responses: { 204: { description: '' } } } } },
  });
  return (body: Json): boolean => isValidInput(contract, operationOf(contract, 'send'), { body });
}

test.each<[string, string, string, string]>([
  ['an escaped hyphen, which compiles only without the u flag', '^\\-?[0-9]+$', '-5', 'a'],
  ['an escaped underscore in a class, which compiles only without the u flag', '^[a-z\\_]+$', 'a_b', 'a-b'],
  ['a pattern that compiles with the u flag', '^\\p{L}+$', 'é', '1'],
])('values are validated with a pattern of OpenAPI 3.1: %s', async (_, pattern, good, bad) => {
  const isValid = await contractWith({ type: 'string', pattern });
  expect([good, bad].map(isValid)).toEqual([true, false]);
});

test('a value that is data and not a schema keeps its pattern', async () => {
  const isValid = await contractWith({ const: { pattern: '\\-' } });
  expect([{ pattern: '\\-' }, { pattern: '-' }].map(isValid)).toEqual([true, false]);
});
