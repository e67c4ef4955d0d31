import { expect, it } from 'vitest';
import { contractAt } from '../../contract/fixtures/contracts.js';
import type { HttpReply } from '../http/http-exchange.js';
import { listRoutes } from './inventory.js';

it.each([
  ['reports an unknown item', 'There is no such item.', ['GET /items', 'GET /items/{item_id}']],
  ['equals the 404 of a path without routes', 'Not found: 17.', ['GET /items']],
])('the routes of a service, if the 404 of a path with an item %s: $2', async (_, text, want) => {
  const contract = await contractAt('contract/item-service.openapi.yaml');
  const answer = (target: string): HttpReply => {
    const isList = target === '/items';
    const body = Buffer.from(target.startsWith('/items/') ? text : 'Not found: 18.');
    return { kind: 'response', status: isList ? 405 : 404, headers: isList ? [['allow', 'GET']] : [], body };
  };
  const routes = await listRoutes(contract, ({ target }) => Promise.resolve(answer(target)));
  expect(
    routes.map(({ name }) => name).filter((name) => want.includes(name) || name === 'GET /items/{item_id}'),
  ).toEqual(want);
});
