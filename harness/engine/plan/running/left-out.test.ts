import { expect, it } from 'vitest';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import { leftOutOperations } from './left-out.js';

const ENDS = 'ends-session';
const REMOVES = 'removes-others';
const CHANGES = 'changes-others';

it.each<[string, string, string, string | undefined]>([
  ['post', '/auth/logout', 'a', ENDS],
  ['get', '/logout/', 'a', ENDS],
  ['post', '/sign-out', 'a', ENDS],
  ['post', '/session', 'auth_log_out_create', ENDS],
  ['post', '/session', 'logoutUser', ENDS],
  ['post', '/current-user/reset-token', 'a', ENDS],
  ['post', '/token/rotate', 'a', ENDS],
  ['post', '/api-key', 'regenerateKey', ENDS],
  ['put', '/me/password', 'a', ENDS],
  ['post', '/users/change-password', 'a', ENDS],
  ['delete', '/me', 'a', REMOVES],
  ['delete', '/items', 'a', REMOVES],
  ['post', '/items/bulk_delete', 'a', REMOVES],
  ['post', '/items:purge', 'a', REMOVES],
  ['post', '/admin/shutdown', 'a', REMOVES],
  ['patch', '/items', 'updateAll', CHANGES],
  ['put', '/settings', 'a', CHANGES],
  ['post', '/items/bulk-update', 'a', CHANGES],
  ['put', '/items/{id}', 'a', undefined],
  ['patch', '/items/{id}/settings', 'a', undefined],
  ['delete', '/items/{id}', 'a', undefined],
  ['post', '/tokens/{id}/revoke', 'a', undefined],
  ['post', '/items/{id}/reset', 'a', undefined],
  ['post', '/token/refresh', 'refreshToken', undefined],
  ['get', '/password', 'a', undefined],
  ['post', '/passwords', 'a', undefined],
  ['post', '/catalog', 'createCatalogOutput', undefined],
  ['get', '/blogs/out', 'listBlogs', undefined],
  ['post', '/items', 'addItem', undefined],
  ['get', '/items/deleted', 'a', undefined],
])(
  'why a check of a running service leaves out %s %s (operationId %s): %s',
  async (method, path, operationId, want) => {
    const parameters = path.includes('{') ? [{ name: 'id', in: 'path', required: true, schema: {} }] : [];
    const responses = { 200: { description: '' } };
    const contract = await contractOf({ paths: { [path]: { [method]: { operationId, parameters, responses } } } });
    expect([...leftOutOperations(contract).values()][0]).toBe(want);
  },
);
