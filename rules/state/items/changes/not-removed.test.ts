import { expect, it } from 'vitest';
import { statedDefaults, successSchema } from '../../../../contract/collections/reply-members.js';
import { contractOf, operationOf } from '../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../contract/json/json.js';
import { notRemoved } from './not-removed.js';

it.each<[string, JsonObject, readonly string[], readonly string[]]>([
  ['an optional member', { type: 'array' }, [], ['/tags']],
  ['a required member that may be null', { type: ['array', 'null'] }, ['tags'], ['/tags']],
  ['a required member that may not be null', { type: 'array' }, ['tags'], []],
])('a merge patch sets a member to null, which the item still has: %s → $3', async (_, tags, required, want) => {
  const content = { 'application/json': { schema: { type: 'object', required, properties: { tags } } } };
  const get = { operationId: 'read', responses: { 200: { description: '', content } } };
  const contract = await contractOf({ paths: { '/item': { get } } });
  const schema = successSchema(operationOf(contract, 'read'));
  const item = { tags: ['a'] };
  const found = notRemoved(contract.schemas, schema === undefined ? [] : [schema], {
    sent: { tags: null },
    before: item,
    value: item,
  });
  expect(found.map(({ pointer }) => pointer)).toEqual(want);
});

it.each([[[]], [['a']], [0], ['']])('a stated default is one value, also if it is a list: %j', async (preset) => {
  const schema = { type: 'object', properties: { tags: { default: preset } } };
  const content = { 'application/json': { schema } };
  const get = { operationId: 'read', responses: { 200: { description: '', content } } };
  const contract = await contractOf({ paths: { '/item': { get } } });
  const root = successSchema(operationOf(contract, 'read'));
  expect(statedDefaults(contract.schemas, root === undefined ? [] : [root], '/tags')).toEqual([preset]);
});
