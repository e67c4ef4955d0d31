import { describe, expect, it } from 'vitest';
import { collectionsOf } from '../../contract/collections/collections.js';
import { contractOf } from '../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../fixtures/trials.js';
import { defaultValue } from './default-value.js';
import { echo } from './echo.js';
import { newItem } from './items/new-item.js';

const TEXT = { type: 'string' };
const SENT = { title: TEXT, size: TEXT, rank: { type: 'integer', default: 3 } };
const INPUT = { type: 'object', required: ['title'], properties: SENT };
const ITEM = { type: 'object', required: ['id'], properties: { id: TEXT, ...SENT } };
const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const arrayOf = (items: JsonObject): JsonObject => ({ type: 'array', items });
const inMember = (name: string, list: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties: { [name]: list, ...more },
});

/** The schema of the request and the schema of the reply of a create of several items. */
interface Shape {
  readonly request?: JsonObject;
  readonly reply?: JsonObject;
  readonly status?: number;
}

async function found(sent: Json, returned: Json, shape: Shape = {}): Promise<readonly string[]> {
  const { request = arrayOf(INPUT), reply = arrayOf(ITEM), status = 201 } = shape;
  const contract = await contractOf({
    paths: {
      '/items': {
        get: { operationId: 'list', responses: { 200: { description: '', ...json(arrayOf(ITEM)) } } },
        post: {
          operationId: 'add',
          requestBody: json(INPUT),
          responses: { 201: { description: '', ...json(ITEM) } },
        },
      },
      '/items/batch': {
        post: {
          operationId: 'add_all',
          requestBody: json(request),
          responses: { [status]: { description: '', ...json(reply) } },
        },
      },
      '/items/{id}': {
        get: {
          operationId: 'read',
          parameters: [{ name: 'id', in: 'path', required: true, schema: TEXT }],
          responses: { 200: { description: '', ...json(ITEM) } },
        },
      },
    },
  });
  const trial = trialOf(contract, 'add_all', { body: sent }, [{ response: replied(status, returned) }]);
  const context = contextOf(contract, { collections: collectionsOf(contract).all });
  const violations = [echo, defaultValue, newItem].flatMap((rule) => rule.check(trial, context) ?? []);
  return violations.map(({ kind, pointer, received }) => `${kind} ${pointer} ${JSON.stringify(received)}`);
}

const of = (title: string): JsonObject => ({ title, size: title });
const [A, B, C] = [of('a'), of('b'), of('c')];
const made = (item: JsonObject, id: string): JsonObject => ({ id, rank: 3, ...item });
const [A1, B2, C3] = [made(A, '1'), made(B, '2'), made(C, '3')];

describe('a create of several items', () => {
  it.each<[string, Json, Json, readonly string[]]>([
    ['all items', [A, B, C], [A1, B2, C3], []],
    ['all items in a different order', [A, B, C], [C3, A1, B2], []],
    ['one item for two equal elements', [A, A], [A1], []],
    ['the whole list, which includes an earlier item', [B], [A1, B2], []],
    ['no items for no elements', [], [], []],
    ['fewer items', [A, B, C], [A1], ['elements-missing /response/body 1']],
    ['the first item twice', [A, B], [A1, made(A, '2')], ['elements-missing /response/body 1']],
    ['one identifier for two items', [A, B], [A1, made(B, '1')], ['identifier-repeated /response/body/*/id "1"']],
    ['a changed value', [A, B], [made({ ...A, title: 'x' }, '1'), B2], ['changed /response/body/*/title "x"']],
    ['a wrong default', [A, B], [A1, { ...B2, rank: 1 }], ['unexpected /response/body/*/rank 1']],
    [
      'the items in a different order, of which one also fits the other element',
      [{ title: 'a' }, { title: 'a', rank: 5 }],
      [
        { id: '1', title: 'a', rank: 5 },
        { id: '2', title: 'a', rank: 3 },
      ],
      [],
    ],
  ])('a create of several items returns %s (violations: $3)', async (_, sent, returned, want) => {
    expect(await found(sent, returned)).toEqual(want);
  });

  it.each<[string, Shape, (items: Json) => Json, readonly string[]]>([
    [
      'the list is in a member',
      { reply: inMember('items', arrayOf(ITEM)) },
      (items) => ({ items }),
      ['elements-missing'],
    ],
    [
      'the list is beside a count of items that were not created',
      { reply: inMember('items', arrayOf(ITEM), { failed_count: { type: 'integer' } }) },
      (items) => ({ items, failed_count: 1 }),
      [],
    ],
    [
      'the list is beside a list of errors',
      { reply: inMember('items', arrayOf(ITEM), { errors: arrayOf({ type: 'object' }) }) },
      (items) => ({ items, errors: [{}] }),
      [],
    ],
    ['the status is 200, so the list may be the result of a search', { status: 200 }, (items) => items, []],
    [
      'the schema of the items lacks a required member of the request',
      { reply: arrayOf({ type: 'object', properties: { id: TEXT, size: TEXT } }) },
      (items) => items,
      [],
    ],
  ])(
    'the reply to a create of several items has one item too few: %s (violations: $3)',
    async (_, shape, replyOf, want) => {
      const kinds = await found([A, B], replyOf([A1]), shape);
      expect(kinds.map((each) => each.split(' ')[0])).toEqual(want);
    },
  );
});
