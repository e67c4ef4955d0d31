import { expect, it } from 'vitest';
import type { CaseInput } from '../../../../contract/case.js';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../../../fixtures/trials.js';
import { validAccepted } from '../valid-accepted.js';

const STATED =
  'Captures the payment. Needs the status `open`, else 400 (`wrong_state`). An `amount` above `left` is refused with 400.';
const WRONG_STATE = { error: { code: 'wrong_state', message: 'The payment is what it is.' } };
const TEXT = { type: 'string' };

interface Given {
  readonly method?: string;
  readonly path?: string;
  readonly text?: string;
  readonly response?: string;
  readonly status?: number;
  readonly body?: JsonObject;
}

async function reported(given: Given, reply: Json): Promise<number> {
  const { method = 'post', path = '/payments/{payment}/capture', text = STATED, response = 'Invalid.' } = given;
  const { status = 400, body = { amount: 1 } } = given;
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: TEXT }));
  const responses = { 200: { description: '' }, 400: { description: response }, 422: { description: '' } };
  const requestBody = { content: { 'application/json': { schema: { type: 'object' } } } };
  const one = {
    operationId: 'act',
    description: text,
    parameters,
    responses,
    ...(method !== 'get' && { requestBody }),
  };
  const own = await contractOf({ paths: { [path]: { [method]: one } } });
  const input: CaseInput = {
    ...(names.length > 0 && { path: Object.fromEntries(names.map((name) => [name, 'p1'])) }),
    ...(method !== 'get' && { body }),
  };
  const trial = trialOf(own, 'act', input, [{ response: replied(status, reply) }]);
  return validAccepted.check(trial, contextOf(own))?.length ?? 0;
}

it.each<[name: string, given: Given, reply: Json]>([
  ['the error code that the contract states', {}, WRONG_STATE],
  ['the error code that the contract states, in the reply to a read', { method: 'get' }, WRONG_STATE],
  [
    'the error code that the contract states, in a list of errors',
    { method: 'get' },
    { Errors: [{ ErrorCode: 'wrong_state', Message: 'No.' }] },
  ],
  ['a text about the state of the item', {}, { detail: 'The payment has the status closed.' }],
  ['a text about an amount of the item', {}, { error: { message: 'is too large', param: 'amount' } }],
  ['no reason', {}, {}],
  ['no reason except the name of the status', {}, { type: 'about:blank', title: 'Bad Request' }],
  [
    'a text about the state, for a response that mentions it',
    { text: '', response: 'The state of the payment does not permit it.' },
    { title: 'is closed already' },
  ],
  ['a text about the state of an item in the body', { path: '/captures', body: { payment_id: 'p1' } }, WRONG_STATE],
  ['a text in a list of errors', {}, { errors: [{ field: 'amount', message: 'exceeds what is left' }] }],
])(
  'the service may refuse a valid input because of the state of the item, if the reply has %s',
  async (_, given, reply) => {
    expect(await reported(given, reply)).toBe(0);
  },
);

it.each<[name: string, given: Given, reply: Json]>([
  [
    'the reply is about the form of the input',
    {},
    { error: { message: 'must have 1 to 9 characters', param: 'note' } },
  ],
  ['the reply is about a listed value', {}, { detail: 'The status must be one of open and closed.' }],
  ['the contract does not explain this status', { text: 'Captures the payment.' }, WRONG_STATE],
  [
    'the contract explains this status only by the input',
    { text: 'An `amount` above 100 is refused with 400.' },
    WRONG_STATE,
  ],
  [
    'the contract explains only another status by the state',
    { text: 'Needs the status `open`, else 409.' },
    WRONG_STATE,
  ],
  ['the status is not documented', { status: 403 }, WRONG_STATE],
  ['no sentence is about a refusal', { text: 'Sets the status to `closed`.' }, WRONG_STATE],
  [
    'the call is a read, and the reply lacks the error code that the contract states',
    { method: 'get' },
    { detail: 'The status is closed.' },
  ],
  ['the call is a read, and the reply states no reason', { method: 'get' }, {}],
  ['the input contains no identifier of an item', { path: '/captures' }, WRONG_STATE],
])('a refusal of a valid input is reported if %s', async (_, given, reply) => {
  expect(await reported(given, reply)).toBe(1);
});

it.each([402, 423])('a documented %i is permitted, because it depends on the state', async (status) => {
  const responses = { 200: { description: '' }, [status]: { description: '' } };
  const own = await contractOf({ paths: { '/pad': { post: { operationId: 'act', responses } } } });
  const trial = trialOf(own, 'act', {}, [{ response: replied(status) }]);
  expect(validAccepted.check(trial, contextOf(own))).toEqual([]);
});

const DUPLICATES = 'Stores payments. If any of them are duplicates, none is stored.';
it.each<[name: string, given: Given, reply: Json, want: number]>([
  ['duplicates in the text and in the reply', { text: DUPLICATES }, { error: 'contains duplicate payments' }, 0],
  ['a unique value in the text', { text: 'Names are unique.' }, { error: 'The name is already taken.' }, 0],
  ['duplicates only in the reply', { text: 'Stores payments.' }, { error: 'contains duplicate payments' }, 1],
  ['duplicates only in the text', { text: DUPLICATES }, { error: 'contains invalid payments' }, 1],
  [
    'duplicates that the text permits',
    { text: 'Stores payments. Duplicates are allowed.' },
    { error: 'contains duplicate payments' },
    1,
  ],
  ['a read', { text: DUPLICATES, method: 'get' }, { error: 'contains duplicate payments' }, 1],
])('the service refuses a valid input as a duplicate: %s (violations: $3)', async (_, given, reply, want) => {
  expect(await reported({ path: '/payments', ...given }, reply)).toBe(want);
});
