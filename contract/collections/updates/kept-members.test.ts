import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../fixtures/contracts.js';
import { keepsOmitted } from './kept-members.js';

it.each<[string, boolean]>([
  ['Sets the given fields; fields that are not in the body are left untouched.', true],
  ['Changes the members that are given; the others keep their values.', true],
  ['What the body omits stays as it is.', true],
  ['Omitted attributes are not changed.', true],
  ['Properties missing from the request remain unchanged.', true],
  ['Updates only the fields that are sent.', true],
  ['Only the provided values are updated.', true],
  ['Changes a user. All others remain unchanged.', true],
  ['Replaces the item. Omitted members get their defaults.', false],
  ['Fields that are not in the body are removed.', false],
  ['Fields that are not in the body may be left untouched.', false],
  ['If `merge` is true, omitted fields keep their values.', false],
  ['Omitted fields keep their values, except `tags`.', false],
  ['Members of the address that are omitted keep their values.', false],
  ['Its tickets stay as they are.', false],
  ['The other users are not informed.', false],
  ['The key is kept.', false],
])('a description states that omitted members keep their values: %s → %s', async (description, want) => {
  const put = { operationId: 'change', description, responses: { 204: { description: '' } } };
  const contract = await contractOf({ paths: { '/item': { put } } });
  expect(keepsOmitted(operationOf(contract, 'change'))).toBe(want);
});
