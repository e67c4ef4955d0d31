import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SchemaSource } from '../../contract.js';
import { DocumentSet } from '../../document/document-set.js';
import type { Json } from '../../json/json.js';
import type { SchemaUri } from '../../operation.js';
import { ParityError } from '../../parity-error.js';
import { createSchemaSource } from './schema-source.js';
import { SchemaReferences } from '../references.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'schemas-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The schemas of a file `main.yaml`, whose content is `main`. `others` are further files in the same folder. */
function source(main: string, others: Readonly<Record<string, string>> = {}): SchemaSource {
  for (const [name, text] of Object.entries({ ...others, 'main.yaml': main })) writeFileSync(join(folder, name), text);
  const documents = new DocumentSet(folder);
  const reading = documents.openFile('main.yaml');
  if (reading.kind === 'faults') throw new Error(JSON.stringify(reading.faults));
  return createSchemaSource(new SchemaReferences(documents));
}

const uri = (address: string): SchemaUri => address as SchemaUri;
const MAIN = uri('main.yaml#');

function broken(schemas: SchemaSource, value: Json, at = MAIN): readonly string[] {
  return schemas.validate(at, value).map(({ schema, pointer }) => `${schema} ${pointer}`);
}

test('only the first error of a value with very many errors is reported', () => {
  const schemas = source('{type: array, items: {anyOf: [{type: integer}, {type: object, required: [a]}]}}');
  expect(
    broken(
      schemas,
      Array.from({ length: 300 }, () => ''),
    ).length,
  ).toBe(300);
  expect(
    broken(
      schemas,
      Array.from({ length: 9000 }, () => ''),
    ),
  ).toEqual(['main.yaml#/items/anyOf /0']);
  expect(
    broken(
      schemas,
      Array.from({ length: 20_000 }, () => ({ b: 1 })),
    ),
  ).toEqual(['main.yaml#/items/anyOf/1/required/a /0']);
});

function codeOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error instanceof ParityError ? [error.code, error.location?.line] : error;
  }
}

describe('verdicts on values', () => {
  test('keywords beside $ref apply', () => {
    const schemas = source('$ref: "#/$defs/text"\nminLength: 2\n$defs:\n  text: {type: string, maxLength: 3}\n');
    expect(broken(schemas, 'a')).toEqual(['main.yaml#/minLength ']);
    expect(broken(schemas, 'long')).toEqual(['main.yaml#/$defs/text/maxLength ']);
    expect(schemas.accepts(MAIN, 'abc')).toBe(true);
  });

  test('values of recursive schemas are validated, within and across files', () => {
    const schemas = source(
      'properties: {next: {$ref: "#"}, other: {$ref: "other.json#/$defs/o~1%7Ex"}}\ntype: object\n',
      {
        'other.json': '{"$defs": {"o/~x": {"type": "array", "items": {"$ref": "main.yaml"}}}}',
      },
    );
    expect(schemas.accepts(MAIN, { next: { next: { other: [{}, { next: {} }] } } })).toBe(true);
    expect(broken(schemas, { next: { other: [{}, 1] } })).toEqual(['main.yaml#/type /next/other/1']);
    expect(broken(schemas, { other: 1 })).toEqual(['other.json#/$defs/o~1~0x/type /other']);
  });

  test('$id, $anchor and $dynamicAnchor are resolved', () => {
    const schemas = source(
      [
        '$id: https://example.test/root.json',
        '$dynamicAnchor: node',
        'type: [object, "null"]',
        'properties: {a: {$ref: "#here"}, b: {$ref: part.json}, t: {$ref: tree.json}}',
        '$defs:',
        '  x: {$anchor: here, type: string}',
        '  y: {$id: part.json, $ref: "#here", $defs: {z: {$anchor: here, type: number}}}',
        '  tree: {$id: tree.json, $dynamicAnchor: node, type: object, properties: {child: {$dynamicRef: "#node"}}}',
      ].join('\n'),
    );
    expect(broken(schemas, { a: 1, b: 'x' })).toEqual([
      'main.yaml#/$defs/x/type /a',
      'main.yaml#/$defs/y/$defs/z/type /b',
    ]);
    // The target of `$dynamicRef: "#node"` depends on where validation starts: at the root, it is the anchor of the
    // root, and otherwise the anchor of `tree`.
    expect(schemas.accepts(MAIN, { t: { child: null } })).toBe(true);
    expect(schemas.accepts(uri('main.yaml#/$defs/tree'), { child: null })).toBe(false);
    expect(schemas.resolve(uri('main.yaml#/$defs/tree/properties/child'), '#node')).toBe('main.yaml#/$defs/tree');
  });

  test('a value can be validated against any subschema', () => {
    const schemas = source('properties: {a: {type: string}, b: false, c: true}\n');
    const a = schemas.child(MAIN, 'properties', 'a');
    expect([a, schemas.accepts(a, 'x'), schemas.accepts(a, 1)]).toEqual(['main.yaml#/properties/a', true, false]);
    expect(schemas.validate(uri('main.yaml#/properties/b'), 1)).toEqual([
      { keyword: 'false', pointer: '', schema: 'main.yaml#/properties/b', message: 'must not be present' },
    ]);
    expect(schemas.accepts(uri('main.yaml#/properties/c'), 1)).toBe(true);
  });

  test('names of members that every JavaScript object has are ordinary names in schemas and values', () => {
    const schemas = source(
      [
        'properties: {__proto__: {type: string}, toString: {type: number}}',
        'additionalProperties: false',
        'required: [constructor]',
        'patternProperties: {^con: {const: {valueOf: 1}}}',
      ].join('\n'),
    );
    const parse = (text: string): Json => JSON.parse(text) as Json;
    expect(broken(schemas, parse('{"constructor": {"valueOf": 1}, "__proto__": "a", "toString": 1}'))).toEqual([]);
    expect(
      broken(schemas, parse('{"__proto__": 1, "toString": "a", "valueOf": 1, "constructor": {"valueOf": 2}}')),
    ).toEqual([
      'main.yaml#/additionalProperties ',
      'main.yaml#/properties/toString/type /toString',
      'main.yaml#/properties/__proto__/type /__proto__',
      'main.yaml#/patternProperties/^con/const /constructor',
    ]);
    expect(broken(schemas, {})).toEqual(['main.yaml#/required/constructor ']);
  });

  test('formats of JSON Schema are asserted; formats of OpenAPI and unknown formats have no effect', () => {
    const formats = [
      'a: {format: date}',
      'b: {format: int32}',
      'c: {format: byte}',
      'd: {format: unknown-format}',
      'e: {format: date-time}',
      'f: {format: url}',
      'g: {format: iso-date-time}',
    ];
    const schemas = source(`properties: {${formats.join(', ')}}\n`);
    expect(
      broken(schemas, { a: '2024-02-30', b: 2 ** 40, c: '%', d: '', e: '2024-01-01', f: 'http://127.0.0.1', g: '' }),
    ).toEqual(['main.yaml#/properties/a/format /a', 'main.yaml#/properties/e/format /e']);
  });

  test('keywords of other vocabularies have no effect', () => {
    const others =
      'nullable: true\ndiscriminator: {propertyName: a, mapping: {b: "#/x"}}\nexample: {$id: "http://["}\n';
    const schemas = source(`type: string\nx-a: {$ref: "#/no"}\n${others}`);
    expect([schemas.accepts(MAIN, 'a'), schemas.accepts(MAIN, null)]).toEqual([true, false]);
  });

  test('patterns are compiled with the u flag', () => {
    const schemas = source('pattern: ^\\p{L}.$\n');
    expect([schemas.accepts(MAIN, 'é😀'), schemas.accepts(MAIN, '1x')]).toEqual([true, false]);
  });

  test('a value that is nested deeper than the call stack allows is rejected without an exception', () => {
    const schemas = source('items: {$ref: "#"}\ntype: array\n');
    let deep: Json = [];
    for (let level = 0; level < 200_000; level += 1) deep = [deep];
    expect(schemas.accepts(MAIN, deep)).toBe(false);
    expect(schemas.validate(MAIN, deep)).toMatchObject([{ keyword: 'depth' }]);
  });
});

describe('addresses of schemas', () => {
  test('a reference is resolved to an address, and the address to a schema and a location', () => {
    const schemas = source('properties:\n  a:\n    $ref: "#/$defs/b c"\n$defs:\n  b c: {type: string}\n');
    const target = schemas.resolve(uri('main.yaml#/properties/a'), '#/$defs/b%20c');
    expect([target, schemas.at(target)]).toEqual(['main.yaml#/$defs/b c', { type: 'string' }]);
    expect(schemas.locate(target)).toEqual({ file: 'main.yaml', line: 5, column: 3, pointer: '/$defs/b c' });
  });

  test.each<[string, { given: (schemas: SchemaSource) => unknown; want: unknown }]>([
    [
      'an address in an unknown document',
      { given: (schemas) => schemas.at(uri('none.yaml#')), want: ['schema-unresolved', undefined] },
    ],
    [
      'an address of a missing member',
      { given: (schemas) => schemas.locate(uri('main.yaml#/a')), want: ['schema-unresolved', undefined] },
    ],
    [
      'validation with an address that is not a schema',
      {
        given: (schemas) => schemas.accepts(uri('main.yaml#/properties/a/$ref'), 1),
        want: ['schema-unresolved', undefined],
      },
    ],
    [
      'resolving a dangling reference',
      { given: (schemas) => schemas.resolve(MAIN, '#/none'), want: ['schema-unresolved', 1] },
    ],
    [
      'validation with a dangling reference',
      { given: (schemas) => schemas.accepts(MAIN, {}), want: ['schema-unusable', 2] },
    ],
    [
      'validation with a pattern that does not compile',
      {
        given: (schemas) => schemas.accepts(uri('main.yaml#/properties/b'), 'x'),
        want: ['schema-unusable', 3],
      },
    ],
  ])('misuse throws a ParityError: %s', (_, { given, want }) => {
    const schemas = source('properties:\n  a: {$ref: "#/none"}\n  b: {pattern: "("}\n');
    expect(codeOf(() => given(schemas))).toEqual(want);
    // A failed call must not change the result of the next call.
    expect(codeOf(() => given(schemas))).toEqual(want);
  });

  test('an unusable schema does not affect other schemas', () => {
    const schemas = source(
      'properties:\n  a: {allOf: [{$ref: "#/properties/c"}, {$ref: "#/none"}]}\n  c: {type: string}\n',
    );
    expect(codeOf(() => schemas.accepts(uri('main.yaml#/properties/a'), 1))).toEqual(['schema-unusable', 2]);
    const c = uri('main.yaml#/properties/c');
    expect([schemas.accepts(c, 1), schemas.accepts(c, 'x')]).toEqual([false, true]);
  });
});

describe('patterns with an undecided match', () => {
  test('an undecided pattern neither accepts nor rejects a string', () => {
    const schemas = source('pattern: ^(a+)+\\1$\n');
    const text = `${'a'.repeat(60)}!`;
    expect(schemas.accepts(MAIN, text)).toBe(false);
    expect(() => schemas.validate(MAIN, text)).toThrow(expect.objectContaining({ code: 'pattern-undecided' }));
  });
});
