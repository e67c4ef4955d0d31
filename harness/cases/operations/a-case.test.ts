import { expect, it } from 'vitest';
import { itemService, operationOf } from '../../../contract/fixtures/contracts.js';
import type { CaseInput } from '../../../contract/case.js';
import { misuses } from './a-case.js';

const contract = await itemService();

it.each<[string, string, CaseInput, unknown]>([
  ['an object', 'createItem', { body: { name: 'a' } }, '{"name":"a"}'],
  ['an omitted body', 'listItems', {}, undefined],
  ['a string', 'createItem', { body: 'a' }, undefined],
  ['null', 'createItem', { body: null }, undefined],
  ['a body of another media type', 'createItem', { body: { name: 'a' }, mediaType: 'text/plain' }, undefined],
])('a body that is an object is also passed as a string of JSON: %s → $3', (_, id, input, want) => {
  const found = misuses(contract, operationOf(contract, id), input, false);
  expect(found.find(({ misuse }) => misuse === 'json-text')?.input.body).toBe(want);
});
