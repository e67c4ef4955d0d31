import { expect, it } from 'vitest';
import type { CaseInput } from '../../../contract/case.js';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import type { BackendKind } from '../../rule.js';
import { responseBody } from './response-body.js';

const TEXT = { type: 'string' };
const QUERY = ['fields', 'page'].map((name) => ({ name, in: 'query', schema: TEXT }));

interface Call {
  readonly status?: number;
  readonly input?: CaseInput;
  readonly backend?: BackendKind;
}

async function lacked(
  schema: JsonObject,
  value: Json,
  { status = 200, input = {}, backend }: Call = {},
): Promise<Json> {
  const reply = { description: '', content: { 'application/json': { schema } } };
  const responses = { 200: reply, 404: { description: '', content: { 'application/problem+json': { schema } } } };
  const contract = await contractOf({
    paths: { '/books': { get: { operationId: 'list', parameters: QUERY, responses } } },
  });
  const trial = trialOf(contract, 'list', input, [{ response: replied(status, value) }]);
  const found = responseBody.check(trial, contextOf(contract, { backend: backend ?? 'reference' })) ?? [];
  return found.map(({ kind, pointer }) => `${kind} ${pointer}`);
}

function described(description: string, more: JsonObject = {}): JsonObject {
  return { type: 'object', properties: { active: { type: 'boolean', description, ...more }, name: TEXT } };
}

const LACKED = ['stated-member-missing /response/body/active'];

it.each<[string]>([
  ['Always present.'],
  ['It is always returned in responses.'],
  ['Whether it is on sale. Always included in the reply.'],
  ['Present in every response.'],
  ['Stored as true if it is not given, so every book that is returned has it.'],
])('a reply must have a member with the description "%s"', async (description) => {
  expect(await lacked(described(description), { name: 'a' })).toEqual(LACKED);
  expect(await lacked(described(description), { active: false })).toEqual([]);
});

it.each<[string]>([
  ['Whether it is on sale.'],
  ['Always present if the book is on sale.'],
  ['Breakfast, always included.'],
  ['Always present, except in lists.'],
  ['Always present. Omitted in lists.'],
  ['Almost always present.'],
  ['Every book has it.'],
  ['Not always returned.'],
  ['Always set by the client.'],
  ['Present in every response to an administrator.'],
  ['Stored as true if it is not given.'],
])('a reply may lack a member with the description "%s"', async (description) => {
  expect(await lacked(described(description), { name: 'a' })).toEqual([]);
});

const BOOK = described('Always present.');

it.each<[string, JsonObject, Json, Call, Json]>([
  [
    'an element of a list',
    { type: 'array', items: BOOK },
    [{ active: true }, {}],
    {},
    ['stated-member-missing /response/body/1/active'],
  ],
  [
    'an object in the reply',
    { type: 'object', properties: { book: BOOK } },
    { book: {} },
    {},
    ['stated-member-missing /response/body/book/active'],
  ],
  ['an object that the reply lacks', { type: 'object', properties: { book: BOOK } }, {}, {}, []],
  ['one of several branches', { anyOf: [BOOK, { type: 'object', required: ['id'] }] }, { id: 'a' }, {}, []],
  ['a member that is only sent', described('Always present.', { writeOnly: true }), {}, {}, []],
  ['an error', BOOK, {}, { status: 404 }, []],
  ['a reply to a query for some members', BOOK, {}, { input: { query: { fields: 'name' } } }, []],
  ['a reply to any other query', BOOK, {}, { input: { query: { page: '2' } } }, LACKED],
  ['a reply that is generated from the contract', BOOK, {}, { backend: 'scripted' }, []],
])(
  'the reply lacks a member that its description calls always present: %s (violations: $4)',
  async (_, schema, value, call, want) => {
    expect(await lacked(schema, value, call)).toEqual(want);
  },
);
