import { expect, it } from 'vitest';
import { contractAt, operationOf } from '../../../contract/fixtures/contracts.js';
import { NO_BODY } from '../../../contract/wire/message.js';
import { locationOf } from './located-resource.js';

const contract = await contractAt('contract/item-service.openapi.yaml');
const created = operationOf(contract, 'createItem');

it.each<[string, string, string | undefined, string?, boolean?]>([
  ['a path', '/items/a%2Fb', '/items/a%2Fb', 'getItem'],
  ['a reference relative to the target', 'items/a', '/items/a', 'getItem'],
  ['a query', '/items/a?full=1', '/items/a?full=1', 'getItem'],
  ['an absolute URI on this machine', 'http://localhost:1234/items/a', '/items/a', 'getItem'],
  ['a base path', '/v1/items/a', '/items/a', 'getItem'],
  ['the collection', '/items', '/items', 'listItems', true],
  ['a path that the contract lacks', '/item/a', '/item/a'],
  ['another host', 'https://api.example/items/a', undefined],
  ['dots that a parser removes', '/items/%2e%2e', undefined],
  ['no URI', 'http://[', undefined],
])('%s', (_, value, target, operation, isCollection = false) => {
  const reply = { kind: 'response', status: 201, headers: [['Location', value]], body: NO_BODY } as const;
  const found = locationOf(contract, created, '/items', reply);
  expect([found?.target, found?.operation?.id, found?.isCollection ?? false]).toEqual([
    target,
    operation,
    isCollection,
  ]);
  expect(locationOf(contract, created, '/items', { ...reply, status: 200 })).toBeUndefined();
});
