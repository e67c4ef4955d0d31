import { describe, expect, it } from 'vitest';
import { contractOf } from '../../fixtures/contracts.js';
import type { JsonObject } from '../../json/json.js';
import { itemList } from '../item-list.js';
import { defaultOrder } from './stated-order.js';

const TEXT = { type: 'string' };
const TIME = { type: 'string', format: 'date-time' };
const MEMBERS = {
  title: TEXT,
  last_name: TEXT,
  rank: { type: 'integer' },
  priority: { enum: ['low', 'high'] },
  customer: TEXT,
  tags: { type: 'array' },
  created_at: TIME,
  updated_at: TIME,
};

/** The order that is found for a list without an order argument, as `<member> <direction>`. */
async function orderOf(
  description: string,
  members: JsonObject = MEMBERS,
  parameters: readonly JsonObject[] = [],
): Promise<string | undefined> {
  const items = { type: 'array', items: { type: 'object', properties: members } };
  const responses = { '200': { description: '', content: { 'application/json': { schema: items } } } };
  const get = {
    operationId: 'list',
    description,
    parameters: parameters.map((each) => ({ in: 'query', ...each })),
    responses,
  };
  const contract = await contractOf({ paths: { '/items': { get } } });
  const [operation] = contract.operations;
  const list = operation && itemList(contract, operation);
  const key = list && defaultOrder(contract.schemas, list);
  return key && [key.member, key.direction ?? 'any'].join(' ');
}

describe('the order that the description of a list states', () => {
  it.each([
    ['Returns the items, newest first.', 'created_at descending'],
    ['The latest items first', 'created_at descending'],
    ['Oldest first.', 'created_at ascending'],
    ['Most recently updated first.', 'updated_at descending'],
    ['The items in the order of their creation.', 'created_at ascending'],
    ['Sorted by `title`.', 'title ascending'],
    ['The items are sorted alphabetically by title, then by rank.', 'title ascending'],
    ['Items are sorted by last name.', 'last_name ascending'],
    ['Ordered by creation date, newest first.', 'created_at descending'],
    ['Sorted by `rank` in descending order.', 'rank descending'],
    ['Sorted by `rank` (descending).', 'rank descending'],
    ['Sorted by rank, highest first.', 'rank descending'],
    ['Sorted by rank.', 'rank any'],
    ['Ordered by ascending rank.', 'rank ascending'],
    ['The history, from the newest to the oldest.', 'created_at descending'],
    ['In sorted order, with the most recent item appearing first.', 'created_at descending'],
    ['In descending order of `rank`.', 'rank descending'],
    ['In the order of their creation, newest first.', 'created_at descending'],
    ['In the order in which they were created, oldest first.', 'created_at ascending'],
    ['In the order in which they were last updated, newest first.', 'updated_at descending'],
    ['Unless `sort` is set, sorted by `title`.', 'title ascending'],
    ['If no order is requested, the newest items come first: newest first.', 'created_at descending'],
    ['The items that are not deleted, newest first: by `created_at`.', 'created_at descending'],
    ['In ascending numeric order of their ranks.', 'rank ascending'],
    ['Sorted by creation date, with the most recent items appearing first.', 'created_at descending'],
    ['The oldest item is first, or the newest with `ordering=-id`.', 'created_at ascending'],
    ['The default order is by `rank` descending.', 'rank descending'],
    ['The default order is by created_at, newest first.', 'created_at descending'],
    ['A list. Newest first; ties are sorted by `id`.', 'created_at descending'],
  ])('the order of a list is found in its description %j → %s', async (text, want) => {
    expect(await orderOf(text)).toBe(want);
  });

  it.each([
    'The items can be sorted by `title`.',
    'Items are not sorted by title.',
    'The items that were ordered by the customer.',
    'All items ordered by anybody.',
    'Lists the orders placed by the customer.',
    'Sorted by relevance.',
    'Sorted by `priority`.',
    'The tags of each item are sorted by title.',
    'Newest first. Sorted by `title`.',
    'Sorted by `title` or `rank`.',
    'The oldest item is first, or the newest.',
    'The newest item first, or the oldest with a flag.',
    'The first item.',
    'Most recently active first.',
    'In the order of the tags.',
    'Sorted by `created_at` in reverse chronological order or by rank.',
  ])('no order of a list is found in its description %j', async (text) => {
    expect(await orderOf(text)).toBeUndefined();
  });

  it.each<[string, JsonObject, string | undefined]>([
    ['"newest" refers to the only time of the elements', { id: TEXT, at: TIME }, 'at descending'],
    ['a time of publication may be meant too', { created_at: TIME, published_at: TIME }, undefined],
    ['times of later changes are not meant', { created_at: TIME, approved_at: TIME }, 'created_at descending'],
    ['the elements have only the time of a later change', { id: TEXT, updated_at: TIME }, undefined],
    ['a time may be a number of seconds', { created: { type: 'integer' }, paid_at: TIME }, 'created descending'],
    ['the elements have no time', { id: TEXT, created_at: TEXT }, undefined],
  ])('%s', async (_, members, want) => {
    expect(await orderOf('Newest first.', members)).toBe(want);
  });

  it.each<[string, string | undefined]>([
    ['The order. The default is `-rank`.', 'rank descending'],
    ['Defaults to "rank desc".', 'rank descending'],
    ['The default is `rank`.', undefined],
    ['With `-` for the descending order; the default is `rank`.', 'rank ascending'],
    ['Default `-rank` for all, default `-title` for some.', undefined],
  ])('the description of the order parameter states the default: %j → %s', async (description, want) => {
    expect(await orderOf('Newest first.', MEMBERS, [{ name: 'sort', description, schema: TEXT }])).toBe(want);
  });

  it.each<[string, string | undefined]>([
    ['`sort` is one of `title`, `rank`, with `-` for the descending order; the default is `rank`.', 'rank ascending'],
    ['`sort` is one of `title`, `rank`; the default is `rank`.', undefined],
    ['`fields` is one of `title`, `-rank`; the default is `-rank`.', undefined],
    ['`sort` is one of `title`, `-rank`. The default of the page size is `5`.', undefined],
  ])('a sentence about the order parameter states the default: %j → %s', async (description, want) => {
    expect(await orderOf(description, MEMBERS, [{ name: 'sort', schema: TEXT }])).toBe(want);
  });

  it.each<[string, JsonObject, string | undefined]>([
    ['states the member and the direction', { type: 'string', default: '-rank' }, 'rank descending'],
    ['without a sign states no direction', { type: 'string', default: 'rank' }, undefined],
    ['names no member', { type: 'string', default: '-popularity' }, undefined],
  ])('the default of the order parameter %s, and is used instead of the text', async (_, schema, want) => {
    expect(await orderOf('Newest first.', MEMBERS, [{ name: 'sort', schema }])).toBe(want);
  });
});

it('a text about the order in which items were recorded refers only to the time of recording', async () => {
  const text = 'In the order in which they were recorded, oldest first.';
  expect(await orderOf(text, { occurred_at: TIME })).toBeUndefined();
  expect(await orderOf(text, { recorded_at: TIME, occurred_at: TIME })).toBe('recorded_at ascending');
});
