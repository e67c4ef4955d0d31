import { expect, it } from 'vitest';
import { contractOf } from '../fixtures/contracts.js';
import type { Json, JsonObject } from '../json/json.js';
import { itemList } from './item-list.js';
import { listTags, tagsIn, tagsOf } from './list-tags.js';

const TEXT = { type: 'string' };
const TEXTS = { type: 'array', items: TEXT };
const NAMED = { type: 'array', items: { type: 'object', properties: { name: TEXT, color: TEXT } } };

async function found(parameter: JsonObject, members: JsonObject): Promise<readonly string[]> {
  const items = { type: 'array', items: { type: 'object', properties: { id: TEXT, ...members } } };
  const responses = { '200': { description: '', content: { 'application/json': { schema: items } } } };
  const get = {
    operationId: 'list',
    parameters: [{ in: 'query', name: 'labels', schema: TEXT, ...parameter }],
    responses,
  };
  const contract = await contractOf({ paths: { '/items': { get } } });
  const [operation] = contract.operations;
  const list = operation && itemList(contract, operation);
  const tags = list === undefined ? [] : listTags(contract.schemas, list);
  return tags.map(({ member, isAll, examples }) => [member, isAll ? 'all' : 'some', ...examples].join(' '));
}

const COMMAS = 'Names, separated by commas.';

it.each<[string, JsonObject, JsonObject, readonly string[]]>([
  [
    'a list of strings',
    { description: `${COMMAS} Only issues that have all of them.` },
    { labels: TEXTS },
    ['labels all'],
  ],
  [
    'a list of objects with names',
    { description: `${COMMAS} Issues with any of these.` },
    { labels: NAMED },
    ['labels some'],
  ],
  [
    'a parameter with the singular name of the member',
    { name: 'label', description: 'Comma-separated: with all of these.' },
    { labels: TEXTS },
    ['labels all'],
  ],
  [
    'a parameter that is an array',
    { name: 'labels[]', description: 'Issues that have at least one of the given labels.', schema: TEXTS },
    { labels: TEXTS },
    ['labels some'],
  ],
  [
    'a parameter with an example',
    { description: `${COMMAS} With all of these labels.`, example: 'bug,help wanted' },
    { labels: TEXTS },
    ['labels all bug help wanted'],
  ],
  [
    'a string parameter without a statement about commas',
    { description: 'Issues that have all of these labels.' },
    { labels: TEXTS },
    [],
  ],
  ['no statement about all or any values', { description: COMMAS }, { labels: TEXTS }, []],
  [
    '"all of" that is not about the values',
    { description: `${COMMAS} Lists all of the issues with a label.` },
    { labels: TEXTS },
    [],
  ],
  [
    'statements about both all and any values',
    { description: `${COMMAS} With all of these or with any of these.` },
    { labels: TEXTS },
    [],
  ],
  [
    'a description with a negation',
    { description: `${COMMAS} Issues without those that have all of them.` },
    { labels: TEXTS },
    [],
  ],
  ['a member that is a string', { description: `${COMMAS} Only issues that have all of them.` }, { labels: TEXT }, []],
  [
    'a member with a different name',
    { description: `${COMMAS} Only issues that have all of them.` },
    { names: TEXTS },
    [],
  ],
])('finds the parameters that take several values of a member: %s → $3', async (_, parameter, members, want) => {
  expect(await found(parameter, members)).toEqual(want);
});

it.each<[Json, readonly string[] | undefined]>([
  ['bug, help wanted', ['bug', 'help wanted']],
  [['bug'], ['bug']],
  ['bug,', undefined],
  ['-bug', undefined],
  ['bug*', undefined],
  [[], undefined],
])('reads the values of a parameter: %j → %j', (value, want) => {
  expect(tagsIn(value)).toEqual(want);
});

it('reads the values of a member: its strings, or the names of its objects', () => {
  expect(tagsOf(['a'])).toEqual(['a']);
  expect(tagsOf([{ name: 'a' }])).toEqual(['a']);
  expect(tagsOf([{ id: 'a' }])).toBeUndefined();
  expect(tagsOf('a')).toBeUndefined();
});
