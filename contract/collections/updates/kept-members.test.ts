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
  ['Changes the members of a user that are sent. All others remain unchanged.', true],
  ['Replaces the values of the given members; omitted members are unchanged.', true],
  ['Replaces the item. Omitted members get their defaults.', false],
  ['Fields that are not in the body are removed.', false],
  ['Fields that are not in the body may be left untouched.', false],
  ['If `merge` is true, omitted fields keep their values.', false],
  ['Omitted fields keep their values, except `tags`.', false],
  ['Members of the address that are omitted keep their values.', false],
  ['Its tickets stay as they are.', false],
  ['The other users are not informed.', false],
  ['The key is kept.', false],
  ['Changes a card. All others remain unchanged.', false],
  ['Sets the default address. The rest is unaffected.', false],
  ['Replaces the notification settings. Other settings are unaffected.', false],
  ['Omitted fields keep their default values.', false],
  ['Omitted fields do not keep their values.', false],
  ['Omitted fields are reset, and the id is preserved.', false],
  ['Fields that are not in the body are cleared and the creation time is left untouched.', false],
  ['Omitted members are set to null, `created_at` is kept.', false],
  ['Replaces the item. Use PATCH to leave omitted fields unchanged.', false],
  ['Sets all fields. A PATCH leaves omitted fields untouched.', false],
  ['Sets only the given fields. The other fields are cleared.', false],
  ['Replaces the item. Missing values remain unchanged.', false],
])('a description states that omitted members keep their values: %s → %s', async (description, want) => {
  const put = { operationId: 'change', description, responses: { 204: { description: '' } } };
  const contract = await contractOf({ paths: { '/item': { put } } });
  expect(keepsOmitted(operationOf(contract, 'change'))).toBe(want);
});
