import { expect, it } from 'vitest';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../../../fixtures/trials.js';
import { validAccepted } from '../valid-accepted.js';

interface Texts {
  readonly operation?: string;
  readonly refusal?: string;
  readonly info?: string;
  readonly status?: number;
  readonly path?: string;
}

const AUTHOR = { error: { code: 'not_the_author', message: 'Only the author may edit a note.', details: [] } };
const ONLY = 'Replaces the text. Only the\nauthor may edit (403).';

/** Sends a valid input that is refused with 403, and returns the messages of the violations. */
async function violations(texts: Texts, body: JsonObject): Promise<readonly string[]> {
  const { operation = '', refusal = 'Not possible.', info = '', status = 403, path = '/notes/{note_id}' } = texts;
  const text = { type: 'object', properties: { text: { type: 'string' } } };
  const patch = {
    operationId: 'edit',
    description: operation,
    parameters: path.includes('{') ? [{ name: 'note_id', in: 'path', required: true, schema: { type: 'string' } }] : [],
    requestBody: { content: { 'application/json': { schema: text } } },
    responses: { 200: { description: '' }, [status]: { description: refusal } },
  };
  const own = await contractOf({
    info: { title: 'Notes', version: '1', description: info },
    paths: { [path]: { patch } },
  });
  const input = { ...(path.includes('{') && { path: { note_id: 'n1' } }), body: { text: 'a' } };
  const response = replied(403, body);
  const found = validAccepted.check(trialOf(own, 'edit', input, [{ response }]), contextOf(own));
  return found?.map(({ message }) => message) ?? [];
}

it.each<[string, Texts, JsonObject]>([
  ['a sentence with the status limits the callers', { operation: ONLY }, AUTHOR],
  [
    'a sentence limits the callers, and no existing item is named',
    { operation: 'Oldest first. Only for admins; agents get 403.', path: '/notes' },
    { message: 'Only admins may read the whole audit log.' },
  ],
  ['a sentence with the status names callers', { operation: 'The author and admins may do this (403).' }, AUTHOR],
  ['a sentence without a status limits the callers', { operation: 'Requires the role `admin`.' }, AUTHOR],
  ['the reply is documented for other callers', { refusal: 'You are not a member of the board.' }, AUTHOR],
  ['the text of the contract has the status', { info: 'Existence (404), permission (403), state (409).' }, AUTHOR],
  ['the reply states that the caller may not', { operation: ONLY }, { message: 'You may not do this.' }],
  ['the reply only has a code for callers', { operation: ONLY }, { error: 'insufficient_role' }],
  ['the reply states no reason', { operation: ONLY }, { title: 'Forbidden' }],
])('a 403 is permitted if %s', async (_, texts, body) => {
  expect(await violations(texts, body)).toEqual([]);
});

const DOCUMENTED = 'The service answered 403, which is documented, to a valid input.';

it.each<[string, Texts, JsonObject, string]>([
  ['no text limits the callers', { operation: 'Replaces the text.' }, AUTHOR, DOCUMENTED],
  ['the sentence is about another status', { operation: 'Only authors see drafts (404).' }, AUTHOR, DOCUMENTED],
  ['a text of the contract has no status', { info: 'Only owners may do some things.' }, AUTHOR, DOCUMENTED],
  ['members of the body are meant', { operation: 'Only the members of the body change.' }, AUTHOR, DOCUMENTED],
  ['the reply is about something else', { operation: ONLY }, { message: 'The text is too long.' }, DOCUMENTED],
  [
    'the reply names a member of the input',
    { operation: ONLY },
    { message: 'May not be.', errors: [{ pointer: '/text', message: 'may not be' }] },
    DOCUMENTED,
  ],
  [
    'only the contract limits the callers, and no existing item is named',
    { info: 'Agents get 403 for what only admins may do.', path: '/notes' },
    AUTHOR,
    DOCUMENTED,
  ],
  [
    '403 is not documented',
    { operation: 'Only the author may edit.', status: 409 },
    AUTHOR,
    'The service answered 403 to a valid input.',
  ],
])('a 403 is a violation if %s', async (_, texts, body, message) => {
  expect(await violations(texts, body)).toEqual([message]);
});
