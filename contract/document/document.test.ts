import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseContractDocument } from './document.js';
import { isJsonObject, type Json } from '../json/json.js';
import { joinPointer } from '../json/json-pointer.js';

function parse(text: string | Uint8Array): ReturnType<typeof parseContractDocument> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return parseContractDocument({ uri: 'a.yaml', base: 'file:///a.yaml', file: 'a.yaml', bytes });
}

function read(text: string): { readonly root: Json; readonly place: (pointer: string) => string } {
  const reading = parse(text);
  if (reading.kind === 'faults') throw new Error(JSON.stringify(reading.faults));
  const { document } = reading;
  const place = (pointer: string): string => `${document.locate(pointer).line}:${document.locate(pointer).column}`;
  return { root: document.root, place };
}

describe('the value of a document', () => {
  test.each<[string, { given: string; want: unknown }]>([
    [
      'numbers and booleans that are keys keep their spelling',
      { given: '200: a\n1.0: b\ntrue: c\n', want: { 200: 'a', '1.0': 'b', true: 'c' } },
    ],
    [
      'booleans and dates of YAML 1.1 are strings',
      { given: 'a: no\nb: 2020-01-01\nc: 0o10\n', want: { a: 'no', b: '2020-01-01', c: 8 } },
    ],
    [
      'a YAML 1.1 directive does not change types',
      { given: '%YAML 1.1\n---\na: no\nb: 2020-01-01\n', want: { a: 'no', b: '2020-01-01' } },
    ],
    [
      'an alias is the value of its anchor',
      {
        given: 'a: &x {b: 1}\nc: *x\nd: &x 2\ne: *x\n',
        want: { a: { b: 1 }, c: { b: 1 }, d: 2, e: 2 },
      },
    ],
    [
      'a merge key adds missing members',
      {
        given: 'a: &x {b: 1, c: 1}\nd:\n  <<: *x\n  c: 2\n',
        want: { a: { b: 1, c: 1 }, d: { b: 1, c: 2 } },
      },
    ],
    [
      'the first of several merged mappings takes precedence',
      {
        given: 'a: &x {b: 1}\nc: &y {b: 2, d: 2}\ne: {<<: [*x, *y]}\n',
        want: { a: { b: 1 }, c: { b: 2, d: 2 }, e: { b: 1, d: 2 } },
      },
    ],
    ['<< is an ordinary name in JSON', { given: '{"<<": {"a": 1}}', want: { '<<': { a: 1 } } }],
    ['<< is an ordinary name if it is quoted', { given: '"<<": {a: 1}\n', want: { '<<': { a: 1 } } }],
    ['an empty file is read as null', { given: '', want: null }],
    ['a byte order mark is removed', { given: '\uFEFFa: 1', want: { a: 1 } }],
  ])('reads a document: %s', (_, { given, want }) => {
    expect(read(given).root).toStrictEqual(want);
  });

  test('names of members that every JavaScript object has are ordinary names', () => {
    const { root } = read('__proto__: {polluted: 1}\ntoString: 2\nconstructor: 3\n');
    expect(JSON.stringify(root)).toBe('{"__proto__":{"polluted":1},"toString":2,"constructor":3}');
    expect(Object.getPrototypeOf(root)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('JSON is read as the value that JSON.parse returns', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(undefined, 2), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        expect(JSON.stringify(read(text).root)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });
});

describe('locations in a document', () => {
  const text = 'a:\n  - b: 1\n    c: [2,\n      3]\nd: &x\n  e: 4\nf: *x\ng:\n  <<: *x\n  h: 5\n';

  test.each([
    ['', '1:1'],
    ['/a', '1:1'],
    ['/a/0', '2:5'],
    ['/a/0/c', '3:5'],
    ['/a/0/c/1', '4:7'],
    ['/d/e', '6:3'],
    ['/f', '7:1'],
    ['/f/e', '6:3'],
    ['/g/e', '6:3'],
    ['/g/h', '10:3'],
    ['/a/0/missing/deeper', '2:5'],
    ['/a/7', '1:1'],
    ['/nowhere', '1:1'],
  ])('the pointer "%s" is located at %s', (pointer, want) => {
    expect(read(text).place(pointer)).toBe(want);
  });

  test('a location contains the requested pointer', () => {
    const reading = parse('a: 1');
    expect(reading.kind === 'document' && reading.document.locate('/a/b')).toEqual({
      file: 'a.yaml',
      line: 1,
      column: 1,
      pointer: '/a/b',
    });
  });

  test('members are located at their keys, and items at their values', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const written = JSON.stringify(value, undefined, 1);
        const lines = written.split('\n');
        const { place } = read(written);
        for (const [pointer, start] of expectedStarts(JSON.parse(written) as Json, '')) {
          const [line = 0, column = 0] = place(pointer).split(':').map(Number);
          expect(lines[line - 1]?.slice(column - 1).startsWith(start)).toBe(true);
        }
      }),
    );
  });
});

function expectedStarts(value: Json, pointer: string): readonly (readonly [string, string])[] {
  if (Array.isArray(value)) {
    return (value as readonly Json[]).flatMap((item, index) => {
      const at = joinPointer(pointer, index);
      return [[at, firstCharacter(item)] as const, ...expectedStarts(item, at)];
    });
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    const at = joinPointer(pointer, key);
    return [[at, `${JSON.stringify(key)}:`] as const, ...expectedStarts(child, at)];
  });
}

function firstCharacter(value: Json): string {
  return JSON.stringify(value).slice(0, 1);
}

describe('faults of a document', () => {
  test.each<[string, { given: string | Uint8Array; want: readonly string[] }]>([
    ['a repeated key', { given: 'a: 1\nb: 2\na: 3\n', want: ['document-duplicate-key 3:1'] }],
    ['a repeated key in JSON', { given: '{"a": 1,\n "a": 2}', want: ['document-duplicate-key 2:2'] }],
    [
      'a number and a string that are the same key',
      { given: '200: 1\n"200": 2\n', want: ['document-duplicate-key 2:1'] },
    ],
    ['a list as a key', { given: '? [a]\n: 1\n', want: ['document-key 1:3'] }],
    [
      'a value that is not a finite number',
      { given: 'a: .nan\nb: -.inf\n', want: ['document-value 1:4', 'document-value 2:4'] },
    ],
    ['a merge of a value that is not a mapping', { given: '<<: 1\n', want: ['document-merge 1:1'] }],
    ['an alias without an anchor', { given: 'a: *x\n', want: ['document-alias 1:4'] }],
    ['a mapping that contains itself', { given: 'a: &x\n  b: *x\n', want: ['document-alias 2:6'] }],
    ['broken YAML', { given: 'a: [1\nb: 2\n', want: ['document-syntax 2:1'] }],
    ['broken JSON', { given: '{"a": 1', want: ['document-syntax 1:8'] }],
    ['two documents in one file', { given: 'a: 1\n---\nb: 2\n', want: ['document-syntax 2:1'] }],
    ['bytes that are not UTF-8', { given: Uint8Array.of(0x61, 0xff, 0xfe), want: ['document-not-text 1:1'] }],
    [
      'nesting deeper than the limit',
      { given: `a: ${'['.repeat(500)}${']'.repeat(500)}`, want: ['document-too-deep 1:404'] },
    ],
    [
      'nesting deeper than the call stack',
      { given: '['.repeat(200_000) + ']'.repeat(200_000), want: ['document-too-deep 1:1001'] },
    ],
  ])('a fault is reported with its line and column: %s', (_, { given, want }) => {
    const reading = parse(given);
    const got =
      reading.kind === 'faults'
        ? reading.faults.map(({ code, location }) => `${code} ${location.line}:${location.column}`)
        : [];
    expect(got).toEqual(want);
  });

  test.each([
    ['a text of commas', `[${','.repeat(50_000)}`],
    ['a text of closing brackets', ']'.repeat(50_000)],
    ['lines that start with tabs', `a:\n${'\t- b\n'.repeat(10_000)}`],
  ])('reading stops after a limited number of errors: %s', (_, text) => {
    const reading = parse(text);
    const count = reading.kind === 'faults' ? reading.faults.length : 0;
    expect(count).toBeGreaterThanOrEqual(100);
    expect(count).toBeLessThan(110);
  });

  test('nested aliases are reported before they exhaust memory', () => {
    const levels = Array.from({ length: 40 }, (_, level) => `l${level + 1}: &l${level + 1} [*l${level}, *l${level}]`);
    const reading = parse(`l0: &l0 [1]\n${levels.join('\n')}\n`);
    expect(reading.kind === 'faults' && reading.faults.map(({ code }) => code)).toEqual(['document-aliases']);
  });

  test('repeated merges of large mappings are reported before they exhaust memory', () => {
    const big = Array.from({ length: 1000 }, (_, index) => `  k${index}: 1`).join('\n');
    const merges = Array.from({ length: 1000 }, (_, index) => `m${index}: {<<: *big}`).join('\n');
    const reading = parse(`big: &big\n${big}\n${merges}\n`);
    expect(reading.kind === 'faults' && reading.faults.map(({ code }) => code)).toEqual(['document-aliases']);
  });
});
