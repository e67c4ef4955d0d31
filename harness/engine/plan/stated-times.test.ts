import { expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import { statedTimes } from './stated-times.js';

const TIME = { type: 'string', format: 'date-time' };
/** A Monday. */
const NOW = new Date('2026-11-02T10:00:00Z');

async function times(description: string, member: JsonObject): Promise<object> {
  const schema = { type: 'object', properties: { send_at: { ...TIME, ...member }, note: { type: 'string' } } };
  const post = {
    operationId: 'send',
    description,
    requestBody: { content: { 'application/json': { schema } } },
    responses: { 201: { description: '' } },
  };
  const found = statedTimes(await contractOf({ paths: { '/messages': { post } } }), NOW);
  return Object.fromEntries([...found].map(([name, { known }]) => [name, known[1]]));
}

it.each<[string, string, JsonObject, object]>([
  [
    'the description of the member requires it',
    '',
    { description: 'A time in the future.' },
    { send_at: '2026-12-02T12:00:00Z' },
  ],
  [
    'the description of the operation requires it, with a limit in days',
    'Sent at `send_at`, which must be in the future and at\nmost 10 days ahead (422).',
    {},
    { send_at: '2026-11-06T12:00:00Z' },
  ],
  [
    'the description of the operation requires it, with the path of the member',
    '`message.send_at` must be later than now and within 4 weeks.',
    {},
    { send_at: '2026-11-16T12:00:00Z' },
  ],
  [
    'the description of a nullable member requires it',
    '',
    { type: ['string', 'null'], description: 'In the future.' },
    { send_at: '2026-12-02T12:00:00Z' },
  ],
])('a time gets a value in the future if a description requires this: %s', async (_, description, member, want) => {
  expect(await times(description, member)).toEqual(want);
});

it.each<[string, string, JsonObject]>([
  ['no description is about the future', 'Sent at `send_at`.', {}],
  ['the description is about another member', '`closes_at` must be in the future.', {}],
  ['the description also permits the past', '', { description: 'A time in the future or in the past.' }],
  ['the description forbids the future', '', { description: 'Must not be in the future.' }],
  ['the limit is shorter than a day', '', { description: 'In the future, at most 12 hours ahead.' }],
  ['the minimum distance is too long', '', { description: 'In the future, at least 3 months ahead, within 1 year.' }],
  ['the member is not a time', '', { format: 'uri', description: 'A time in the future.' }],
])('a time gets no value in the future if %s', async (_, description, member) => {
  expect(await times(description, member)).toEqual({});
});

it('the members of a schema that contains itself at many places are listed once', async () => {
  const block = { $ref: '#/components/schemas/Block' };
  const time = { type: 'string', format: 'date-time', description: 'In the future.' };
  const members = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`m${index}`, block]));
  const oneOf = Array.from({ length: 25 }, () => ({ type: 'object', properties: { ...members, at: time } }));
  const requestBody = { content: { 'application/json': { schema: block } } };
  const post = { operationId: 'add', requestBody, responses: { 200: { description: '' } } };
  const contract = await contractOf({ paths: { '/blocks': { post } }, components: { schemas: { Block: { oneOf } } } });
  expect([...statedTimes(contract, NOW).keys()]).toEqual(['at']);
});
