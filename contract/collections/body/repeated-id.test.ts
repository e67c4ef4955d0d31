import { expect, it } from 'vitest';
import type { CaseInput } from '../../case.js';
import { contractOf, operationOf } from '../../fixtures/contracts.js';
import type { JsonObject } from '../../json/json.js';
import { repeatedId, withOneId, withoutRepeatedId } from './repeated-id.js';

const TEXT = { type: 'string' };
const object = (properties: JsonObject): JsonObject => ({ type: 'object', required: ['id'], properties });

async function changed(path: string, schema: JsonObject, method = 'put', description = '') {
  const name = /\{(\w+)\}/.exec(path)?.[1] ?? '';
  const parameters = [{ name, in: 'path', required: true, schema: { type: 'string', maxLength: 3 } }];
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  const change = {
    operationId: 'change',
    description,
    parameters,
    requestBody,
    responses: { 200: { description: '' } },
  };
  const contract = await contractOf({ paths: { [path]: { [method]: change } } });
  return { contract, operation: operationOf(contract, 'change') };
}

it.each<[string, JsonObject, string, string | undefined]>([
  ['/tags/{tag_id}', { id: TEXT }, 'put', 'id'],
  ['/tags/{tag_id}', { id: TEXT, tagId: TEXT }, 'patch', 'tagId'],
  ['/tags/{tag}', { id: TEXT }, 'put', 'id'],
  ['/tags/{tag_id}', { data: object({ id: TEXT, name: TEXT }) }, 'patch', 'data id'],
  ['/tags/{tag_id}', { id: { type: 'integer' } }, 'put', undefined],
  ['/tags/{name}', { id: TEXT, name: TEXT }, 'put', undefined],
  ['/tags/{tag_id}', { id: TEXT }, 'post', undefined],
  ['/tags/{tag_id}/owner', { id: TEXT }, 'put', undefined],
])(
  'finds the member that repeats the identifier in the path %s: members %j, method %s → %s',
  async (path, members, method, want) => {
    const { contract, operation } = await changed(path, { type: 'object', properties: members }, method);
    const found = repeatedId(contract, operation);
    expect(found && [found.within, found.name].filter(Boolean).join(' ')).toBe(want);
  },
);

it.each<[CaseInput, 'path' | 'body', CaseInput]>([
  [{ path: { tag_id: 'a' }, body: { id: 'b' } }, 'path', { path: { tag_id: 'a' }, body: { id: 'a' } }],
  [{ path: { tag_id: 'a' }, body: { id: 'b' } }, 'body', { path: { tag_id: 'b' }, body: { id: 'b' } }],
  [{ path: { tag_id: 'a' }, body: { id: 'long' } }, 'body', { path: { tag_id: 'a' }, body: { id: 'a' } }],
  [{ path: { tag_id: 'a' }, body: {} }, 'path', { path: { tag_id: 'a' }, body: {} }],
])('puts the same identifier into the path and the body of %j, from its %s → %j', async (input, keep, want) => {
  const { contract, operation } = await changed('/tags/{tag_id}', object({ id: TEXT }));
  expect(withOneId(contract, operation, input, keep)).toEqual(want);
});

it.each<[text: string, want: CaseInput['body']]>([
  ['The `id` of the body is required, and has to be the id of the URL.', { id: 'a' }],
  ['The `id` of the body must match the id of the URL.', { id: 'a' }],
  ['If the body has an `id`, it must be the id of the URL.', {}],
  ['The `id` of the body is not required.', {}],
  ['The name of the body is required.', {}],
])(
  'a body without an identifier gets the identifier in the path if the text requires it: "%s" → %j',
  async (text, want) => {
    const schema = { type: 'object', properties: { id: TEXT } };
    const { contract, operation } = await changed('/tags/{tag_id}', schema, 'put', text);
    const input = withOneId(contract, operation, { path: { tag_id: 'a' }, body: {} });
    expect(input.body).toEqual(want);
    expect(withoutRepeatedId(contract, operation, input).body).toEqual(want);
  },
);
