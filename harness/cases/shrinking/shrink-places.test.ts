import { describe, expect, test } from 'vitest';
import type { CaseInput } from '../../../contract/case.js';
import { type Json, type JsonSchema, isJsonObject } from '../../../contract/json/json.js';
import { contractOf, operationOf, taking } from '../../../contract/fixtures/contracts.js';
import { isValidInput } from '../../../contract/inputs/input-violations.js';
import { CaseMaker } from '../make-cases.js';
import { smallerInputs } from './shrink-input.js';

interface Found {
  readonly body: Json | undefined;
  readonly calls: number;
}

/** The smallest body of a schema that shows the fault. The search uses hints from the schema. */
async function smallest(schema: JsonSchema, start: Json, shows: (body: Json) => boolean): Promise<Found> {
  const contract = await contractOf(taking(schema));
  const operation = operationOf(contract, 'take');
  const maker = new CaseMaker(contract, { seed: 1, runs: 0, values: new Map() });
  const isValid = (input: CaseInput): boolean => isValidInput(contract, operation, input);
  let best: CaseInput = { body: start };
  let calls = 0;
  expect(isValid(best), JSON.stringify(start)).toBe(true);
  const search = smallerInputs(best, isValid, maker.placeHints(operation));
  for (let step = search.next(); step.done !== true;) {
    calls += 1;
    expect(isValid(step.value), JSON.stringify(step.value)).toBe(true);
    const holds = shows(step.value.body ?? null);
    if (holds) best = step.value;
    step = search.next(holds);
  }
  return { body: best.body, calls };
}

const always = (): boolean => true;
const STRING = { type: 'string' };

/** Each row: a name, a schema, the start value, a test for the fault, and the smallest body. */
type Row = readonly [name: string, schema: JsonSchema, start: Json, shows: (body: Json) => boolean, want: Json];

const text = (body: Json): string => (typeof body === 'string' ? body : '');
const member = (body: Json, name: string): Json | undefined => (isJsonObject(body) ? body[name] : undefined);
const format = (name: string, more: Record<string, Json> = {}): JsonSchema => ({
  type: 'string',
  format: name,
  ...more,
});
const has =
  (...parts: readonly string[]) =>
  (body: Json): boolean =>
    parts.every((part) => text(body).includes(part));

const TEXTS: readonly Row[] = [
  ['any string', STRING, '👩\u200D🔬 NaN', always, 'a'],
  ['any string, such as __proto__', STRING, '__proto__', always, 'a'],
  ['the string "null"', STRING, 'null', (body) => body === 'null', 'null'],
  ['the empty string', STRING, '', (body) => body === '', ''],
  ['any string of at least three characters', { ...STRING, minLength: 3 }, '0/\u200D\u00A0', always, 'aaa'],
  ['a length of at least seven characters', STRING, 'İstanbul שלום', (body) => text(body).length >= 7, 'aaaaaaa'],
  ['a length of more than eight bytes', STRING, 'äöüßäöüß', (body) => Buffer.byteLength(text(body)) > 8, 'a'.repeat(9)],
  ['a slash anywhere', { ...STRING, minLength: 3 }, 'ä/öü?b#c', has('/'), 'a/a'],
  ['a trailing slash in a string', { ...STRING, minLength: 3 }, 'a?b#c/', (body) => text(body).endsWith('/'), 'aa/'],
  ['a leading slash in a string', { ...STRING, minLength: 3 }, '/a?b#c', (body) => text(body).startsWith('/'), '/aa'],
  ['two consecutive slashes', STRING, 'some//path?', has('//'), '//'],
  ['a digit', STRING, 'quantity 7 of 9', (body) => /\d/.test(text(body)), '1'],
  ['a capital', STRING, 'the Name', (body) => /[A-Z]/.test(text(body)), 'A'],
  ['any white space', STRING, 'line\r\nbreak', (body) => /\s/.test(text(body)), ' '],
  ['any non-ASCII character', STRING, 'x\u200D日', (body) => /[^\0-\x7F]/.test(text(body)), 'é'],
  ['a zero-width joiner', STRING, 'x 日\u200D🔬', has('\u200D'), '\u200D'],
  ['a character beyond U+FFFF', STRING, 'ab🔬cd', (body) => /[\u{10000}-\u{10FFFF}]/u.test(text(body)), '🔬'],
  [
    'a slash in a string of ten characters',
    STRING,
    `${'x'.repeat(30)}/${'y'.repeat(30)}`,
    (body) => has('/')(body) && text(body).length > 9,
    'aaaaa/aaaa',
  ],
  ['any string of a pattern', { ...STRING, pattern: '^[A-Z]{3}-[0-9]+$' }, 'QXW-90210', always, 'AAA-1'],
  ['a certain digit within a pattern', { ...STRING, pattern: '^[A-Z]{3}-[0-9]+$' }, 'QXW-90210', has('9'), 'AAA-9'],
  ['any string of a pattern with an unbounded part', { ...STRING, pattern: '^x-.+' }, 'x-Ωmega/\u200D', always, 'x-a'],
  [
    'a string with a number beyond 2^53',
    { ...STRING, pattern: '^[1-9][0-9]{0,15}$' },
    '9483726153728465',
    (body) => Number(body) > Number.MAX_SAFE_INTEGER,
    '9007199254740992',
  ],
  ['any UUID', format('uuid'), '123e4567-e89b-42d3-a456-426614174000', always, '00000000-0000-0000-0000-000000000000'],
  [
    'a UUID with a letter',
    format('uuid'),
    'FFE4567A-E89B-42D3-A456-426614174000',
    (body) => /[a-f]/i.test(text(body)),
    'a0000000-0000-0000-0000-000000000000',
  ],
  [
    'a UUID of version 4',
    format('uuid', { pattern: '^.{14}4' }),
    '123e4567-e89b-42d3-a456-426614174000',
    always,
    '00000000-0000-4000-0000-000000000000',
  ],
  ['any email address', format('email'), "o'c+tag@d-x.example", always, 'a@a.aa'],
  ['an email address with a plus', format('email'), 'first.last+tag@d.example', has('+'), '+@a'],
  ['any URI', format('uri'), 'http://user:pw@a.example:80/%2F?x=y#z', always, 'https://a.a/'],
  ['any host name', format('hostname'), 'xn--bcher-kva.example', always, 'a.a'],
  ['any IPv4 address', format('ipv4'), '255.255.255.255', always, '127.0.0.1'],
];

const DATES: readonly Row[] = [
  ['any date', format('date'), '9999-12-31', always, '2000-01-01'],
  ['a leap day', format('date'), '2024-02-29', (body) => text(body).endsWith('02-29'), '2000-02-29'],
  [
    'a date that differs if its day and month are swapped',
    format('date'),
    '2026-03-04',
    (body) => text(body).slice(5, 7) !== text(body).slice(8),
    '2000-02-01',
  ],
  ['a year after 2038', format('date'), '9999-12-31', (body) => text(body) > '2038-01-19', '2039-01-01'],
  ['any date-time', format('date-time'), '2081-07-25T23:59:59.123456789+14:00', always, '2000-01-01T00:00:00Z'],
  [
    'a date-time with an offset',
    format('date-time'),
    '2081-07-25T23:59:59.5+14:00',
    (body) => !text(body).endsWith('Z'),
    '2000-01-01T00:00:00+00:00',
  ],
  [
    'a date-time with an offset other than zero',
    format('date-time'),
    '2081-07-25T23:59:59.5+14:00',
    (body) => /[1-9].:\d\d$|[+-].[1-9]:\d\d$/.test(text(body)),
    '2000-01-01T00:00:00+01:00',
  ],
  ['a fraction of a second', format('date-time'), '2081-07-25T23:59:59.250+14:00', has('.'), '2000-01-01T00:00:00.5Z'],
  [
    'a date-time with more than three decimals of a second',
    format('date-time'),
    '2081-07-25T23:59:59.123456789Z',
    (body) => /\.\d{4}/.test(text(body)),
    '2000-01-01T00:00:00.0001Z',
  ],
  [
    'a date-time in the afternoon',
    format('date-time'),
    '2081-07-25T23:59:59Z',
    (body) => Number(text(body).slice(11, 13)) >= 12,
    '2000-01-01T12:00:00Z',
  ],
  [
    'a year after 2100 with an offset',
    format('date-time'),
    '9999-12-31T23:59:59-05:30',
    (body) => text(body) > '2100' && has('-05:')(body),
    '2107-01-01T00:00:00-05:30',
  ],
  ['any time of day', format('time'), '23:59:59.999999+14:00', always, '00:00:00Z'],
  ['any string without a format, such as an impossible date', STRING, '2026-02-30', always, 'a'],
];

const NUMBER = { type: 'number' };
const number = (body: Json): number => (typeof body === 'number' ? body : NaN);

const NUMBERS: readonly Row[] = [
  ['any number', NUMBER, -8412.75, always, 0],
  ['any number except zero', NUMBER, 8412.75, (body) => body !== 0, 1],
  ['any negative number', NUMBER, -8412.75, (body) => number(body) < 0, -1],
  ['a number that is not an integer', NUMBER, 19.99, (body) => Math.round(number(body)) !== body, 0.5],
  ['a number such as 1.5 or 3.5', NUMBER, 123.5, (body) => number(body) % 2 === 1.5, 1.5],
  ['a number with more than one decimal', NUMBER, 19.99, (body) => Number(number(body).toFixed(1)) !== body, 0.01],
  ['a number with more than two decimals', NUMBER, 12.3456, (body) => Number(number(body).toFixed(2)) !== body, 0.001],
  ['any number written with an exponent', NUMBER, 1.7976931348623157e308, (body) => String(body).includes('e'), 1e21],
  ['any number written with a negative exponent', NUMBER, 5e-324, (body) => String(body).includes('e-'), 1e-7],
  ['a number with many digits', NUMBER, 0.30000000000000004, (body) => String(body).length > 10, 0.30000000000000004],
  ['an integer above 31 bits', { type: 'integer' }, 9007199254740991, (body) => number(body) > 2 ** 31 - 1, 2 ** 31],
  [
    'an integer beyond float precision',
    { type: 'integer' },
    9007199254740991,
    (body) => Math.fround(number(body)) !== body,
    2 ** 24 + 1,
  ],
  ['an integer above a threshold', { type: 'integer' }, 5000, (body) => number(body) > 999, 1000],
  ['a decimal between two thresholds', NUMBER, 0.75, (body) => number(body) > 0.3 && number(body) < 1, 0.5],
  ['a multiple with decimals', { type: 'number', multipleOf: 0.25 }, 99.75, (body) => number(body) % 1 !== 0, 0.5],
  ['any integer above a minimum', { type: 'integer', minimum: 3 }, 77, always, 3],
];

const LISTED = { enum: ['archived', 'active', 'b'] };
const SMALL = {
  type: 'object',
  required: ['kind'],
  properties: { kind: { const: 'small' }, note: STRING },
  additionalProperties: false,
};
const LARGE = {
  type: 'object',
  required: ['kind', 'file', 'row'],
  properties: { kind: { const: 'large' }, file: STRING, row: { type: 'integer' }, note: STRING },
  additionalProperties: false,
};
const MAP = { type: 'object', additionalProperties: { type: 'integer' } };
const names = (body: Json): readonly string[] => (isJsonObject(body) ? Object.keys(body) : []);

const CHOICES: readonly Row[] = [
  ['any value of an enum without a default', LISTED, 'b', always, 'archived'],
  ['any value of an enum with a default', { ...LISTED, default: 'active' }, 'b', always, 'active'],
  ['one certain value of an enum', LISTED, 'b', (body) => body === 'b', 'b'],
  ['any boolean', { type: 'boolean' }, true, always, false],
  ['true', { type: 'boolean' }, true, (body) => body === true, true],
  ['null', { type: ['string', 'null'] }, null, (body) => body === null, null],
  ['any string or null', { type: ['string', 'null'] }, null, always, 'a'],
  ['any date or null', { type: ['string', 'null'], format: 'date' }, null, always, '2000-01-01'],
  ['any object or null', { oneOf: [{ type: 'null' }, SMALL] }, null, always, { kind: 'small' }],
  [
    'any value of two oneOf branches',
    { oneOf: [LARGE, SMALL] },
    { kind: 'large', file: 'zz', row: 99, note: 'x' },
    always,
    { kind: 'small' },
  ],
  [
    'a member that both oneOf branches declare',
    { oneOf: [LARGE, SMALL] },
    { kind: 'large', file: 'zz', row: 99, note: 'xyz' },
    (body) => member(body, 'note') !== undefined,
    { kind: 'small', note: 'a' },
  ],
  [
    'the larger oneOf branch',
    { oneOf: [LARGE, SMALL] },
    { kind: 'large', file: 'zz', row: 99, note: 'x' },
    (body) => member(body, 'kind') === 'large',
    { kind: 'large', file: 'a', row: 0 },
  ],
  [
    'any value of anyOf branches with different types',
    { anyOf: [{ type: 'array', items: STRING, minItems: 1 }, STRING] },
    ['xx', 'yy'],
    always,
    'a',
  ],
];

const PARTS: readonly Row[] = [
  ['a map with any member', MAP, { NaN: 77, __proto__x: 1, 'ä/b': 2 }, (body) => names(body).length > 0, { a: 0 }],
  ['a map with two members', MAP, { NaN: 77, true: 1, 'ä/b': 2 }, (body) => names(body).length > 1, { a: 0, b: 0 }],
  [
    'a member name with a non-ASCII character',
    MAP,
    { NaN: 77, 'ж\u200D': 2 },
    (body) => names(body).some((name) => /[^\0-\x7F]/.test(name)),
    { é: 0 },
  ],
  [
    'one certain member name',
    MAP,
    { x: 1, constructor: 77 },
    (body) => names(body).includes('constructor'),
    { constructor: 0 },
  ],
  ['any map, even an empty one', MAP, { x: 1 }, always, {}],
  [
    'any member name that matches a pattern',
    { type: 'object', patternProperties: { '^x-': true }, additionalProperties: false },
    { 'x-Ω/': 'y', 'x-0': null },
    (body) => names(body).length > 0,
    { 'x-': 'a' },
  ],
  [
    'any member name that propertyNames allows',
    { type: 'object', propertyNames: { pattern: '^[A-Z]{2}$' } },
    { QX: 'y', ZZ: null },
    (body) => names(body).length > 0,
    { AA: 'a' },
  ],
  [
    'a declared member name, which must be kept',
    { type: 'object', properties: { Größe: { type: 'integer' } } },
    { Größe: 5, other: [1] },
    (body) => names(body).length > 0 && !names(body).includes('a'),
    { Größe: 0 },
  ],
  ['any array', { type: 'array', items: STRING }, ['x', 'y', 'z'], always, []],
  [
    'an array of two elements',
    { type: 'array', items: STRING, uniqueItems: true },
    ['', 'NaN', 'z'],
    (body) => Array.isArray(body) && body.length > 1,
    ['a', 'b'],
  ],
  [
    'any object with optional members',
    { type: 'object', required: ['a'], properties: { a: STRING, b: STRING } },
    { a: 'x', b: 'y' },
    always,
    { a: 'a' },
  ],
];

describe.each<[string, readonly Row[]]>([
  ['texts', TEXTS],
  ['dates', DATES],
  ['numbers', NUMBERS],
  ['choices', CHOICES],
  ['parts', PARTS],
])('%s', (_, rows) => {
  test.each(rows)('if a fault needs %s, the smallest body is $4', async (_name, schema, start, shows, want) => {
    const { body, calls } = await smallest(schema, start, shows);
    expect(body).toEqual(want);
    expect(calls).toBeLessThanOrEqual(40);
    // The search is deterministic: the same start value and fault give the same result.
    expect(await smallest(schema, start, shows)).toEqual({ body, calls });
  });
});
