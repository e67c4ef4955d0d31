import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../fixtures/contracts.js';
import type { JsonObject } from '../json/json.js';
import { statusMembers } from './status-members.js';

const NUMBER = { type: 'integer' };

async function pointers(schema: JsonObject): Promise<readonly string[]> {
  const responses = { 404: { description: '', content: { 'application/json': { schema } } } };
  const contract = await contractOf({ paths: { '/books': { get: { operationId: 'list', responses } } } });
  const error = operationOf(contract, 'list').responses[0]?.content[0]?.schema;
  return error === undefined ? [] : statusMembers(contract.schemas, error);
}

function withText(description: string, schema: JsonObject = NUMBER): JsonObject {
  return { type: 'object', properties: { code: { ...schema, description } } };
}

it.each<[string]>([
  ['The HTTP status of the response.'],
  ['HTTP status code'],
  ['HTTP response code of this error'],
  ['The HTTP status code, repeated. Clients need not read it.'],
  ['The numeric HTTP status.'],
])('a member of an error is the status of its reply: %s', async (description) => {
  expect(await pointers(withText(description))).toEqual(['/code']);
});

it.each<[string]>([
  ['The HTTP status of the upstream service.'],
  ['The HTTP status of the last delivery.'],
  ['Usually the HTTP status.'],
  ['The HTTP status, or a code of the application.'],
  ['A status.'],
  ['A code that is not the HTTP status.'],
  ['The HTTP status that the webhook returned.'],
])('a member of an error need not be the status of its reply: %s', async (description) => {
  expect(await pointers(withText(description))).toEqual([]);
});

it('a status is found below a member of the error, and not in a list or in a text', async () => {
  const error = withText('The HTTP status.');
  const text = withText('The HTTP status.', { type: 'string' });
  expect(await pointers({ type: 'object', properties: { error } })).toEqual(['/error/code']);
  expect(await pointers({ type: 'object', properties: { errors: { type: 'array', items: error } } })).toEqual([]);
  expect(await pointers(text)).toEqual([]);
});
