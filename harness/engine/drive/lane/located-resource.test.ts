import { expect, it } from 'vitest';
import { contractAt, contractOf, operationOf } from '../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../contract/json/json.js';
import { NO_BODY } from '../../../../contract/wire/message.js';
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
  ['a text that is not a URI', 'http://[', undefined],
])('a Location leads to its operation: %s', (_, value, target, operation, isCollection = false) => {
  const reply = { kind: 'response', status: 201, headers: [['Location', value]], body: NO_BODY } as const;
  const found = locationOf(contract, created, '/items', reply);
  expect([found?.target, found?.operation?.id, found?.isCollection ?? false]).toEqual([
    target,
    operation,
    isCollection,
  ]);
  expect(locationOf(contract, created, '/items', { ...reply, status: 200 })).toBeUndefined();
});

it.each<[string, string, string, true?]>([
  ['with the base path', '/v1/items/a', '/items/a'],
  ['relative to the target', 'items/a', '/items/a'],
  ['without the base path', '/items/a', '/items/a', true],
  ['as a URI without the base path', 'http://localhost/items/a', '/items/a', true],
  ['with the base path, to a path that the contract lacks', '/v1/item/a', '/item/a'],
  ['with the start of the base path', '/v12/items/a', '/v12/items/a', true],
])('a Location of a service with a base path leads to its operation: %s', (_, value, target, atOrigin) => {
  const reply = { kind: 'response', status: 201, headers: [['Location', value]], body: NO_BODY } as const;
  const found = locationOf(contract, created, '/items', reply, '/v1');
  expect([found?.target, found?.atOrigin]).toEqual([target, atOrigin]);
});

it.each<[string, string, string, string | undefined]>([
  ['the status monitor', 'state', '/jobs/1', '/jobs/1'],
  ['a path that the contract lacks', 'state', '/job/1', '/job/1'],
  ['the result of the job', 'state', '/results/1', undefined],
  ['a path below the monitor that ends like another path', 'state', '/jobs/1/health', '/jobs/1/health'],
  ['a resource that need not exist yet', 'title', '/jobs/1', undefined],
])('the Location of a 202 is followed only to a status monitor: a Location of %s', async (_, member, value, want) => {
  const text = { type: 'string' };
  const content = { 'application/json': { schema: { properties: { [member]: text } } } };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: text }];
  const read = (operationId: string): JsonObject => ({
    parameters,
    get: { operationId, responses: { '200': { description: '', content } } },
  });
  const accepted = { description: '', headers: { Location: { schema: text } } };
  const jobs = await contractOf({
    paths: {
      '/jobs': { post: { operationId: 'run', responses: { '202': accepted } } },
      '/jobs/{id}': read('getJob'),
      '/results/{id}': read('getResult'),
      '/health': { get: { operationId: 'getHealth', responses: { '200': { description: '' } } } },
    },
  });
  const reply = { kind: 'response', status: 202, headers: [['Location', value]], body: NO_BODY } as const;
  expect(locationOf(jobs, operationOf(jobs, 'run'), '/jobs', reply)?.target).toBe(want);
});
