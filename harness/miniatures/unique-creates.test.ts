import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

const TEXT = { type: 'string', minLength: 1, maxLength: 20 };

/** The contract of accounts in a book. `about` describes the member `code`, and `taken` the response 409. */
function paths(about: string, taken: string): JsonObject {
  const members = { code: { ...TEXT, description: about }, title: TEXT };
  const sent = { type: 'object', required: ['code', 'title'], additionalProperties: false, properties: members };
  const account = { description: '', ...json({ type: 'object', properties: { id: TEXT, ...members } }) };
  const refused = { 404: { description: '' }, 409: { description: taken }, 422: { description: '' } };
  return {
    '/accounts': {
      post: {
        operationId: 'add',
        requestBody: { required: true, ...json(sent) },
        responses: { 200: account, 201: account, ...refused },
      },
    },
    '/accounts/{account_id}': {
      parameters: [inPath('account_id')],
      get: { operationId: 'read', responses: { 200: account, ...refused } },
    },
  };
}

/**
 * How the service answers a create whose code another account already has. `refused`: with 409. `refused in any case`:
 * with 409, even if the codes differ in letter case. `created`: with a new account. `returned`: with the existing
 * account. `invalid`: with 422.
 */
type Repeated = 'refused' | 'refused in any case' | 'created' | 'returned' | 'invalid';

const service =
  (repeated: Repeated): WrittenService =>
  () => {
    const accounts: JsonObject[] = [];
    return ({ method, segments: [, id = ''], json: body }) => {
      if (method === 'GET') {
        const found = accounts.find((account) => account['id'] === id);
        return found === undefined ? problem(404) : reply(200, found);
      }
      const { code, title, ...others } = isJsonObject(body) ? body : {};
      const isText = [code, title].every((text) => typeof text === 'string' && text !== '' && [...text].length <= 20);
      if (!isText || Object.keys(others).length > 0) return problem(422);
      const isEqual = (own: unknown): boolean =>
        own === code ||
        (repeated === 'refused in any case' && String(own).toLowerCase() === String(code).toLowerCase());
      const equal = accounts.find((account) => isEqual(account['code']));
      if (equal !== undefined && repeated.startsWith('refused')) return problem(409);
      if (equal !== undefined && repeated === 'invalid') return problem(422);
      if (equal !== undefined && repeated === 'returned') return reply(200, equal);
      const account = { id: `account-${accounts.length + 1}`, code: code ?? '', title: title ?? '' };
      accounts.push(account);
      return reply(201, account);
    };
  };

const TAKEN = '`code-taken`: another account has the code.';
const ANY_CASE = 'Must be unique, without regard to case.';
const FOUND = ['state/unique repeated-by-create'];

it.each<[string, string, string, Repeated, readonly string[]]>([
  ['the description of the 409 forbids it, and the service refuses it', '', TAKEN, 'refused', []],
  ['the description of the 409 forbids it, and the service accepts it', '', TAKEN, 'created', FOUND],
  ['the description of the member forbids it, and the service accepts it', 'Must be unique.', '', 'created', FOUND],
  ['codes that differ in case are equal, and the service accepts them', ANY_CASE, '', 'refused', FOUND],
  ['codes that differ in case are equal, and the service refuses them', ANY_CASE, '', 'refused in any case', []],
  ['codes that differ in case are different', 'Must be unique.', '', 'refused', []],
  ['the service returns the existing account', '', TAKEN, 'returned', []],
  ['the service refuses it with another status', '', TAKEN, 'invalid', []],
  ['no description forbids it', '', 'The book is closed.', 'created', []],
])('a check judges a second account with an equal code: %s (%#)', async (_, about, taken, repeated, want) => {
  expect(await foundIn(paths(about, taken), service(repeated))).toEqual(want);
});

it('a second account with an equal code is a finding even if the create does not document 201', async () => {
  const contract = paths('Must be unique.', '');
  const made = { description: '', ...json({ type: 'object', properties: { id: TEXT, code: TEXT, title: TEXT } }) };
  const { post } = contract['/accounts'] as { readonly post: JsonObject };
  const responses = { 200: made, 409: { description: '' }, 422: { description: '' } };
  const own = { ...contract, '/accounts': { post: { ...post, responses } } };
  const with200 =
    (repeated: Repeated): WrittenService =>
    () => {
      const answer = service(repeated)();
      return (request) => {
        const response = answer(request);
        return response.kind === 'response' && response.status === 201 ? { ...response, status: 200 } : response;
      };
    };
  expect(await foundIn(own, with200('created'))).toEqual(FOUND);
  expect(await foundIn(own, with200('refused'))).toEqual([]);
});
