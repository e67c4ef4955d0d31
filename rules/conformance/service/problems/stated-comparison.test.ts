import { expect, it } from 'vitest';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../../../fixtures/trials.js';
import { validAccepted } from '../valid-accepted.js';

const TIME = { type: 'string', format: 'date-time' };
const RULE = '`end` must be after `start`, by at most 90 days; otherwise 400.';

/** Sends a valid input that is refused, by default with 400, and returns the number of violations. */
async function violations(description: string, response: string, reply: Json, status = '400'): Promise<number> {
  const schema = { type: 'object', properties: { start: TIME, end: TIME } };
  const post = {
    operationId: 'book',
    description,
    requestBody: { content: { 'application/json': { schema } } },
    responses: { 201: { description: '' }, [status]: { description: response } },
  };
  const own = await contractOf({ paths: { '/bookings': { post } } });
  const input = { body: { start: '2001-01-02T00:00:00Z', end: '2001-01-02T00:00:00Z' } };
  const trial = trialOf(own, 'book', input, [{ response: replied(400, reply) }]);
  return validAccepted.check(trial, contextOf(own))?.length ?? 0;
}

const ALSO = 'The input is not valid: also if the start is too long, or if the end is on a closed day.';
const named = (message: string, field = 'end'): Json => ({ errors: [{ field, message }] });
const said = (message: string): Json => ({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } });

it.each<[string, string, string, Json]>([
  [
    'the operation states what the elements of a sent list must be',
    'Each start must be a working day, else 400.',
    '',
    said('start is no working day'),
  ],
  [
    'the operation states that two values must differ, and they are equal',
    'Both must exist (404) and must not be the same (400).',
    '',
    said('Linked to itself.'),
  ],
  ['the operation states the rule', RULE, '', said('The end must be after the start')],
  ['the reply repeats a number of the rule', RULE, '', said('The interval must be at most 90 days')],
  ['the reply states no reason', RULE, '', { error: 'Bad Request' }],
  ['the response states the rule', '', 'The end is not after the start.', said('The end is not after the start')],
  ['a clause of the response states the rule of a named member', '', ALSO, named('The end is on a closed day.')],
  [
    'the operation states the rule of a named member of an element',
    RULE,
    '',
    named('The end must be after the start.', 'days/0/day'),
  ],
  [
    'the sentence has several clauses',
    'Both must be times, and the end must be after the start;\notherwise 400.',
    '',
    said('The end must be after the start'),
  ],
  [
    'the operation quotes the code of the reply',
    '400 (`room_closed`) if the room is closed on that day.',
    '',
    { error_code: 'room_closed', message: 'No.' },
  ],
  [
    'the operation quotes the code of the reply, without a status',
    'The end cannot be moved back (`FAILED_PRECONDITION`).',
    '',
    { error: { code: 400, message: 'No.', status: 'FAILED_PRECONDITION' } },
  ],
  [
    'the operation quotes a member that the reply mentions',
    '`start` has no default, so 400 if nothing sets it.',
    '',
    said('start cannot be cleared'),
  ],
])('a documented refusal of a valid input is permitted if %s', async (_, description, response, reply) => {
  expect(await violations(description, response, reply)).toBe(0);
});

it.each<[string, string, string, Json]>([
  ['no text states a rule', 'Books a room.', '', said('The end must be after the start')],
  ['the rule names another status', RULE.replace('400', '409'), '', said('The end must be after the start')],
  [
    'the operation quotes the code of invalid inputs',
    '400 (`bad_input`) if the body is invalid.',
    '',
    { code: 'bad_input' },
  ],
  ['no clause of the response is about the reason of a named member', '', ALSO, named('The end is in another year.')],
  ['the clause is about a limit of the schema', '', ALSO, named('The start is too long.', 'start')],
  [
    'the rule is about a member that the input lacks',
    '`room` must differ from the last; otherwise 400.',
    '',
    said('must differ'),
  ],
  [
    'the operation quotes a code of any invalid input',
    'Else the error is `INVALID_ARGUMENT`.',
    '',
    said('The end is on a closed day'),
  ],
  [
    'the operation quotes another code',
    'The end cannot be moved back (`FAILED_PRECONDITION`).',
    '',
    { error: { code: 400, message: 'No.', status: 'ABORTED' } },
  ],
  ['the reply has another reason', RULE, '', said('The room is closed on weekends')],
  ['the rule is one that the schema states', '`end` has the format of a time, or 400.', '', said('bad format of time')],
])('a documented refusal of a valid input is a violation if %s', async (_, description, response, reply) => {
  expect(await violations(description, response, reply)).toBe(1);
});

it('a refusal of a made-up reference is permitted if the contract documents it as `default`', async () => {
  const operation = (id: string): JsonObject => ({
    operationId: id,
    requestBody: {
      required: true,
      content: {
        'application/x-www-form-urlencoded': {
          schema: { type: 'object', required: ['customer'], properties: { customer: { type: 'string' } } },
        },
      },
    },
    responses: { 200: { description: '' }, default: { description: 'An error.' } },
  });
  const read = { operationId: 'customer', responses: { 200: { description: '' } } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const own = await contractOf({
    paths: {
      '/invoices': { post: operation('bill') },
      '/customers': { post: { ...operation('add') } },
      '/customers/{id}': { get: { ...read, parameters: [id] } },
    },
  });
  const response = replied(400, { error: { message: "No such customer: 'cus_a'", param: 'customer' } });
  const trial = trialOf(own, 'bill', { body: { customer: 'cus_a' } }, [{ response }]);
  expect(validAccepted.check(trial, contextOf(own))).toEqual([]);
});

it.each<[string, string, string, JsonObject, number]>([
  ['the response is about pages', 'There is no such page.', 'The number.', { page: 2 }, 0],
  ['the text of the parameter names the status', '', 'A page after the last is 404.', { page: 2 }, 0],
  ['the parameter is not given', 'There is no such page.', 'A page after the last is 404.', {}, 1],
  ['no text is about pages', 'Not found.', 'The number.', { page: 2 }, 1],
])(
  'a list answers 404 to a request of a later page: %s (violations: $4)',
  async (_, response, description, query, want) => {
    const parameters = [{ name: 'page', in: 'query', description, schema: { type: 'integer' } }];
    const get = {
      operationId: 'list',
      parameters,
      responses: { 200: { description: '' }, 404: { description: response } },
    };
    const own = await contractOf({ paths: { '/rooms': { get } } });
    const trial = trialOf(own, 'list', { query }, [{ response: replied(404, { detail: 'Invalid page.' }) }]);
    expect(validAccepted.check(trial, contextOf(own))).toHaveLength(want);
  },
);
