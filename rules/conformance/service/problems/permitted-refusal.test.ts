import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../contract/json/json.js';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import { contextOf, replied, trialOf } from '../../../fixtures/trials.js';
import { isPermittedRefusal } from './permitted-refusal.js';

const TOKEN = { refresh: 'a' };
const DISABLED = 'This action requires authentication to be enabled.';

it.each<[string, string, number, JsonObject, string, boolean]>([
  ['a made-up token of an operation for tokens', '/token/refresh', 404, TOKEN, 'Token is invalid.', true],
  ['a made-up token of another operation', '/things', 404, TOKEN, 'Token is invalid.', false],
  ['another reason of an operation for tokens', '/token/refresh', 404, TOKEN, 'No such route.', false],
  ['an operation for tokens without a credential', '/token/refresh', 404, { a: 1 }, 'Token is invalid.', false],
  ['403 about a part that is not enabled', '/things', 403, {}, DISABLED, true],
  ['400 about a part that is not enabled', '/things', 400, {}, DISABLED, false],
  ['403 for another reason', '/things', 403, {}, 'Only owners may do this.', false],
  ['the result of a validation', '/storages/validate', 400, {}, 'No such bucket.', true],
  ['a checksum that does not match', '/files', 422, { fileSha256: 'a' }, 'The SHA-256 does not match.', true],
  ['the form of a checksum', '/files', 422, { fileSha256: 'a' }, 'The SHA-256 must have 64 characters.', false],
  ['a checksum that was not given', '/files', 422, { name: 'a' }, 'The SHA-256 does not match.', false],
  ['a refusal of another operation', '/storages/create', 400, {}, 'No such bucket.', false],
])(
  'the service refuses a valid input: %s (path %s, status %i, permitted: $5)',
  async (_, path, status, body, detail, want) => {
    const responses = { '200': { description: '' }, [status]: { description: '' } };
    const requestBody = { content: { 'application/json': {} } };
    const post = { operationId: 'post', requestBody, responses, security: [{ bearer: [] }] };
    const securitySchemes = { bearer: { type: 'http', scheme: 'bearer' } };
    const own = await contractOf({ paths: { [path]: { post } }, components: { securitySchemes } });
    const reply = replied(status, { detail });
    expect(isPermittedRefusal(trialOf(own, 'post', { body }, [{ response: reply }]), contextOf(own), reply)).toBe(want);
  },
);

it.each<[string, string, boolean, boolean]>([
  ['a cursor that a reply contains', 'Any other value is invalid input (422).', true, false],
  ['a cursor that no reply contains', 'Any other value is invalid input (422).', false, true],
  ['a cursor that may expire', 'Any other value is 422. A cursor expires after a change of the list.', true, true],
])('the service refuses a cursor of a list: %s (permitted: $3)', async (_, description, isFed, want) => {
  const cursor = { name: 'cursor', in: 'query', description, schema: { type: 'string' } };
  const links = { next: { operationId: 'list', parameters: { 'query.cursor': '$response.body#/next' } } };
  const responses = { '200': { description: '', links }, '422': { description: '' } };
  const own = await contractOf({ paths: { '/': { get: { operationId: 'list', parameters: [cursor], responses } } } });
  const reply = replied(422, { errors: [{ pointer: '/query/cursor', detail: 'is not valid' }] });
  const feeds = [{ in: 'query', name: 'cursor', pointer: '/next', step: 'first' }] as const;
  const trial = trialOf(own, 'list', { query: { cursor: 'a' } }, [{ response: reply }], isFed ? { feeds } : {});
  expect(isPermittedRefusal(trial, contextOf(own), reply)).toBe(want);
});

const LARGE = 'Max allowed page_limit is 500, you requested 501';

it.each<[string, string, number, JsonObject, string, boolean]>([
  [
    'the description names 403',
    'Larger numbers may be refused with 403 Forbidden.',
    403,
    { page_limit: 501 },
    LARGE,
    true,
  ],
  ['the reply names no argument', 'Larger numbers may be refused (403).', 403, { page_limit: 501 }, 'Too large.', true],
  ['the description names 413', 'Larger numbers may be refused with 413.', 403, { page_limit: 501 }, LARGE, false],
  ['the description names no status', 'Larger numbers may be refused.', 403, { page_limit: 501 }, LARGE, false],
  ['the argument is not given', 'Larger numbers may be refused with 403.', 403, {}, 'Not for you.', false],
  ['the reply refuses the token', 'Numbers above 500 are 401.', 401, { page_limit: 501 }, LARGE, false],
])(
  'permits the refusal of a value with a status that the description of its argument names: %s (%s)',
  async (_, description, status, query, detail, want) => {
    const parameter = { name: 'page_limit', in: 'query', description, schema: { type: 'integer' } };
    const responses = { '200': { description: '' }, [status]: { description: '' } };
    const get = { operationId: 'list', parameters: [parameter], responses };
    const own = await contractOf({ paths: { '/': { get } } });
    const reply = replied(status, { detail });
    expect(isPermittedRefusal(trialOf(own, 'list', { query }, [{ response: reply }]), contextOf(own), reply)).toBe(
      want,
    );
  },
);

it('does not permit a 428 because the description of a given header states it for requests without the header', async () => {
  const schema = { type: 'string' };
  const match = { name: 'If-Match', in: 'header', description: 'Without it, the reply is 428.', schema };
  const responses = { '200': { description: '' }, '428': { description: '' } };
  const own = await contractOf({ paths: { '/': { put: { operationId: 'set', parameters: [match], responses } } } });
  const reply = replied(428, { detail: 'Send `If-Match`.' });
  const isPermitted = (header: Record<string, string>): boolean =>
    isPermittedRefusal(trialOf(own, 'set', { header }, [{ response: reply }]), contextOf(own), reply);
  expect([isPermitted({}), isPermitted({ 'If-Match': '"a"' })]).toEqual([true, false]);
});

it('does not permit a refusal whose status is not documented', async () => {
  const post = { operationId: 'post', responses: { '200': { description: '' } } };
  const own = await contractOf({ paths: { '/storages/validate': { post } } });
  const reply = replied(400, { detail: 'No such bucket.' });
  const trial = trialOf(own, 'post', {}, [{ response: reply }]);
  expect(isPermittedRefusal(trial, contextOf(own), reply)).toBe(false);
});
