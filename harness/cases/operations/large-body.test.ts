import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../../contract/json/json.js';
import { largeBody } from './large-body.js';

const NAMED = { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 20 } } };
const CLOSED = { ...NAMED, additionalProperties: false };
const FREE = { type: 'object', properties: { name: { type: 'string' } } };

async function largeBodies(schema: JsonObject, most: number | undefined, body: Json): Promise<readonly unknown[]> {
  const requestBody = {
    required: true,
    ...(most !== undefined && { 'x-svc-max-body-bytes': most }),
    content: { 'application/json': { schema } },
  };
  const post = { operationId: 'add', requestBody, responses: { '201': { description: '' } } };
  const contract = await contractOf({ paths: { '/things': { post } } });
  return largeBody(contract, operationOf(contract, 'add'), { body }).map(({ input, expect: wanted }) => [
    input.body,
    wanted.kind === 'rejected' && `${wanted.keyword} ${wanted.pointer}`,
  ]);
}

const text = 'a'.repeat(100);

it.each<[string, JsonObject, number | undefined, readonly unknown[]]>([
  ['a closed schema', CLOSED, 100, [[{ name: 'b', 'x-unknown-member': text }, 'additionalProperties /body']]],
  ['an open schema with a string of limited length', NAMED, 100, [[{ name: text }, 'maxLength /body/name']]],
  ['a schema that permits every string', FREE, 100, []],
  ['a closed schema, and no stated maximum', CLOSED, undefined, []],
  ['a closed schema, and a stated maximum of a megabyte', CLOSED, 1_000_000, []],
])('a body above the stated maximum size breaks one constraint: %s', async (_, schema, most, want) => {
  expect(await largeBodies(schema, most, { name: 'b' })).toEqual(want);
});
