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
  ['an escaped hyphen', '^\\-?[0-9]+$', '-5', 'a'],
  ['an escaped underscore in a class', '^[a-z\\_]+$', 'a_b', 'a-b'],
  ['a pattern that is valid with the flag', '^\\p{L}+$', 'é', '1'],
])('a pattern of OpenAPI 3.1 that compiles only without the u flag is rewritten: %s', async (_, pattern, good, bad) => {
  const isValid = await contractWith({ type: 'string', pattern });
  expect([good, bad].map(isValid)).toEqual([true, false]);
});

test('a value that is data and not a schema keeps its pattern', async () => {
  const isValid = await contractWith({ const: { pattern: '\\-' } });
  expect([{ pattern: '\\-' }, { pattern: '-' }].map(isValid)).toEqual([true, false]);
});
