import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../../contract/json/json.js';
import { listInput } from './list-input.js';

it('the input for the first page of a list has the required arguments of an example, and none of its filters', async () => {
  const query = (name: string, more: JsonObject = {}): JsonObject => ({
    name,
    in: 'query',
    schema: { type: 'string' },
    ...more,
  });
  const parameters = [query('owner', { required: true }), query('type'), query('limit')];
  const get = { operationId: 'list', parameters, responses: { 200: { description: '' } } };
  const operation = operationOf(await contractOf({ paths: { '/files': { get } } }), 'list');
  const list = { operation, elements: '', limit: { name: 'limit', minimum: 1, default: 20 }, unknownPaging: [] };
  const example = { query: { owner: 'me', type: 'text/plain', limit: 7 } };
  const input = listInput(list, example, undefined, 50, { name: 'a' });
  expect(input).toEqual({ query: { owner: 'me', limit: 50, name: 'a' } });
});
