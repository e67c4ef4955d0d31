import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../fixtures/contracts.js';
import type { JsonObject } from '../json/json.js';
import { changeKind } from './change-kind.js';

const TEXT = { type: 'string' };
const ITEM = {
  type: 'object',
  properties: { id: TEXT, note: { type: ['string', 'null'] }, rank: { type: 'integer' } },
};
const GONE = { type: 'object', properties: { id: TEXT, deleted: { const: true } } };

const PARAMETERS = [{ name: 'id', in: 'path', required: true, schema: TEXT }];
const OTHER = { operationId: 'other', parameters: PARAMETERS, responses: { 204: { description: '' } } };

interface Given {
  readonly path?: string;
  readonly body?: JsonObject;
  readonly reply?: JsonObject;
  readonly read?: JsonObject;
  readonly text?: string;
  readonly others?: JsonObject;
}

const json = (schema: JsonObject): JsonObject => ({ description: '', content: { 'application/json': { schema } } });
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });

function paths({
  path = '/items/{id}',
  body = object({ note: TEXT }),
  reply = ITEM,
  read = ITEM,
  text = '',
  others = {},
}: Given): JsonObject {
  const parameters = PARAMETERS;
  const get = { operationId: 'read', parameters, responses: { 200: json(read) } };
  const post = {
    operationId: 'change',
    description: text,
    parameters,
    requestBody: json(body),
    responses: { 200: json(reply) },
  };
  return path === '/items/{id}' ? { [path]: { get, post, ...others } } : { '/items/{id}': { get }, [path]: { post } };
}

it.each<[string, Given, string | undefined]>([
  ['with members of the item', {}, 'modify'],
  ['with a member about the reply', { body: object({ note: TEXT, expand: TEXT }) }, 'modify'],
  ['with a required member', { body: object({ note: TEXT }, { required: ['note'] }) }, undefined],
  ['with a member that the item does not have', { body: object({ note: TEXT, amount: TEXT }) }, undefined],
  ['with a member of another type', { body: object({ rank: TEXT }) }, undefined],
  ['without members', { body: object({}) }, undefined],
  ['whose GET may return a removed item', { read: { anyOf: [ITEM, GONE] } }, 'modify'],
  ['whose GET has a different schema', { read: object({ note: TEXT }) }, undefined],
  ['that does not return the item', { reply: object({ note: TEXT }) }, undefined],
  ['below an item', { path: '/items/{id}/notes' }, undefined],
  ['beside a PUT', { others: { put: OTHER } }, undefined],
  ['beside a DELETE', { others: { delete: OTHER } }, 'modify'],
  ['that keeps other members', { text: 'Sets the given members and keeps the others. A list is replaced.' }, 'modify'],
  ['that replaces the value of one member', { text: 'Sets members. A given `note` replaces the old one.' }, 'modify'],
  ['that resets the members beside one', { text: 'Sets members. Without `note`, it replaces the others.' }, undefined],
  ['that replaces the item', { text: 'This replaces the item.' }, undefined],
  ['that resets members', { text: 'Sets members. Omitted ones get their defaults.' }, undefined],
  ['that adds to the value of a member', { text: 'Adds the rank to that of the item.' }, undefined],
])('finds out how a POST changes the item at its path: a POST %s → %s', async (_, given, want) => {
  const contract = await contractOf({ paths: paths(given) });
  expect(changeKind(contract, operationOf(contract, 'change'))).toBe(want);
});

const KEPT = 'Changes the item. Omitted members keep their values.';

it.each<[string, Given, string | undefined]>([
  ['that keeps omitted members', { text: KEPT }, 'modify'],
  ['whose text is only about the item', { text: 'Changes the item.' }, 'replace'],
  ['with a required member', { text: KEPT, body: object({ note: TEXT }, { required: ['note'] }) }, 'replace'],
])(
  'how a PUT changes the item at its path: a PUT %s → %s',
  async (_, { text = '', body = object({ note: TEXT }) }, want) => {
    const put = { ...OTHER, operationId: 'change', description: text, requestBody: json(body) };
    const contract = await contractOf({ paths: { '/items/{id}': { put } } });
    expect(changeKind(contract, operationOf(contract, 'change'))).toBe(want);
  },
);
