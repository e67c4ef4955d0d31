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
  ['a sentence of the operation with 403 limits the callers', { operation: ONLY }, AUTHOR],
  [
    'a sentence of the operation limits the callers, and the input names no item',
    { operation: 'Oldest first. Only for admins; agents get 403.', path: '/notes' },
    { message: 'Only admins may read the whole audit log.' },
  ],
  [
    'a sentence of the operation names 403 and the permitted callers',
    { operation: 'The author and admins may do this (403).' },
    AUTHOR,
  ],
  [
    'a sentence of the operation without a status limits the callers',
    { operation: 'Requires the role `admin`.' },
    AUTHOR,
  ],
  ['the description of the 403 is about callers', { refusal: 'You are not a member of the board.' }, AUTHOR],
  [
    'the description of the contract limits the callers and names 403',
    { info: 'Existence (404), permission (403), state (409).' },
    AUTHOR,
  ],
  ['the reply states that the caller may not do this', { operation: ONLY }, { message: 'You may not do this.' }],
  ['the reply has only an error code that is about callers', { operation: ONLY }, { error: 'insufficient_role' }],
  ['the reply states no reason', { operation: ONLY }, { title: 'Forbidden' }],
])('a 403 is permitted if %s', async (_, texts, body) => {
  expect(await violations(texts, body)).toEqual([]);
});

const DOCUMENTED = 'The service answered 403, which is documented, to a valid input.';

it.each<[string, Texts, JsonObject, string]>([
  ['no text limits the callers', { operation: 'Replaces the text.' }, AUTHOR, DOCUMENTED],
  [
    'the sentence that limits the callers names another status',
    { operation: 'Only authors see drafts (404).' },
    AUTHOR,
    DOCUMENTED,
  ],
  [
    'the description of the contract limits the callers without a status',
    { info: 'Only owners may do some things.' },
    AUTHOR,
    DOCUMENTED,
  ],
  [
    'the sentence is about members of the body and not about callers',
    { operation: 'Only the members of the body change.' },
    AUTHOR,
    DOCUMENTED,
  ],
  ['the reply is about something else', { operation: ONLY }, { message: 'The text is too long.' }, DOCUMENTED],
  [
    'the reply names a member of the input',
    { operation: ONLY },
    { message: 'May not be.', errors: [{ pointer: '/text', message: 'may not be' }] },
    DOCUMENTED,
  ],
  [
    'only the description of the contract limits the callers, and the input names no item',
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
