import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../contract/json/canonical-json.js';
import type { Json } from '../../contract/json/json.js';
import { jsonDifferences } from './json-difference.js';
import { orOmitted } from './omitted.js';
import { sameJson } from './same-json.js';

type Pair = readonly [expected: Json | undefined, received: Json | undefined];

const cases: readonly (readonly [name: string, given: Pair, want: readonly string[]])[] = [
  ['two omitted values', [undefined, undefined], []],
  [
    'members in a different order',
    [
      { a: 1, b: [{ c: 2, d: 3 }] },
      { b: [{ d: 3, c: 2 }], a: 1 },
    ],
    [],
  ],
  ['numbers in a different spelling', [[1, 0, 100], JSON.parse('[1.0, -0, 1e2]') as Json], []],
  ['a member that is missing', [{ a: 1, b: 2 }, { a: 1 }], ['missing /b']],
  ['an additional member', [{ a: 1 }, { a: 1, b: 2 }], ['unexpected /b']],
  [
    'a member with a different value',
    [
      { a: 1, b: 'x' },
      { a: 1, b: 'y' },
    ],
    ['changed /b'],
  ],
  [
    'members with different types',
    [
      { a: 1, b: [] },
      { a: '1', b: {} },
    ],
    ['type-changed /a', 'type-changed /b'],
  ],
  [
    'members that change between null, omitted and a value',
    [
      { a: null, b: null, c: 0, d: 0 },
      { b: 0, c: null, e: null, d: 0 },
    ],
    ['null-became-omitted /a', 'null-became-value /b', 'value-became-null /c', 'omitted-became-null /e'],
  ],
  [
    'empty members that are missing',
    [{ a: '', b: 0, c: [], d: {}, e: false, f: 1 }, { f: 1 }],
    ['a', 'b', 'c', 'd', 'e'].map((name) => `empty-became-omitted /${name}`),
  ],
  [
    'texts in a different encoding',
    [
      { a: 'é', ü: 1 },
      { a: 'Ã©', 'Ã¼': 1 },
    ],
    ['mis-decoded /a', 'mis-decoded /ü'],
  ],
  ['nulls that are all missing', [{ a: null, b: null }, {}], ['null-became-omitted /a', 'null-became-omitted /b']],
  [
    'a null that is missing together with another member',
    [{ a: null, b: 1 }, {}],
    ['null-became-omitted /a', 'missing /b'],
  ],
  [
    'a name in a different letter case',
    [
      { item_id: 1, name: 'x' },
      { itemId: 1, name: 'x' },
    ],
    ['renamed /item_id'],
  ],
  [
    'all names in a different letter case',
    [
      { item_id: null, 'due-on': 1 },
      { itemId: null, dueOn: 1 },
    ],
    ['renamed /item_id', 'renamed /due-on'],
  ],
  [
    'an XML element in place of an attribute',
    [
      { lang: 'en', a: 1 },
      { '{}lang': 'en', a: 1 },
    ],
    ['renamed /lang'],
  ],
  [
    'a list whose name gets brackets',
    [
      { tags: ['a'], a: 1 },
      { 'tags[]': ['b'], a: 1 },
    ],
    ['renamed /tags'],
  ],
  [
    'names without their unusual characters',
    [
      { 'site.code': 1, 'a b': 'x', '': 2, '.é': null },
      { site_code: 1, ab: 'x', '': 2, '.': null },
    ],
    ['renamed /site.code', 'renamed /a b', 'renamed /.é'],
  ],
  [
    'names that are keywords of a language, in changed spellings',
    [
      { class: 1, from: 'x', None: 2 },
      { class_: 1, '@from': 'x', none: 2 },
    ],
    ['renamed /class', 'renamed /from', 'renamed /None'],
  ],
  [
    'two names that become equal',
    [
      { itemId: 1, item_id: 2, 'site.code': 'x', site_code: 'y' },
      { item_id: 2, site_code: 'y' },
    ],
    ['renamed /itemId', 'renamed /site.code'],
  ],
  [
    'a null that is omitted beside a similar name',
    [{ itemId: null, item_id: 2 }, { item_id: 2 }],
    ['null-became-omitted /itemId'],
  ],
  [
    'a similar name with a different value',
    [
      { a: 1, 'b.c': 1 },
      { a: 1, b_c: 2 },
    ],
    ['missing /b.c', 'unexpected /b_c'],
  ],
  ['an envelope around an object', [{ a: 1, b: 2 }, { data: { b: 2, a: 1 } }], ['wrapped']],
  ['an envelope around null', [null, { data: null }], ['wrapped']],
  ['an envelope that was removed', [{ items: [1] }, [1]], ['unwrapped']],
  [
    'an envelope with an additional member',
    [
      { a: 1, b: 2 },
      { data: { a: 1, b: 2 }, ok: true },
    ],
    ['changed'],
  ],
  [
    'an object that loses its empty members',
    [{ x: { a: '', b: 0 } }, { x: {} }],
    ['empty-became-omitted /x/a', 'empty-became-omitted /x/b'],
  ],
  ['an object that loses all its members', [{ x: { a: 1, b: 2 } }, { x: {} }], ['changed /x']],
  ['an object that loses its only member', [{ x: { a: 1 } }, { x: {} }], ['missing /x/a']],
  [
    'elements in a different order',
    [
      [1, { a: 1, b: 2 }, 3],
      [3, 1, { b: 2, a: 1 }],
    ],
    ['reordered'],
  ],
  [
    'a list with fewer elements',
    [
      [1, 2, 3],
      [2, 3],
    ],
    ['elements-missing'],
  ],
  ['a list with more elements', [[1], [1, 1]], ['elements-added']],
  [
    'a list with different elements',
    [
      [1, 2, 3],
      [1, 0, 4],
    ],
    ['changed /1', 'changed /2'],
  ],
  [
    'a name that must be escaped',
    [
      { 'a/~b': 1, c: 0 },
      { 'a/~b': 2, c: 0 },
    ],
    ['changed /a~1~0b'],
  ],
  [
    'a name that every object inherits',
    [JSON.parse('{"__proto__":1,"toString":null,"a":1}') as Json, { a: 1 }],
    ['missing /__proto__', 'null-became-omitted /toString'],
  ],
];

describe('the function jsonDifferences', () => {
  it.each(cases)(
    'lists the differences between two JSON values: %s (differences: $2)',
    (_, [expected, received], want) => {
      expect(jsonDifferences(expected, received).map(({ kind, pointer }) => `${kind} ${pointer}`.trim())).toEqual(want);
    },
  );

  it('a difference has the expected and the received value', () => {
    expect(jsonDifferences({ a: { b: null } }, { a: {} }, '/body')).toEqual([
      { pointer: '/body/a/b', kind: 'null-became-omitted', expected: null, received: undefined },
    ]);
    expect([orOmitted(undefined), orOmitted(null)]).toEqual(['(omitted)', null]);
  });

  it('the number and the depth of the differences are bounded', () => {
    const wide = (value: number): Json =>
      Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`x${index}`, value]));
    expect(jsonDifferences(wide(1), wide(2))).toHaveLength(20);
    expect(jsonDifferences(nested(50_000, 1), nested(50_000, 2))).toMatchObject([
      { kind: 'changed', pointer: '/0'.repeat(64) },
    ]);
    const members = (value: number): Json => nested(50_000, value, (json) => ({ a: json, b: 0 }));
    expect(jsonDifferences(members(1), members(2))).toMatchObject([{ kind: 'changed', pointer: '/a'.repeat(64) }]);
  });

  it('two values have differences exactly if they are not equal', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(jsonDifferences(a as Json, b as Json).length === 0).toBe(sameJson(a as Json, b as Json));
      }),
    );
  });
});

describe('the function sameJson', () => {
  it('two values are equal exactly if their canonical texts are equal, in either order', () => {
    const near = fc
      .jsonValue({ maxDepth: 2 })
      .chain((value) => fc.tuple(fc.constant(value), fc.oneof(fc.constant(value), fc.jsonValue({ maxDepth: 2 }))));
    fc.assert(
      fc.property(near, ([a, b]) => {
        const same = canonicalJson(a as Json) === canonicalJson(b as Json);
        expect([sameJson(a as Json, b as Json), sameJson(b as Json, a as Json)]).toEqual([same, same]);
      }),
    );
  });

  it('deeply nested values are compared', () => {
    expect([sameJson(nested(50_000, 1), nested(50_000, 1)), sameJson(nested(50_000, 1), nested(50_000, 2))]).toEqual([
      true,
      false,
    ]);
  });
});

function nested(depth: number, value: number, around: (json: Json) => Json = (json) => [json]): Json {
  let json: Json = value;
  for (let index = 0; index < depth; index += 1) json = around(json);
  return json;
}

/** In quadratic time, the comparison of these values would take hours. */
it('large values are compared without quadratic time', () => {
  const named = (prefix: string): Json =>
    Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`${prefix}ü${index}`, index]));
  expect(jsonDifferences({ a: named('a'), b: 1 }, { a: named('b'), b: 1 }).length).toBeGreaterThan(0);
  let [one, other]: [Json, Json] = [[1], [2]];
  const wide = Array.from({ length: 900 }, (_, index) => Array.from({ length: 100 }, () => index));
  for (let level = 0; level < 60; level += 1)
    [one, other] = [
      [...(level === 0 ? wide : []), one],
      [...(level === 0 ? wide : []), other],
    ];
  expect(jsonDifferences(one, other)).toMatchObject([{ kind: 'changed', expected: 1, received: 2 }]);
});
