import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lawRuns } from '../../../contract/fixtures/law-runs.js';
import type { CaseInput } from '../../../contract/case.js';
import { type JsonObject, isJsonObject } from '../../../contract/json/json.js';
import { isExpressible } from '../../../contract/wire/request/encode.js';
import { contractAt, operationOf } from '../../../contract/fixtures/contracts.js';
import { inputViolations, isValidInput } from '../../../contract/inputs/input-violations.js';
import { CaseMaker } from '../make-cases.js';
import type { PlaceHints } from './place-hints.js';
import { type InClass, inputSize, smallerInputs } from './shrink-input.js';

const contract = await contractAt('contract/item-service.openapi.yaml');
const maker = new CaseMaker(contract, { seed: 3, runs: 600, values: new Map() });

type Shows = (input: CaseInput) => boolean;

interface Shrunk {
  readonly smallest: CaseInput;
  readonly calls: number;
}

/**
 * Shrinks an input with the search, which continues from each candidate that shows the fault. Also checks that each
 * candidate is new, smaller, and of the same class as the input.
 */
function shrunk(start: CaseInput, inClass: InClass, shows: Shows, place?: PlaceHints): Shrunk {
  let smallest = start;
  let calls = 0;
  const tried = new Set([JSON.stringify(start)]);
  const search = smallerInputs(start, inClass, place);
  for (let step = search.next(); step.done !== true;) {
    calls += 1;
    expect(inClass(step.value), JSON.stringify(step.value)).toBe(true);
    expect(inputSize(step.value, place)).toBeLessThan(inputSize(smallest, place));
    expect(tried).not.toContain(JSON.stringify(step.value));
    tried.add(JSON.stringify(step.value));
    const holds = shows(step.value);
    if (holds) smallest = step.value;
    step = search.next(holds);
  }
  return { smallest, calls };
}

/** Shrinks an input with a simple loop: the search is restarted from each candidate that shows the fault. */
function restarted(start: CaseInput, inClass: InClass, shows: Shows, place?: PlaceHints): Shrunk {
  let smallest = start;
  let calls = 0;
  for (let going = true; going;) {
    going = false;
    for (const candidate of smallerInputs(smallest, inClass, place)) {
      calls += 1;
      going = shows(candidate);
      if (!going) continue;
      smallest = candidate;
      break;
    }
  }
  return { smallest, calls };
}

function validOf(id: string): InClass {
  const operation = operationOf(contract, id);
  return (input) => isExpressible(operation, input) && isValidInput(contract, operation, input);
}

function body({ body: value }: CaseInput): JsonObject {
  return isJsonObject(value) ? value : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Each row: a name, an operation, a test whether an input shows the fault, and the smallest inputs that show it. */
const PLANTED: readonly (readonly [string, string, Shows, readonly CaseInput[] | RegExp])[] = [
  ['a note that is null', 'createItem', (input) => body(input)['note'] === null, [{ body: { name: 'a', note: null } }]],
  ['a slash in a path', 'getItem', ({ path }) => text(path?.['item_id']).includes('/'), [{ path: { item_id: 'a/a' } }]],
  ['a limit above fifty', 'listItems', ({ query }) => Number(query?.['limit']) > 50, [{ query: { limit: 51 } }]],
  [
    "a dot in a label's name",
    'createItem',
    (input) => Object.keys(body(input)['labels'] ?? {}).some((name) => name.includes('.')),
    [{ body: { name: 'a', labels: { 'a.': 'a' } } }],
  ],
  [
    'a body with any label',
    'createItem',
    (input) => Object.keys(body(input)['labels'] ?? {}).length > 0,
    [{ body: { name: 'a', labels: { a: 'a' } } }],
  ],
  [
    'two tags',
    'createItem',
    (input) => Array.isArray(body(input)['tags']) && (body(input)['tags'] as unknown[]).length >= 2,
    [{ body: { name: 'a', tags: ['a', 'b'] } }],
  ],
  [
    'a number beyond 32 bits',
    'createItem',
    (input) => Number(body(input)['quantity']) > 2_147_483_647,
    [{ body: { name: 'a', quantity: 2_147_483_648 } }],
  ],
  [
    'a negative number',
    'createItem',
    (input) => Number(body(input)['quantity']) < 0,
    [{ body: { name: 'a', quantity: -1 } }],
  ],
  [
    'a name with a non-ASCII character',
    'createItem',
    (input) => /[^\0-\x7f]/.test(text(body(input)['name'])),
    [{ body: { name: 'é' } }],
  ],
  ['an empty note', 'createItem', (input) => body(input)['note'] === '', [{ body: { name: 'a', note: '' } }]],
  [
    'a source of the kind import',
    'createItem',
    (input) => (body(input)['source'] as JsonObject | undefined)?.['kind'] === 'import',
    [{ body: { name: 'a', source: { kind: 'import', file: 'a', row: 1 } } }],
  ],
  [
    'a price with cents',
    'createItem',
    (input) => body(input)['price'] !== undefined && !Number.isInteger(body(input)['price']),
    [{ body: { name: 'a', price: 0.5 } }],
  ],
  [
    'two members together',
    'createItem',
    (input) => Object.hasOwn(body(input), 'note') && Object.hasOwn(body(input), 'tags'),
    [{ body: { name: 'a', note: 'a', tags: [] } }],
  ],
  [
    'a serial number with many digits',
    'createItem',
    (input) => text(body(input)['serial']).length >= 17,
    [{ body: { name: 'a', serial: '1'.repeat(17) } }],
  ],
  [
    'a long name',
    'createItem',
    (input) => [...text(body(input)['name'])].length > 20,
    [{ body: { name: 'a'.repeat(21) } }],
  ],
  [
    'an encoded character',
    'getItem',
    ({ path }) => /%[0-9a-f]{2}/i.test(text(path?.['item_id'])),
    [{ path: { item_id: '%aa' } }],
  ],
];

function starts(id: string, shows: Shows): readonly CaseInput[] {
  const inputs = (['valid', 'boundary', 'example'] as const)
    .flatMap((kind) => maker.make(operationOf(contract, id), kind))
    .map(({ input }) => input);
  return inputs
    .filter(shows)
    .toSorted((a, b) => inputSize(b) - inputSize(a))
    .slice(0, 5);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

describe('shrinking', () => {
  test.each(PLANTED)('the search finds the smallest input for a fault that needs %s', (_, id, shows, want) => {
    const found = starts(id, shows);
    expect(found.length).toBeGreaterThan(0);
    for (const search of [shrunk, restarted]) {
      for (const start of found) {
        const { smallest } = search(start, validOf(id), shows, maker.placeHints(operationOf(contract, id)));
        expect(want).toContainEqual(smallest);
      }
    }
  });

  test('shrinking needs few calls, even from the largest of six hundred cases', () => {
    const calls = (search: typeof shrunk): readonly number[] =>
      PLANTED.flatMap(([, id, shows]) =>
        starts(id, shows).map(
          (start) => search(start, validOf(id), shows, maker.placeHints(operationOf(contract, id))).calls,
        ),
      );
    const steered = calls(shrunk);
    expect([median(steered) <= 15, Math.max(...steered) <= 40]).toEqual([true, true]);
    expect(median(calls(restarted))).toBeLessThanOrEqual(30);
  });
});

test('a shrunk invalid input keeps its single violation', () => {
  const operation = operationOf(contract, 'createItem');
  for (const { input, expect: promised } of maker.make(operation, 'invalid').toReversed().slice(0, lawRuns(8, 40))) {
    if (promised.kind !== 'rejected') continue;
    const inClass: InClass = (candidate) => {
      const violations = inputViolations(contract, operation, candidate);
      return (
        violations[0]?.keyword === promised.keyword && violations.every(({ pointer }) => pointer === promised.pointer)
      );
    };
    const { smallest } = shrunk(input, inClass, () => true);
    expect(inputSize(smallest)).toBeLessThanOrEqual(inputSize(input));
    expect(inputViolations(contract, operation, smallest)[0]).toEqual({
      keyword: promised.keyword,
      pointer: promised.pointer,
    });
  }
});

test('the smallest valid input has no smaller candidate', () => {
  expect([...smallerInputs({ body: { name: 'a' } }, validOf('createItem'))]).toEqual([]);
  expect([...smallerInputs({}, validOf('listItems'))]).toEqual([]);
});

const anyInput = fc.record(
  { body: fc.jsonValue(), query: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }) },
  { requiredKeys: [] },
) as fc.Arbitrary<CaseInput>;

test('the shrinking search ends for every input and any results of its calls', () => {
  fc.assert(
    fc.property(anyInput, fc.infiniteStream(fc.boolean()), fc.infiniteStream(fc.boolean()), (input, holds, fits) => {
      const answers = new Map<string, boolean>();
      const fitting = fits[Symbol.iterator]();
      const holding = holds[Symbol.iterator]();
      const inClass: InClass = (candidate) => {
        const key = JSON.stringify(candidate);
        const known = answers.get(key) ?? fitting.next().value;
        answers.set(key, known);
        return known;
      };
      shrunk(input, inClass, () => holding.next().value);
    }),
    { numRuns: lawRuns(60, 2000) },
  );
});

test('a member called __proto__ is shrunk like any other member', () => {
  const start = JSON.parse('{"body":{"a":1,"__proto__":{"b":2},"c":3}}') as CaseInput;
  const { smallest } = shrunk(
    start,
    () => true,
    (input) => Object.hasOwn(body(input), '__proto__'),
  );
  expect(JSON.stringify(smallest)).toBe('{"body":{"__proto__":{}}}');
});

test.each<readonly [string, CaseInput, CaseInput]>([
  ['a short string is smaller than a longer string', { body: 'zz' }, { body: 'aaa' }],
  ['the letter a is smaller than the letter z', { body: 'aa' }, { body: 'az' }],
  ['of two numbers with equally many digits, the lower is smaller', { body: 51 }, { body: 75 }],
  ['of two decimals with equally many digits, the lower is smaller', { body: 0.25 }, { body: 0.75 }],
  ['an array with the lower number is smaller', { body: [9, 51] }, { body: [9, 52] }],
  ['of two numbers with ten digits, the lower is smaller', { body: 2_147_483_648 }, { body: 2_147_483_649 }],
  ['one letter is smaller than the empty string', { body: 'a' }, { body: '' }],
  ['the empty string is smaller than two letters', { body: '' }, { body: 'aa' }],
  ['letters are smaller than digits', { body: 'zz' }, { body: '11' }],
  ['a few letters are smaller than one non-ASCII character', { body: 'aaa' }, { body: 'é' }],
  ['the minimal date is smaller than an earlier date', { body: '2000-01-01' }, { body: '1111-11-11' }],
  ['a half is smaller than other decimals', { body: 0.5 }, { body: 0.1 }],
  ['zero is smaller than one', { body: 0 }, { body: 1 }],
  ['an object with a string is smaller than null', { body: { a: 'aaaa' } }, { body: null }],
])('inputSize orders inputs: %s', (_, smaller, larger) => {
  expect(inputSize(smaller)).toBeLessThan(inputSize(larger));
});

test('a string that can be shortened in very many ways is shrunk in limited time', () => {
  const long = Array.from({ length: 2000 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('');
  let checks = 0;
  const search = smallerInputs({ body: long }, () => (checks += 1) > 0);
  for (let step = search.next(); step.done !== true;) step = search.next(false);
  expect(checks).toBeLessThanOrEqual(10_000);
});
