import { expect, it } from 'vitest';
import { contractOf, itemService, operationOf } from '../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../contract/json/json.js';
import { requiredNames } from './required-names.js';

it('requiredNames lists the names of members that at least one object of the input requires', async () => {
  const contract = await itemService();
  const names = (id: string): readonly string[] => requiredNames(contract.schemas, operationOf(contract, id));
  expect(names('listItems')).toEqual([]);
  expect(names('getItem')).toEqual(['item_id']);
  expect(names('createItem').toSorted()).toEqual(
    ['author', 'body', 'file', 'height', 'kind', 'name', 'row', 'unit', 'width'].toSorted(),
  );
});

it('requiredNames reads lists, maps and circular schemas', async () => {
  const of = (name: string): JsonObject => ({
    type: 'object',
    required: [name],
    properties: { next: { $ref: '#/a' } },
  });
  const schema = {
    type: 'object',
    properties: { list: { items: of('in_list') }, map: { additionalProperties: of('in_map') }, next: { $ref: '#/a' } },
  };
  const post = {
    operationId: 'make',
    requestBody: { content: { 'application/json': { schema } } },
    responses: { 201: { description: 'Made.' } },
  };
  const contract = await contractOf({ paths: { '/a': { post } }, a: of('in_reference') });
  expect(requiredNames(contract.schemas, operationOf(contract, 'make'))).toEqual(
    expect.arrayContaining(['in_list', 'in_map', 'in_reference']),
  );
});
