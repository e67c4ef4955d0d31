import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../fixtures/contracts.js';
import type { JsonObject } from '../json/json.js';
import { versionToken } from './version-token.js';

const INTEGER = { type: 'integer' };
const TEXT = { type: 'string' };
const STALE = { 409: { description: 'The item was changed since it was read.' } };

interface Given {
  readonly body?: JsonObject;
  readonly query?: JsonObject;
  readonly item?: JsonObject;
  readonly refusals?: JsonObject;
  readonly headers?: JsonObject;
  readonly condition?: true;
  /** Set if the test adds no further members to `body` and `item`. */
  readonly isWhole?: true;
}

it.each<[string, Given, string | undefined]>([
  ['an entity tag in the body', { body: { etag: TEXT }, refusals: STALE }, 'body /etag checked'],
  ['an entity tag in the query', { query: { etag: TEXT }, refusals: STALE }, 'query /etag checked'],
  ['a number', { body: { version: INTEGER }, item: { version: INTEGER }, refusals: STALE }, 'body /version checked'],
  ['a 412', { body: { etag: TEXT }, refusals: { 412: { description: '' } } }, 'body /etag checked'],
  ['a 409 for another reason', { body: { etag: TEXT }, refusals: { 409: { description: 'In use.' } } }, 'body /etag'],
  ['no refusal', { body: { etag: TEXT } }, 'body /etag'],
  [
    'a description of the member',
    {
      body: { etag: { ...TEXT, description: 'Refused if stale.' } },
      refusals: { 409: { description: '' } },
    },
    'body /etag checked',
  ],
  [
    'a 412 that may be about a precondition header',
    { body: { etag: TEXT }, refusals: { 412: { description: '' } }, condition: true },
    'body /etag',
  ],
  [
    'a 412 that may be about the header ETag of the read',
    {
      body: { etag: TEXT },
      refusals: { 412: { description: '' } },
      headers: { ETag: { schema: TEXT } },
    },
    'body /etag',
  ],
  [
    'a 409 that quotes the argument, beside the header ETag of the read',
    {
      body: { lock_version: INTEGER },
      item: { lock_version: INTEGER },
      refusals: { 409: { description: 'The given `lock_version` is not the current one.' } },
      headers: { ETag: { schema: TEXT } },
    },
    'body /lock_version checked',
  ],
  [
    'a 409 that quotes a different member, beside the header ETag of the read',
    {
      body: { lock_version: INTEGER },
      item: { lock_version: INTEGER },
      refusals: { 409: { description: 'The `state` is not the current one.' } },
      headers: { ETag: { schema: TEXT } },
    },
    'body /lock_version',
  ],
  [
    'a 409 that quotes the argument and is about the header',
    {
      body: { lock_version: INTEGER },
      item: { lock_version: INTEGER },
      refusals: { 409: { description: '`If-Match` is not the current `lock_version`.' } },
      headers: { ETag: { schema: TEXT } },
    },
    'body /lock_version',
  ],
  [
    'a member of a wrapped item',
    {
      body: { item: { type: 'object', properties: { etag: TEXT } } },
      item: { item: { type: 'object', properties: { etag: TEXT } } },
      refusals: STALE,
      isWhole: true,
    },
    'body item /item/etag checked',
  ],
  ['a read without the member', { body: { etag: TEXT }, item: {}, refusals: STALE }, undefined],
  ['a member of another type', { body: { etag: INTEGER }, refusals: STALE }, undefined],
  [
    'a string with a name for version numbers',
    { body: { version: TEXT }, item: { version: TEXT }, refusals: STALE },
    undefined,
  ],
])('finds the argument of a change that states the version of the item: %s → $2', async (_, given, want) => {
  const { body = {}, query = {}, item = { etag: TEXT }, refusals = {}, headers = {}, condition, isWhole } = given;
  const json = (properties: JsonObject): JsonObject => ({
    content: {
      'application/json': {
        schema: { type: 'object', properties: { ...(!isWhole && { title: TEXT }), ...properties } },
      },
    },
  });
  const parameters = [
    ...Object.entries(query).map(([name, schema]) => ({ name, in: 'query', schema })),
    ...(condition ? [{ name: 'If-Match', in: 'header', schema: TEXT }] : []),
  ];
  const reply = { description: '', headers, ...json(item) };
  const contract = await contractOf({
    paths: {
      '/items/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: TEXT }],
        get: { operationId: 'read', responses: { 200: reply } },
        patch: { operationId: 'change', parameters, requestBody: json(body), responses: { 200: reply, ...refusals } },
      },
    },
  });
  const token = versionToken(contract, operationOf(contract, 'read'), operationOf(contract, 'change'));
  const words = token && [token.in, token.within ?? [], token.pointer, token.isChecked ? 'checked' : []];
  expect(words?.flat().join(' ')).toBe(want);
});
