import { describe, expect, it } from 'vitest';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { type ListShape, type Listing, listFindings } from './list-miniature.js';

const TEXT = { type: 'string' };
const TAGS = { type: 'array', items: { enum: ['red', 'green', 'blue'] }, maxItems: 3, uniqueItems: true };
const NAMED = { type: 'array', items: { type: 'object', required: ['name'], properties: { name: TEXT } } };
const WRONG = ['state/filtered not-matching'];
const LACKS = ['state/filtered match-missing'];

/** The labels of new items: the first item gets the first list, and so on. */
const LABELS: readonly (readonly string[])[] = [['bug'], ['bug', 'slow'], [], ['slow']];
const LABELLED: ListShape = {
  parameters: [
    {
      name: 'labels',
      description: 'Names of labels, separated by commas. Only items that have all of them are listed.',
      schema: TEXT,
      example: 'bug,slow',
    },
  ],
  added: (number) => ({ labels: (LABELS[number % LABELS.length] ?? []).map((name) => ({ name })) }),
  addedMembers: { labels: NAMED },
};
const TAGGED: ListShape = {
  parameters: [
    { name: 'tags', description: 'Items with at least one of these tags.', schema: { type: 'array', items: TEXT } },
  ],
  members: { title: { type: 'string', minLength: 1, maxLength: 20 }, tags: TAGS },
};
const UNSTATED: ListShape = {
  ...LABELLED,
  parameters: [
    { name: 'labels', description: 'Names of labels, separated by commas.', schema: TEXT, example: 'bug,slow' },
  ],
};

type Selects = (own: readonly Json[], wanted: readonly string[]) => boolean;

const all: Selects = (own, wanted) => wanted.every((name) => own.includes(name));
const some: Selects = (own, wanted) => wanted.some((name) => own.includes(name));
const first: Selects = (own, wanted) => own.includes(wanted[0] ?? '');
const ignored: Selects = () => true;

const namesOf = (item: JsonObject): readonly Json[] =>
  [item['labels'] ?? item['tags'] ?? []].flat().flatMap((each) => (isJsonObject(each) ? (each['name'] ?? []) : each));

const listing =
  (selects: Selects): Listing =>
  (items, query) => {
    const wanted = [...query.getAll('tags'), ...(query.get('labels')?.split(',') ?? [])];
    return { body: wanted.length === 0 ? items : items.filter((item) => selects(namesOf(item), wanted)) };
  };

describe('a parameter with several values', () => {
  it.each<[string, ListShape, Selects, readonly string[]]>([
    ['selects items with all values', LABELLED, all, []],
    ['selects items with one of the values, although items need all values', LABELLED, some, WRONG],
    ['is ignored', LABELLED, ignored, WRONG],
    ['selects items with one of the values, without a description of this', UNSTATED, some, []],
    ['selects items with one of the values, as stated', TAGGED, some, []],
    ['selects only items with all values, although one value is enough', TAGGED, all, LACKS],
    ['uses only its first value', TAGGED, first, LACKS],
    ['is ignored, although items need one of the values', TAGGED, ignored, WRONG],
  ])('a check judges a parameter with several values that %s (%#)', async (_, shape, selects, want) => {
    expect(await listFindings(shape, listing(selects))).toEqual(want);
  });
});
