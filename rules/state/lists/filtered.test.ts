import { expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../../contract/json/json.js';
import type { Observation } from '../../../surfaces/observation.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import { filtered } from './filtered.js';

const LEVEL = { enum: ['low', 'high'] };
const MEMBERS = { id: { type: 'string' }, priority: LEVEL, owner_id: { type: 'string' }, state: LEVEL };

/**
 * A call of the list: the value of the filter in the query, and the values of the filtered member in the returned
 * elements.
 */
type Read = readonly [query: string, values: string];

async function kinds(name: string, reads: readonly Read[]): Promise<readonly string[] | undefined> {
  const schema = MEMBERS[name as keyof typeof MEMBERS];
  const items = { type: 'array', items: { type: 'object', properties: MEMBERS } };
  const responses = { '200': { description: '', content: { 'application/json': { schema: items } } } };
  const get = { operationId: 'list', parameters: [{ name, in: 'query', schema }], responses };
  const contract = await contractOf({ paths: { '/items': { get } } });
  const seen = ([value, values]: Read, index: number): Observation => {
    const elements = values.split(' ').map((own, at): JsonObject => ({ id: `${at} ${own}`, [name]: own }));
    const response = replied(200, elements);
    const trial = trialOf(contract, 'list', { query: { [name]: value } }, [{ response }], { id: String(index) });
    return trial.observations[0] as Observation;
  };
  const steps = reads.map(seen);
  const last = { ...(steps.at(-1) as Observation), earlier: steps.slice(0, -1) };
  const trial = { ...trialOf(contract, 'list', last.case.input, []), observations: [last] };
  return filtered.check(trial, contextOf(contract))?.map(({ kind }) => kind);
}

const BOTH = 'low high low';

/**
 * Reads a list with an invalid query, which breaks the contract at `pointer`. The reply has one element in the state
 * `low`. Returns the number of violations.
 */
async function broken(query: string, pointer: string): Promise<number | undefined> {
  const items = { type: 'array', items: { type: 'object', properties: MEMBERS } };
  const responses = { '200': { description: '', content: { 'application/json': { schema: items } } } };
  const parameters = ['state', 'limit'].map((name) => ({ name, in: 'query', schema: name === 'state' ? LEVEL : {} }));
  const contract = await contractOf({ paths: { '/items': { get: { operationId: 'list', parameters, responses } } } });
  const trial = trialOf(contract, 'list', { query: { state: query, limit: -1 } }, [
    { response: replied(200, [{ id: '1', state: 'low' }]) },
  ]);
  const shown = { ...trial.case, expect: { kind: 'rejected', keyword: 'enum', pointer } as const };
  return filtered.check({ ...trial, case: shown }, contextOf(contract))?.length;
}

it.each([
  ['the query breaks the schema of the filter', '', '/query/state', undefined],
  ['the query breaks the schema of an element in the filter', '', '/query/state/0', undefined],
  ['the query breaks the schema of a different parameter', 'high', '/query/limit', 1],
])(
  'a list with an invalid query is judged, unless the filter is invalid: %s (violations: $3)',
  async (_, query, pointer, want) => {
    expect(await broken(query, pointer)).toBe(want);
  },
);

it.each<[string, string, readonly Read[], readonly string[]]>([
  ['the filter is an enumeration', 'state', [['low', BOTH]], ['not-matching']],
  ['the filter is a level, which may be a bound', 'priority', [['low', BOTH]], []],
  [
    'the filter is a level, and is applied as a lower bound',
    'priority',
    [
      ['high', 'high'],
      ['low', BOTH],
    ],
    [],
  ],
  [
    'the filter is a level, and has no effect',
    'priority',
    [
      ['high', BOTH],
      ['low', BOTH],
    ],
    ['without-effect'],
  ],
  [
    'the filter is a level, and no element has one of the two requested levels',
    'priority',
    [
      ['high', 'low'],
      ['low', 'low'],
    ],
    [],
  ],
  [
    'the filter is the identifier of a group that contains other groups',
    'owner_id',
    [
      ['a', 'a b'],
      ['b', 'b'],
    ],
    [],
  ],
  [
    'the filter is an identifier, and has no effect',
    'owner_id',
    [
      ['a', 'a b'],
      ['b', 'a b'],
    ],
    ['without-effect'],
  ],
  ['the filter is an identifier, and only one value was requested', 'owner_id', [['a', 'a b']], []],
])('a list returns elements that do not match its filter: %s (violations: $3)', async (_, name, reads, want) => {
  expect(await kinds(name, reads)).toEqual(want);
});

const SIZE = { enum: ['s', 'm', 'l'] };
const SIZES = { type: 'array', items: SIZE };
const DELETED = { type: ['string', 'null'] };
const FLAGS = {
  deleted_at: DELETED,
  id: { type: 'string' },
  size: SIZE,
  active: { type: 'boolean' },
  archived: { type: 'boolean' },
};

it.each<[string, string, JsonObject, Json, readonly JsonObject[], readonly string[] | undefined]>([
  [
    'an element with a different boolean from the filter',
    'active',
    { enum: ['true', 'false'] },
    'true',
    [{ active: false }],
    ['not-matching'],
  ],
  [
    'an element with the boolean that the text of the filter names',
    'active',
    { enum: ['true', 'false'] },
    'false',
    [{ active: false }],
    [],
  ],
  [
    'an archived element, which the query excludes',
    'include_archived',
    { type: 'boolean' },
    false,
    [{ archived: true }],
    ['not-matching'],
  ],
  [
    'an element with a time of deletion, which the query excludes',
    'include_deleted',
    { type: 'boolean' },
    false,
    [{ deleted_at: '2030-01-02T00:00:00Z' }],
    ['not-matching'],
  ],
  ['an element without a time of deletion', 'include_deleted', { type: 'boolean' }, false, [{ deleted_at: null }], []],
  ['an element that is not archived', 'include_archived', { type: 'boolean' }, false, [{ archived: false }], []],
  ['elements with one of the values of an array', 'size', SIZES, ['s', 'm'], [{ size: 's' }, { size: 'm' }], []],
  ['an element with none of the values of an array', 'size', SIZES, ['s', 'm'], [{ size: 'l' }], ['not-matching']],
  ['an element with a value of an array in a different letter case', 'size', SIZES, ['s', 'm'], [{ size: 'M' }], []],
  ['a list without elements', 'size', SIZES, ['s'], [], undefined],
  [
    'an archived element, which the query includes',
    'include_archived',
    { type: 'boolean' },
    true,
    [{ archived: true }],
    undefined,
  ],
])('a filtered list returns %s (parameter: `%s`, violations: $5)', async (_, name, schema, value, elements, want) => {
  const items = { type: 'array', items: { type: 'object', properties: FLAGS } };
  const responses = { '200': { description: '', content: { 'application/json': { schema: items } } } };
  const get = { operationId: 'list', parameters: [{ name, in: 'query', schema }], responses };
  const contract = await contractOf({ paths: { '/items': { get } } });
  const trial = trialOf(contract, 'list', { query: { [name]: value } }, [{ response: replied(200, elements) }]);
  expect(filtered.check(trial, contextOf(contract))?.map(({ kind }) => kind)).toEqual(want);
});

it.each<[string, JsonObject, readonly string[], string]>([
  ['the only page has one of three matching elements, and is not full', { limit: 9 }, ['low', ''], 'match-missing'],
  [
    'the only page has one of three matching elements, and is full',
    { limit: 1 },
    ['low', ''],
    'match-missing-on-pages',
  ],
  ['two pages have two of three matching elements', { limit: 9 }, ['low', 'low', ''], 'match-missing-on-pages'],
  [
    'the first of two pages has an element that does not match',
    { limit: 2 },
    ['low high', 'low low', ''],
    'not-matching',
  ],
  [
    'the list is read from a later page, which has an element that does not match',
    { limit: 2, offset: 2 },
    ['high', ''],
    'not-matching-on-later-pages',
  ],
  [
    'the second of two pages has an element that does not match',
    { limit: 2 },
    ['low low', 'high', ''],
    'not-matching-on-later-pages',
  ],
])(
  'the pages of a filtered list must have all matching elements: %s (violation: $3)',
  async (_, query, pages, want) => {
    const items = { type: 'array', items: { type: 'object', properties: MEMBERS } };
    const responses = { '200': { description: '', content: { 'application/json': { schema: items } } } };
    const schemas = { state: LEVEL, limit: { type: 'integer' }, offset: { type: 'integer' } };
    const parameters = Object.entries(schemas).map(([name, schema]) => ({ name, in: 'query', schema }));
    const contract = await contractOf({ paths: { '/items': { get: { operationId: 'list', parameters, responses } } } });
    let count = 0;
    const read = (given: JsonObject, texts: readonly string[]): Observation => {
      count = 0;
      const [first, ...followed] = texts.map((text): Observation => {
        const states = text.split(' ').filter((state) => state !== '');
        const response = replied(
          200,
          states.map((state) => ({ id: String((count += 1)), state })),
        );
        return trialOf(contract, 'list', { query: given }, [{ response }]).observations[0] as Observation;
      });
      return { ...(first as Observation), followed };
    };
    const earlier = [read({}, ['low low low', ''])];
    const last = { ...read({ ...query, state: 'low' }, pages), earlier };
    const trial = { ...trialOf(contract, 'list', last.case.input, []), observations: [last] };
    expect(filtered.check(trial, contextOf(contract))?.map(({ kind }) => kind)).toEqual([want]);
  },
);
