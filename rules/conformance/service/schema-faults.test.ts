import { expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import { responseBody } from './response-body.js';

it.each<[string, JsonObject, Json, readonly string[]]>([
  ['an enum also excludes the value', { type: 'string', enum: ['a', 'b'] }, null, ['type /response/body']],
  ['only an enum excludes the value', { type: 'string', enum: ['a', 'b'] }, 'c', ['enum /response/body']],
  [
    'two schemas of an allOf state the type',
    { allOf: [{ type: 'object' }, { type: 'object' }] },
    'c',
    ['type /response/body'],
  ],
  [
    'two members have a wrong type',
    { allOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: { type: 'string' } } }] },
    { a: 1, b: 1 },
    ['type /response/body/a', 'type /response/body/b'],
  ],
])(
  'a value that breaks several keywords because of its type is one fault: %s (violations: $3)',
  async (_, schema, value, want) => {
    const responses = { 200: { description: 'A kind.', content: { 'application/json': { schema } } } };
    const contract = await contractOf({ paths: { '/': { get: { operationId: 'getKind', responses } } } });
    const trial = trialOf(contract, 'getKind', {}, [{ response: replied(200, value) }]);
    const found = responseBody.check(trial, contextOf(contract)) ?? [];
    expect(found.map(({ kind, pointer }) => `${kind} ${pointer}`)).toEqual(want);
  },
);

const CUSTOMER = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } };
const DELETED = {
  type: 'object',
  required: ['id', 'deleted'],
  additionalProperties: false,
  properties: { id: { type: 'string' }, deleted: { const: true } },
};
const list = (items: JsonObject): JsonObject => ({ type: 'object', properties: { data: { type: 'array', items } } });

it.each<[string, JsonObject, Json, readonly string[]]>([
  [
    'a required member is missing, and several are not declared',
    DELETED,
    { id: 'a', name: 'b', email: 'c' },
    ['another-shape /response/body'],
  ],
  [
    'an element of a list has another shape',
    list(DELETED),
    {
      data: [
        { id: 'a', deleted: true },
        { id: 1, name: 'b', email: 'c' },
      ],
    },
    ['another-shape /response/body/data/1'],
  ],
  [
    'one member is missing, and one is not declared',
    DELETED,
    { id: 'a', removed: true },
    ['required /response/body/deleted', 'additionalProperties /response/body'],
  ],
  [
    'several members are not declared',
    DELETED,
    { id: 'a', deleted: true, b: 1, c: 2 },
    ['additionalProperties /response/body'],
  ],
  ['a member has a wrong type', CUSTOMER, { id: 1, name: 'a' }, ['type /response/body/id']],
])(
  'an object that clearly belongs to a different schema is one fault: %s (violations: $3)',
  async (_, schema, value, want) => {
    const responses = { 200: { description: 'A kind.', content: { 'application/json': { schema } } } };
    const contract = await contractOf({ paths: { '/': { get: { operationId: 'getKind', responses } } } });
    const trial = trialOf(contract, 'getKind', {}, [{ response: replied(200, value) }]);
    const found = responseBody.check(trial, contextOf(contract)) ?? [];
    expect(found.map(({ kind, pointer }) => `${kind} ${pointer}`)).toEqual(want);
  },
);

it.each<[JsonObject, Json, string]>([
  [{ const: '/v1/customers' }, '/v1/customers', 'must be "/v1/customers"'],
  [{ enum: ['a', 'b', null] }, ['a', 'b', null], 'must be "a", "b" or null'],
  [{ $ref: '#/components/schemas/Url' }, '/a', 'must be "/a"'],
])('a value breaks %j; the violation has the expected value %j and the text "%s"', async (url, expected, message) => {
  const schema = { type: 'object', properties: { url } };
  const responses = { 200: { description: 'A kind.', content: { 'application/json': { schema } } } };
  const contract = await contractOf({
    paths: { '/': { get: { operationId: 'getKind', responses } } },
    components: { schemas: { Url: { const: '/a' } } },
  });
  const trial = trialOf(contract, 'getKind', {}, [{ response: replied(200, { url: '/x' }) }]);
  const found = responseBody.check(trial, contextOf(contract)) ?? [];
  expect(found.map((each) => [each.message, each.expected, each.received])).toEqual([
    [`The body of the 200 reply breaks its schema: ${message}.`, expected, '/x'],
  ]);
});
