import { expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import { replyFit } from './reply-fit.js';

const content = (...types: readonly string[]): object => ({
  content: Object.fromEntries(types.map((type) => [type, {}])),
});

it.each<[string, object, number, string | undefined, number]>([
  ['a 404', content('application/json'), 404, 'application/json', 0],
  ['a web page in place of documented JSON', content('application/json'), 200, 'text/html; charset=utf-8', 0],
  ['a documented media type', content('application/json'), 200, 'application/json; charset=utf-8', 2],
  ['a documented web page', content('text/html'), 200, 'text/html', 2],
  ['a web page, if the contract documents */*', content('*/*'), 200, 'text/html', 2],
  ['an undocumented media type that is not a web page', content('application/json'), 200, 'text/plain', 1],
  ['a success without documented content', {}, 200, 'text/html', 1],
  ['a refusal', content('application/json'), 401, 'text/html', 1],
])('rates from 0 to 2 how well a reply fits its operation: %s → $4', async (_, response, status, contentType, want) => {
  const responses = { 200: { description: '', ...response } };
  const { operations } = await contractOf({ paths: { '/pets': { get: { operationId: 'pets', responses } } } });
  expect(operations.map((operation) => replyFit(operation, { status, contentType }))).toEqual([want]);
});
