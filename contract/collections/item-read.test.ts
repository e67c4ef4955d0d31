import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../fixtures/contracts.js';
import type { JsonObject } from '../json/json.js';
import { inferredRead, isNameOf } from './item-read.js';

const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });

it.each([
  ['item_id', 'itemId', true],
  ['item', 'item', true],
  ['item_id', 'item', true],
  ['itemId', 'item', true],
  ['id', 'item_id', true],
  ['id', 'item', false],
  ['name', 'item', false],
  ['item', 'item_id', false],
])(
  'whether the value of the member %s identifies the item in the path parameter {%s}: %s',
  (member, parameter, want) => {
    expect(isNameOf(member, parameter)).toBe(want);
  },
);

const TEXT = { type: 'string' };
const PERSON = { type: 'object', properties: { id: TEXT, name: TEXT } };

/**
 * The paths of users that a POST creates, and that a GET reads at a path with the parameter `parameter`. `made` has the
 * members of the reply to the POST, `read` those of the reply to the GET, and `type` is the schema of the parameter.
 */
const users = (parameter: string, made: JsonObject, read: JsonObject = made, type: JsonObject = TEXT): JsonObject => {
  const path = { name: parameter, in: 'path', required: true, schema: type };
  const replies = (schema: JsonObject): JsonObject => ({ 200: { description: '', ...json(schema) } });
  return {
    '/users': { post: { operationId: 'add', requestBody: json({ type: 'object' }), responses: replies(made) } },
    [`/users/{${parameter}}`]: { get: { operationId: 'read', parameters: [path], responses: replies(read) } },
  };
};

const NUMBERED = { type: 'object', properties: { id: { type: 'number' } } };
/** An item whose identifier is not stated. */
const OPEN = { type: 'object', properties: { name: TEXT }, additionalProperties: {} };
const SIZED = { type: 'object', properties: { size: { type: 'integer' } }, additionalProperties: true };
const ids = (name: string): JsonObject => ({ type: 'object', properties: { [name]: TEXT, name: TEXT } });

it.each<[string, JsonObject, string | undefined]>([
  ['{who}', users('who', PERSON), '/id'],
  ['{who} and a member with the name of the item', users('who', ids('user_id')), '/user_id'],
  ['{who} and a member with the name of another item', users('who', ids('group_id')), undefined],
  ['{who} of an item with another schema', users('who', PERSON, ids('id_')), undefined],
  ['{slug}', users('slug', PERSON), undefined],
  ['{id} of the type number', users('id', NUMBERED, NUMBERED, { type: 'number' }), '/id'],
  ['{user_key}', users('user_key', ids('key')), '/key'],
  ['{team_key} of a user', users('team_key', ids('key')), undefined],
  ['{user_name}', users('user_name', PERSON), undefined],
  ['{user_id} of an item without a schema', users('user_id', {}), '/id'],
  ['{user} of an object without stated members', users('user', { type: 'object' }), '/id'],
  ['{id} of an item that allows other members', users('id', OPEN), '/id'],
  ['{user} of an item that states a name and allows other members', users('user', OPEN), undefined],
  ['{user} of an item that states a size and allows other members', users('user', SIZED), '/id'],
  ['{id} of an item in an envelope', users('id', { type: 'object', properties: { data: OPEN } }), '/data/id'],
  [
    '{id} of an item that states only some members',
    users('id', { type: 'object', properties: { name: TEXT } }),
    undefined,
  ],
  ['{id} of an item without other members', users('id', { ...OPEN, additionalProperties: false }), undefined],
  [
    '{id} of an item with the key of another item',
    users('id', { ...ids('team_key'), additionalProperties: true }),
    undefined,
  ],
  ['{user_name} of an item without a schema', users('user_name', {}), undefined],
])('finds the member that identifies an item which is read by the path parameter %s → %s', async (_, paths, want) => {
  const contract = await contractOf({ paths });
  expect(inferredRead(contract, operationOf(contract, 'add'))?.id.pointer).toBe(want);
});
