import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../fixtures/contracts.js';
import { takesOneTag } from './preconditions.js';

it.each<[description: string, want: boolean]>([
  ['A single tag such as `"2"`, or `*`.', true],
  ['Exactly one entity tag.', true],
  ['One or more entity tags.', false],
  ['The current entity tag.', false],
])('the description "%s" accepts one entity tag only: %s', async (description, want) => {
  const parameters = [{ name: 'If-None-Match', in: 'header', description, schema: { type: 'string' } }];
  const get = { operationId: 'read', parameters, responses: { 200: { description: '' } } };
  const contract = await contractOf({ paths: { '/notes': { get } } });
  expect(takesOneTag(operationOf(contract, 'read'), 'if-none-match')).toBe(want);
});
