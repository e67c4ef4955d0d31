import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../contract/json/json.js';
import { MemoryDocuments } from '../contract/schema/memory-documents.js';
import type { SchemaUri } from '../contract/operation.js';
import { createSchemaSource } from '../contract/schema/judging/schema-source.js';
import { SchemaReferences } from '../contract/schema/references.js';
import { type Comparison, differencesUnder } from './comparison.js';

const URL = 'memory:///schema';

type Given = readonly [schema: JsonObject, expected: Json | undefined, received: Json | undefined];

function differences(
  [schema, expected, received]: Given,
  tolerated: Omit<Comparison, 'schemas' | 'stated'>,
): readonly string[] {
  const schemas = createSchemaSource(
    new SchemaReferences(new MemoryDocuments({ url: URL, schema }, new Map(), '2020-12')),
  );
  const found = differencesUnder({ schemas, stated: [`${URL}#` as SchemaUri], ...tolerated }, expected, received);
  return found.map(({ kind, pointer, tolerance, default: stated }) =>
    [
      kind,
      pointer,
      tolerance,
      stated !== undefined && tolerance === undefined ? `not ${JSON.stringify(stated)}` : undefined,
    ]
      .filter((part) => part !== undefined && part !== '')
      .join(' '),
  );
}

const AT = { type: 'string', format: 'date-time' };
const [LOCAL, UTC, LATER] = ['2026-01-01T01:00:00+01:00', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z'];
const TAGGED = {
  oneOf: [
    { properties: { kind: { const: 'instant' }, at: AT } },
    { properties: { kind: { const: 'text' }, at: { type: 'string' } } },
  ],
};

const instants: readonly (readonly [name: string, given: Given, want: readonly string[]])[] = [
  ['the same instant with a different offset', [AT, LOCAL, UTC], []],
  ['a different instant', [AT, LOCAL, LATER], ['changed']],
  ['a string whose schema has no format', [{ type: 'string' }, LOCAL, UTC], ['changed']],
  ['a member that is an instant', [{ properties: { at: AT } }, { at: LOCAL, b: 1 }, { at: UTC, b: 2 }], ['changed /b']],
  ['instants in a list', [{ items: AT }, [LOCAL, LOCAL], [UTC, LATER]], ['changed /1']],
  [
    'instants in a tuple',
    [{ prefixItems: [AT], items: { type: 'string' } }, [LOCAL, LOCAL], [UTC, UTC]],
    ['changed /1'],
  ],
  [
    'instants as the values of a map',
    [{ additionalProperties: AT }, { a: LOCAL, b: LOCAL }, { a: UTC, b: LATER }],
    ['changed /b'],
  ],
  [
    'instants in members whose names match a pattern',
    [{ patternProperties: { _at$: AT } }, { a_at: LOCAL, b: LOCAL }, { a_at: UTC, b: UTC }],
    ['changed /b'],
  ],
  [
    'an instant in an unevaluated member',
    [
      { properties: { a: {} }, unevaluatedProperties: AT },
      { a: 1, b: LOCAL },
      { a: 1, b: UTC },
    ],
    [],
  ],
  ['an instant whose schema is a reference', [{ $ref: '#/$defs/at', $defs: { at: AT } }, LOCAL, UTC], []],
  ['a value that one part of an allOf describes as an instant', [{ allOf: [{ type: 'string' }, AT] }, LOCAL, UTC], []],
  ['a nullable instant', [{ anyOf: [AT, { type: 'null' }] }, LOCAL, UTC], []],
  ['null is not an instant', [{ anyOf: [AT, { type: 'null' }] }, LOCAL, null], ['value-became-null']],
  [
    'an instant in the matching alternative',
    [TAGGED, { kind: 'instant', at: LOCAL }, { kind: 'instant', at: UTC }],
    [],
  ],
  [
    'an instant in an alternative that does not match',
    [TAGGED, { kind: 'text', at: LOCAL }, { kind: 'text', at: UTC }],
    ['changed /at'],
  ],
  [
    'an instant in an alternative, if no alternative matches',
    [{ oneOf: [{ properties: { at: AT, n: { type: 'null' } } }] }, { n: 1, at: LOCAL }, { n: 1, at: UTC }],
    [],
  ],
  [
    'an instant in a `then` whose `if` matches',
    [
      { if: { required: ['p'] }, then: { properties: { at: AT } }, else: {} },
      { p: 1, at: LOCAL },
      { p: 1, at: UTC },
    ],
    [],
  ],
  [
    'an instant in a `then` whose `if` does not match',
    [{ if: { required: ['p'] }, then: { properties: { at: AT } } }, { at: LOCAL }, { at: UTC }],
    ['changed /at'],
  ],
  [
    'a date, which is compared as a string',
    [{ type: 'string', format: 'date' }, '2026-01-01', '2026-1-1'],
    ['changed'],
  ],
  ['a time', [{ type: 'string', format: 'time' }, '01:00:00+01:00', '00:00:00Z'], []],
  [
    'a schema that contains itself',
    [
      { properties: { at: AT, below: { $ref: '#' } } },
      { below: { below: { at: LOCAL } } },
      { below: { below: { at: UTC } } },
    ],
    [],
  ],
  ['lists of instants with different lengths', [{ items: AT }, [LOCAL], [UTC, UTC]], ['elements-added']],
  [
    'an instant in a member with the name __proto__',
    [
      { additionalProperties: AT },
      JSON.parse(`{"__proto__":"${LOCAL}"}`) as Json,
      JSON.parse(`{"__proto__":"${UTC}"}`) as Json,
    ],
    [],
  ],
];

it.each(instants)(
  'strings are compared as points in time only if their schema has `format: date-time`: %s (differences: $2)',
  (_, given, want) => {
    expect(differences(given, {})).toEqual(want);
  },
);

const FLAG = { type: 'boolean', default: true };
const OPTIONS = {
  properties: { flag: FLAG, none: { type: ['null', 'string'], default: null }, at: { ...AT, default: UTC } },
};

const defaults: readonly (readonly [name: string, given: Given, want: readonly string[]])[] = [
  ['the default in place of an omitted value', [FLAG, undefined, true], ['unexpected default-sent']],
  ['a value that is not the default', [FLAG, undefined, false], ['unexpected not true']],
  ['the default in place of an omitted member', [OPTIONS, {}, { flag: true }], ['unexpected /flag default-sent']],
  ['a member with a value that is not the default', [OPTIONS, {}, { flag: false }], ['unexpected /flag not true']],
  [
    'null in place of an omitted member whose default is null',
    [OPTIONS, {}, { none: null }],
    ['unexpected /none default-sent'],
  ],
  ['null that is not the default', [OPTIONS, {}, { flag: null }], ['omitted-became-null /flag']],
  ['a default instant in a different spelling', [OPTIONS, {}, { at: LOCAL }], ['unexpected /at default-sent']],
  [
    'the default of a member, in the items of a list',
    [{ items: OPTIONS }, [{}, {}], [{ flag: true }, { flag: false }]],
    ['unexpected /0/flag default-sent', 'unexpected /1/flag not true'],
  ],
  [
    'an empty object as the default',
    [{ properties: { o: { default: {} } } }, {}, { o: {} }],
    ['unexpected /o default-sent'],
  ],
  [
    'the default of the matching alternative',
    [
      {
        oneOf: [
          { properties: { k: { const: 1 }, d: { default: 1 } } },
          { properties: { k: { const: 2 }, d: { default: 2 } } },
        ],
      },
      { k: 2 },
      { k: 2, d: 2 },
    ],
    ['unexpected /d default-sent'],
  ],
  [
    'the default of an alternative that does not match',
    [
      {
        oneOf: [
          { properties: { k: { const: 1 }, d: { default: 1 } } },
          { properties: { k: { const: 2 }, d: { default: 2 } } },
        ],
      },
      { k: 2 },
      { k: 2, d: 1 },
    ],
    ['unexpected /d not 2'],
  ],
  ['the default in place of a value of the input', [OPTIONS, { flag: false }, { flag: true }], ['changed /flag']],
  ['the default in place of null', [OPTIONS, { flag: null }, { flag: true }], ['null-became-value /flag']],
  ['an additional member without a schema', [{}, {}, { more: 1 }], ['unexpected /more']],
  ['an additional item of a list', [{ items: FLAG }, [], [true]], ['elements-added']],
];

it.each(defaults)('a value is received although the sender omitted it: %s (differences: $2)', (_, given, want) => {
  expect(differences(given, { defaults: true })).toEqual(want);
});

it('a comparison that does not permit defaults reports a default that was received in place of an omitted member', () => {
  expect(differences([OPTIONS, {}, { flag: true }], {})).toEqual(['unexpected /flag']);
});

const USER = {
  properties: {
    name: { type: 'string' },
    secret: { allOf: [{ $ref: '#/$defs/secret' }] },
    keys: { items: { properties: { secret: { $ref: '#/$defs/secret' } } } },
    login: {
      oneOf: [
        { properties: { kind: { const: 'p' }, word: { writeOnly: true } } },
        { properties: { kind: { const: 'k' }, word: {} } },
      ],
    },
  },
  $defs: { secret: { type: 'string', writeOnly: true } },
};

const hidden: readonly (readonly [name: string, given: Given, lacks: readonly string[], ignored: readonly string[]])[] =
  [
    ['a writeOnly member is missing', [USER, { name: 'a', secret: 's' }, { name: 'a' }], [], []],
    ['a writeOnly member is masked', [USER, { secret: 's' }, { secret: '***' }], ['changed /secret'], []],
    [
      'a writeOnly member of the items of a list is missing',
      [USER, { name: 'a', keys: [{ secret: 's' }] }, { name: 'a', keys: [{}] }],
      [],
      [],
    ],
    [
      'a member that contains only writeOnly members is missing',
      [USER, { name: 'a', keys: [{ secret: 's' }] }, { name: 'a' }],
      [],
      [],
    ],
    [
      'an empty list is missing',
      [USER, { name: 'a', keys: [] }, { name: 'a' }],
      ['empty-became-omitted /keys'],
      ['empty-became-omitted /keys'],
    ],
    [
      'a writeOnly member of the matching alternative is missing',
      [USER, { login: { kind: 'p', word: 'w' } }, { login: { kind: 'p' } }],
      [],
      [],
    ],
    [
      'a member that is writeOnly only in a different alternative is missing',
      [USER, { login: { kind: 'k', word: 'w' } }, { login: { kind: 'k' } }],
      ['missing /login/word'],
      ['missing /login/word'],
    ],
    [
      'a writeOnly member is returned in an envelope',
      [USER, { name: 'a', secret: 's' }, { data: { name: 'a', secret: 's' } }],
      ['wrapped'],
      ['wrapped'],
    ],
    [
      'a member that is not writeOnly is missing',
      [USER, { name: 'a', secret: 's' }, { secret: 's' }],
      ['missing /name'],
      ['missing /name'],
    ],
  ];

it.each(hidden)(
  'a comparison that permits missing writeOnly members: %s (differences: $2; if it ignores such members: $3)',
  (_, given, lacks, ignored) => {
    expect([differences(given, { mayLack: ['output'] }), differences(given, { ignored: ['output'] })]).toEqual([
      lacks,
      ignored,
    ]);
    expect(differences(given, {}).length).toBeGreaterThan(0);
  },
);

it('deeply nested values are compared without a stack overflow', () => {
  const nested = (text: string): Json => Array.from({ length: 6_000 }).reduce<Json>((json) => [json], text);
  expect(differences([{ anyOf: [AT, { items: { $ref: '#' } }] }, nested(LOCAL), nested(UTC)], {})).toHaveLength(1);
});

const AMOUNT = { type: 'string', format: 'decimal' };

it.each<readonly [string, Given, readonly string[]]>([
  ['a decimal with additional zeros', [AMOUNT, '1', '1.00'], []],
  ['a decimal with a plus sign and leading zeros', [AMOUNT, '+01.5', '1.50'], []],
  ['a decimal without a digit before its point', [AMOUNT, '.50', '0.5'], []],
  ['a decimal that is a negative zero', [AMOUNT, '-0.00', '0'], []],
  ['a decimal in a member', [{ properties: { price: AMOUNT } }, { price: '1' }, { price: '1.0' }], []],
  ['a decimal with a different value', [AMOUNT, '1.005', '1.00'], ['changed']],
  ['a decimal with a different sign', [AMOUNT, '-1', '1'], ['changed']],
  ['an empty string in place of a decimal', [AMOUNT, '', '0'], ['changed']],
  ['a number in place of a decimal string', [AMOUNT, '1', 1], ['type-changed']],
  ['a string whose schema has no decimal format', [{ type: 'string' }, '1', '1.00'], ['changed']],
])(
  'strings are compared as numbers only if their schema has `format: decimal`: %s (differences: $2)',
  (_, given, want) => {
    expect(differences(given, {})).toEqual(want);
  },
);

it.each<[text: string, sent: readonly Json[], kept: readonly Json[], want: 'equal' | 'differs']>([
  ['In ascending order.', ['b', 'a'], ['a', 'b'], 'equal'],
  ['The tags, sorted alphabetically.', ['b', 'a'], ['a', 'b'], 'equal'],
  ['They are always sorted.', ['b', 'a'], ['a', 'b'], 'equal'],
  ['In ascending order.', ['b', 'a'], ['a'], 'differs'],
  ['In ascending order.', ['b', 'a'], ['a', 'c'], 'differs'],
  ['In ascending order.', ['a', 'b'], ['b', 'a'], 'differs'],
  ['In ascending order.', ['A', 'b'], ['b', 'A'], 'equal'],
  ['In ascending order.', ['b', 'b', 'a'], ['a', 'b'], 'differs'],
  ['In ascending order, without duplicates.', ['b', 'b', 'a'], ['a', 'b'], 'equal'],
  ['In alphabetical order, without repetitions.', ['b', 'b', 'a'], ['a', 'b'], 'equal'],
  ['Duplicates are removed.', ['b', 'b', 'a'], ['b', 'a'], 'equal'],
  ['Duplicates are removed.', ['b', 'b', 'a'], ['a', 'b'], 'differs'],
  ['Must be in ascending order.', ['b', 'a'], ['a', 'b'], 'differs'],
  ['Replaces all tags.', ['b', 'a'], ['a', 'b'], 'differs'],
])(
  'a list with the description "%s" was sent as %j and stored as %j (result of the comparison: %s)',
  (description, sent, kept, want) => {
    const schema = { properties: { tags: { description } } };
    const found = differences([schema, { tags: sent }, { tags: kept }], { storedTexts: [] });
    expect(found.length > 0 ? 'differs' : 'equal').toBe(want);
  },
);

it('a surface that sorts a list differs from the reply, even if the description of the list states this order', () => {
  const schema = { description: 'In ascending order.' };
  expect(differences([schema, ['b', 'a'], ['a', 'b']], {})).not.toEqual([]);
});

it.each<[string, Json, 'equal' | 'differs']>([
  ['Trimmed.', 'a', 'equal'],
  ['Ignored in requests.', 'b', 'equal'],
  ['The name.', 'a', 'differs'],
])(
  'a member with the description "%s" was sent as " a" and stored as %j (result of the comparison: %s)',
  (description, kept, want) => {
    const schema = { properties: { meta: { properties: { name: { description } } } } };
    const given = [schema, { meta: { name: ' a' } }, { meta: { name: kept } }] as const;
    expect(differences([...given], { storedTexts: [] }).length > 0 ? 'differs' : 'equal').toBe(want);
    expect(differences([...given], {})).not.toEqual([]);
  },
);
