import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../fixtures/contracts.js';
import type { JsonObject } from '../json/json.js';
import { collectionsOf } from './collections.js';
import { replyEnvelope, requestEnvelope, sentItem, withItem } from './envelope.js';
import { successSchema } from './reply-members.js';

const TEXT = { type: 'string' };
const BOOK = { type: 'object', properties: { id: TEXT, title: TEXT } };
const NEW_BOOK = { type: 'object', properties: { title: TEXT } };

function object(properties: JsonObject): JsonObject {
  return { type: 'object', properties };
}

function json(schema: JsonObject): JsonObject {
  return { content: { 'application/json': { schema } } };
}

function books(request: JsonObject, reply: JsonObject, list: JsonObject): JsonObject {
  const id = { name: 'bookId', in: 'path', required: true, schema: TEXT };
  const responses = { '200': { description: '', ...json(reply) } };
  return {
    '/books': {
      post: { operationId: 'addBook', requestBody: json(request), responses },
      get: { operationId: 'listBooks', responses: { '200': { description: '', ...json(list) } } },
    },
    '/books/{bookId}': { get: { operationId: 'getBook', parameters: [id], responses } },
  };
}

it.each<[string, { readonly request?: JsonObject; readonly reply: JsonObject; readonly want: object }]>([
  ['`data`', { reply: object({ data: BOOK }), want: { reply: 'data' } }],
  ['the member with the name of the item', { reply: object({ book: BOOK }), want: { reply: 'book' } }],
  [
    '`data` beside the state of the reply and links',
    {
      reply: object({ success: { type: 'boolean' }, data: BOOK, links: object({ self: TEXT }) }),
      want: { reply: 'data' },
    },
  ],
  [
    'the member with the name of the item, in the request and the reply',
    { request: object({ book: NEW_BOOK }), reply: object({ book: BOOK }), want: { request: 'book', reply: 'book' } },
  ],
  [
    'the member with the name of the item in the request, and `data` in the reply',
    { request: object({ book: NEW_BOOK }), reply: object({ data: BOOK }), want: { request: 'book', reply: 'data' } },
  ],
  [
    'the member with the name of the item in the request of an item without envelope',
    { request: object({ book: NEW_BOOK }), reply: BOOK, want: { request: 'book' } },
  ],
  [
    '`Data` beside other objects',
    {
      request: object({ Data: NEW_BOOK, Risk: object({ code: TEXT }) }),
      reply: object({ Data: BOOK, Risk: object({ code: TEXT }), Links: object({ self: TEXT }) }),
      want: { request: 'Data', reply: 'Data' },
    },
  ],
  [
    'no member, because the item has an object with a member of the same name',
    { request: object({ author: object({ title: TEXT }) }), reply: object({ title: TEXT, author: BOOK }), want: {} },
  ],
  ['no member, because the reply is the item', { reply: BOOK, want: {} }],
  ['no member, because another member is a part of the item', { reply: object({ id: TEXT, data: BOOK }), want: {} }],
  [
    'no member, because the item itself may have a status and an object as its members',
    { reply: object({ status: TEXT, address: object({ city: TEXT }) }), want: {} },
  ],
  ['no member, because the only member is a map', { reply: object({ data: { type: 'object' } }), want: {} }],
  [
    'no member, because the only member is a list',
    { reply: object({ data: { type: 'array', items: BOOK } }), want: {} },
  ],
  [
    'no member, because the request has the same member beside another member',
    { request: object({ key: TEXT, data: BOOK }), reply: object({ data: BOOK, version: TEXT }), want: {} },
  ],
  [
    'no member of the request, because the reply is the item',
    { request: object({ address: object({ city: TEXT }) }), reply: BOOK, want: {} },
  ],
])('finds the member that is the envelope of an item: %s', async (_, { request = NEW_BOOK, reply, want }) => {
  const contract = await contractOf({ paths: books(request, reply, { type: 'array', items: BOOK }) });
  const operation = operationOf(contract, 'addBook');
  const sent = operation.requestBody?.content[0]?.schema;
  const returned = successSchema(operation);
  const [ofRequest, ofReply] = [
    sent && requestEnvelope(contract, operation, sent)?.name,
    returned && replyEnvelope(contract, operation, returned)?.name,
  ];
  expect({ ...(ofRequest && { request: ofRequest }), ...(ofReply && { reply: ofReply }) }).toEqual(want);
});

it('the item of a request is read and replaced within its envelope', async () => {
  const reply = object({ book: BOOK });
  const contract = await contractOf({
    paths: books(object({ book: NEW_BOOK }), reply, { type: 'array', items: BOOK }),
  });
  const operation = operationOf(contract, 'addBook');
  const body = { book: { title: 'a' }, note: 'b' };
  expect(sentItem(contract, operation, body)).toEqual({ title: 'a' });
  expect(withItem(contract, operation, body, { title: 'c' })).toEqual({ book: { title: 'c' }, note: 'b' });
});

it('the identifier of an item is found in the envelope of the reply', async () => {
  const reply = object({ success: { type: 'boolean' }, data: BOOK });
  const list = object({ success: { type: 'boolean' }, data: { type: 'array', items: BOOK } });
  const contract = await contractOf({ paths: books(NEW_BOOK, reply, list) });
  const [collection] = collectionsOf(contract).all;
  expect(collection?.read?.id).toEqual({ in: 'path', name: 'bookId', pointer: '/data/id' });
  expect(collection?.list).toMatchObject({ elements: '/data', id: 'id' });
});
