import { describe, expect, test } from 'vitest';
import { type Json, isJsonObject, ownValue } from '../../contract/json/json.js';
import { contractAt, operationOf } from '../../contract/fixtures/contracts.js';
import { CaseMaker } from './make-cases.js';

type Reached = (...tokens: readonly string[]) => readonly (Json | undefined)[];

/**
 * Makes all boundary cases and 64 generated cases of an operation. The returned function takes a path of member names
 * into the input, and returns the values at this path in all cases: `undefined` where a case omits the value.
 */
async function reached(file: string, id: string): Promise<Reached> {
  const contract = await contractAt(file);
  const maker = new CaseMaker(contract, { seed: 1, runs: 64, values: new Map() });
  const cases = (['boundary', 'valid'] as const).flatMap((kind) => maker.make(operationOf(contract, id), kind));
  return (...tokens) => cases.map(({ input }) => tokens.reduce<Json | undefined>(ownValue, input as unknown as Json));
}

const body = await reached('contract/item-service.openapi.yaml', 'createItem');
const path = await reached('contract/item-service.openapi.yaml', 'getItem');
const query = await reached('contract/item-service.openapi.yaml', 'listItems');
const run = await reached('contract/science-runtime.openapi.yaml', 'runScienceLoop');
const EDGE_CASES = 'contract/fixtures/edge-cases.openapi.yaml';
const branches = await reached(EDGE_CASES, 'branches');
const types = await reached(EDGE_CASES, 'types');
const lists = await reached(EDGE_CASES, 'lists');
const formats = await reached(EDGE_CASES, 'formats');

function texts(values: readonly (Json | undefined)[]): readonly string[] {
  return values.filter((value) => typeof value === 'string');
}

function length(value: Json | undefined): number {
  if (typeof value === 'string') return [...value].length;
  return Array.isArray(value) ? value.length : isJsonObject(value) ? Object.keys(value).length : -1;
}

describe('a run with 64 cases for each operation', () => {
  const optional = [
    'note',
    'status',
    'quantity',
    'serial',
    'price',
    'due_on',
    'observed_at',
    'tags',
    'labels',
    'size',
    'source',
  ];
  test.each(optional)('the cases contain a body without the member %s', (name) => {
    expect(body('body', name)).toContain(undefined);
  });

  test.each<readonly [string, readonly (Json | undefined)[], Json]>([
    ['a null note', body('body', 'note'), null],
    ['an empty note', body('body', 'note'), ''],
    ['the smallest safe integer as a quantity', body('body', 'quantity'), Number.MIN_SAFE_INTEGER],
    ['the largest safe integer as a quantity', body('body', 'quantity'), Number.MAX_SAFE_INTEGER],
    ['zero as a quantity', body('body', 'quantity'), 0],
    ['a negative quantity', body('body', 'quantity'), -1],
    ['the smallest price', body('body', 'price'), 0],
    ['the largest price', body('body', 'price'), 1_000_000],
    ['a price of one cent', body('body', 'price'), 0.01],
    ['a leap day', formats('body', 'date'), '2024-02-29'],
    ['the smallest limit of a page', query('query', 'limit'), 1],
    ['the largest limit of a page', query('query', 'limit'), 100],
    ['the boolean false', types('body', 'flag'), false],
    ['the boolean true', types('body', 'flag'), true],
    ['a value of an enumeration with values of several types', types('body', 'listed'), null],
    ['the smallest integer of a oneOf branch', branches('body', 'size'), 1],
    ['the largest integer of a oneOf branch', branches('body', 'size'), 3],
    ['null from a oneOf branch', branches('body', 'size'), null],
    ['the largest step of a run', run('body', 'step'), 10],
  ])('the cases contain %s', (_, values, want) => {
    expect(values).toContain(want);
  });

  test.each<readonly [string, readonly (Json | undefined)[], readonly Json[]]>([
    ['each status of an item', body('body', 'status'), ['draft', 'active', 'archived']],
    ['each kind of source of an item', body('body', 'source', 'kind'), ['manual', 'import']],
    ['each unit of a size', body('body', 'size', 'unit'), ['mm', 'cm', 'm']],
    ['each objective of a run', run('body', 'objective'), ['sphere', 'rosenbrock', 'rastrigin']],
    ['each kind of a discriminated oneOf', branches('body', 'kind'), ['cat', 'dog', 'fish']],
    ['each value of nested oneOf branches', branches('body', 'deep'), [1, 2]],
  ])('the cases contain %s', (_, values, want) => {
    for (const value of want) expect(values).toContain(value);
  });

  test.each<readonly [string, readonly (Json | undefined)[], readonly number[]]>([
    ['the shortest and the longest name of an item', body('body', 'name'), [1, 120]],
    ['the shortest and the longest item identifier', path('path', 'item_id'), [3, 128]],
    ['the shortest and the longest run identifier', run('body', 'run_id'), [3, 64]],
    ['arrays with the smallest and the largest number of items', body('body', 'tags'), [0, 1, 16]],
    ['maps with the smallest and the largest number of members', body('body', 'labels'), [0, 1, 16]],
    ['arrays with each permitted number of objects', lists('body', 'objects'), [0, 1, 3]],
  ])('the cases contain %s', (_, values, want) => {
    const lengths = new Set(values.map(length));
    for (const count of want) expect(lengths).toContain(count);
  });

  test('the cases contain two extreme values in one body', () => {
    const pairs = body('body')
      .filter(isJsonObject)
      .map(({ quantity, price }) => [quantity, price]);
    expect(pairs).toContainEqual([Number.MIN_SAFE_INTEGER, 1_000_000]);
    expect(pairs).toContainEqual([Number.MAX_SAFE_INTEGER, 0.01]);
  });

  test.each<readonly [string, RegExp]>([
    ['a non-ASCII character', /[^\0-\x7f]/],
    ['a character beyond 16 bits', /[\u{10000}-\u{10ffff}]/u],
    ['a combining mark', /\p{M}/u],
    ['right-to-left text', /\p{Script=Hebrew}|\u202e/u],
    ['a quote', /"/],
    ['a blank', / /],
    ['a control character', /\p{Cc}/u],
  ])('the cases contain strings with %s', (_, expression) => {
    expect(texts([...body('body', 'name'), ...body('body', 'note')]).some((text) => expression.test(text))).toBe(true);
  });

  test.each(['/', '%', '?', '#', '&', '+', ';', '%2f', ' ', '"'])('the cases contain identifiers with "%s"', (mark) => {
    expect(texts(path('path', 'item_id')).some((text) => text.includes(mark))).toBe(true);
  });
});
