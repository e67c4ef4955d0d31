import { expect, it } from 'vitest';
import type { Case } from '../../../contract/case.js';
import { contractOf, operationOf } from '../../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../../contract/json/json.js';
import { CaseMaker, type CaseKind } from '../make-cases.js';
import { opaqueParameters } from './opaque-parameters.js';

const TEXT = { type: 'string' };
const LIMIT = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } };

function paths(parameters: readonly JsonObject[], members: JsonObject = {}, method = 'get'): JsonObject {
  const items = { type: 'array', items: { type: 'object', properties: { id: TEXT, name: TEXT } } };
  const schema = { type: 'object', properties: { data: items, has_more: { type: 'boolean' }, ...members } };
  const responses = { 200: { description: '', content: { 'application/json': { schema } } } };
  return { '/books': { [method]: { operationId: 'list', parameters: [...parameters], responses } } };
}

const named = (name: string, description = '', schema: JsonObject = TEXT): JsonObject => ({
  name,
  in: 'query',
  description,
  schema,
});

it.each<[name: string, text: string, schema: JsonObject, members: JsonObject, want: boolean]>([
  ['starting_after', '', { type: 'string', pattern: '^b_[a-z]{4}$' }, {}, true],
  ['endingBefore', '', TEXT, {}, true],
  ['page_token', '', TEXT, {}, true],
  ['after', '', TEXT, {}, true],
  ['_token', '', TEXT, {}, true],
  ['token', 'The next page.', TEXT, {}, true],
  ['after', 'Only books after this time.', TEXT, {}, false],
  ['before', '', { type: 'string', format: 'date-time' }, {}, false],
  ['after', '', { type: 'integer' }, {}, false],
  ['page', 'The `next_page` of the page before. Any other value is refused.', TEXT, { next_page: TEXT }, true],
  ['page', 'The next_page of the page before.', TEXT, { next_page: TEXT }, true],
  ['page', 'The `next_page` of the page before.', TEXT, {}, false],
  [
    'mark',
    'The value of `mark` from the previous reply.',
    TEXT,
    { page_info: { type: 'object', properties: { mark: TEXT } } },
    true,
  ],
  ['at', 'An opaque cursor.', TEXT, {}, true],
  ['sort', 'The order. Ignored if a cursor is given.', TEXT, {}, false],
  ['sort', 'Sorts by `url` and the last change.', { type: 'string', enum: ['url'] }, { url: TEXT }, false],
  ['name', 'The `name` of a book.', TEXT, {}, false],
])(
  'decides whether the values of a parameter come only from replies: parameter %s, description "%s", schema %j, members of the reply %j → %s',
  async (name, text, schema, members, want) => {
    const contract = await contractOf({ paths: paths([named(name, text, schema), LIMIT], members) });
    expect(opaqueParameters(contract, operationOf(contract, 'list'))).toEqual(want ? [name] : []);
  },
);

it('values may be made up for the parameter `token` of an operation without a page size', async () => {
  const contract = await contractOf({ paths: paths([named('token')]) });
  expect(opaqueParameters(contract, operationOf(contract, 'list'))).toEqual([]);
});

it('values may be made up for a required parameter, and for a parameter of a POST', async () => {
  const required = await contractOf({ paths: paths([{ ...named('cursor'), required: true }]) });
  expect(opaqueParameters(required, operationOf(required, 'list'))).toEqual([]);
  const post = await contractOf({ paths: paths([named('cursor')], {}, 'post') });
  expect(opaqueParameters(post, operationOf(post, 'list'))).toEqual([]);
});

it.each<[known: readonly Json[], valid: readonly Json[]]>([
  [[], []],
  [['b_0001'], ['b_0001']],
])('cases that must be accepted have the known values %j of a cursor, and no other value', async (known, want) => {
  const contract = await contractOf({ paths: paths([named('starting_after'), LIMIT]) });
  const values = new Map(known.length === 0 ? [] : [['starting_after', { known, only: false }]]);
  const maker = new CaseMaker(contract, { seed: 1, runs: 20, values });
  const made = (kind: CaseKind): readonly Case[] => maker.make(operationOf(contract, 'list'), kind);
  const sent = (['example', 'boundary', 'valid'] as const)
    .flatMap(made)
    .filter(({ expect: promised }) => promised.kind === 'accepted')
    .map(({ input }) => input.query?.['starting_after']);
  expect(new Set(sent.filter((value) => value !== undefined))).toEqual(new Set(want));
  const kinds = ['boundary', 'valid', 'invalid'] as const;
  const answered = kinds.flatMap(made).filter(({ expect: promised }) => promised.kind === 'answered');
  expect(answered.some(({ input }) => input.query?.['starting_after'] !== undefined)).toBe(true);
});
