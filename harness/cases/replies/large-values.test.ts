import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../../contract/json/json.js';
import { ReplyCases } from './reply-cases.js';

async function large(schema: JsonObject): Promise<Json | undefined> {
  const responses = { 200: { description: 'A thing.', content: { 'application/json': { schema } } } };
  const contract = await contractOf({ paths: { '/': { get: { operationId: 'getThing', responses } } } });
  const body = new ReplyCases(contract, 1).large(operationOf(contract, 'getThing'))?.reply.body;
  return body === undefined ? undefined : (JSON.parse(body) as Json);
}

const TEXT = { type: 'string' };
const PART = { type: 'object', required: ['id', 'name'], properties: { id: { type: 'integer' }, name: TEXT } };
const bounded = (maxLength: number): JsonObject => ({ ...PART, properties: { name: { ...TEXT, maxLength } } });
const object = (member: Json): JsonObject => ({
  type: 'object',
  required: ['list'],
  properties: { list: member },
  additionalProperties: false,
});

it.each<[string, { readonly given: JsonObject; readonly want: readonly [least: number, most: number] }]>([
  ['a string without a maximum length', { given: { ...TEXT }, want: [999_000, 1_000_010] }],
  [
    'an array without a maximum length',
    { given: object({ type: 'array', minItems: 1, items: PART }), want: [980_000, 1_001_000] },
  ],
  [
    'an array of at most 100 elements with strings of at most 2000 characters',
    { given: object({ type: 'array', minItems: 1, maxItems: 100, items: bounded(2000) }), want: [200_000, 850_000] },
  ],
])('a large reply is made for %s', async (_, { given, want: [least, most] }) => {
  const length = Buffer.byteLength(JSON.stringify(await large(given)));
  expect([length >= least, length <= most, length]).toEqual([true, true, length]);
});

it.each<[string, JsonObject]>([
  ['a number', { type: 'number' }],
  ['a string with a short maximum length', { ...TEXT, maxLength: 1000 }],
  ['an array of short strings', { type: 'array', maxItems: 100, items: { ...TEXT, maxLength: 100 } }],
])('no large reply is made for %s', async (_, schema) => {
  expect(await large(schema)).toBeUndefined();
});
