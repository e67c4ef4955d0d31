import { expect, test } from 'vitest';
import type { Json } from '../../../contract/json/json.js';
import { schemaFaults } from './schema-faults.js';

function schemaWith(more: { readonly [keyword: string]: Json }): Json {
  return { type: 'object', ...more };
}

function of(reference: string, more: { readonly [keyword: string]: Json } = {}): Json {
  return schemaWith({ properties: { body: { $ref: reference } }, ...more });
}

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
const DRAFT_04 = 'http://json-schema.org/draft-04/schema#';
const A_B = { a: { type: 'string' }, 'x/y': { $ref: '#/$defs/a' } };

test.each<readonly [string, Json, readonly string[]]>([
  ['a reference to $defs', of('#/$defs/a', { $defs: A_B }), []],
  ['a reference to an escaped name', of('#/$defs/x~1y', { $defs: A_B }), []],
  ['a reference to definitions without a dialect', of('#/definitions/a', { definitions: { a: {} } }), []],
  ['a reference to a place that no keyword names', of('#/components/schemas/a', { components: { schemas: A_B } }), []],
  ['a reference to an anchor', of('#item', { $defs: { a: { $anchor: 'item' } } }), []],
  ['a reference to an $id', of('item.json', { $defs: { a: { $id: 'item.json' } } }), []],
  ['a reference to the schema itself', schemaWith({ properties: { child: { $ref: '#' } } }), []],
  ['a reference to the standard schema', of('https://json-schema.org/draft/2020-12/schema'), []],
  ['a reference to a URL, which a client may know', of('https://example.org/item.json'), []],
  ['a reference to the contract', of('#/components/schemas/Item'), ['reference /properties/body/$ref']],
  ['a reference to a missing anchor', of('#item'), ['reference /properties/body/$ref']],
  ['a reference to a file', of('schemas/item.json'), ['reference /properties/body/$ref']],
  ['a reference that is a bare name', of('Item'), ['reference /properties/body/$ref']],
  ['a reference to a list', of('#/required', { required: ['body'] }), ['reference /properties/body/$ref']],
  ['a schema of an unknown dialect', of('#/none', { $schema: 'https://example.org/dialect' }), []],
  [
    'tuples and references of draft-07',
    of('#/definitions/p/items/1', { $schema: DRAFT_07, definitions: { p: { items: [{}, { type: 'null' }] } } }),
    [],
  ],
  [
    'a dangling reference of draft-07',
    of('#/definitions/q', { $schema: DRAFT_07, definitions: { p: {} } }),
    ['reference /properties/body/$ref'],
  ],
  ['a tuple of draft-07 without a dialect', schemaWith({ properties: { a: { type: 'array', items: [{}] } } }), []],
  [
    'an exclusive bound of draft-04',
    schemaWith({ $schema: DRAFT_04, properties: { a: { minimum: 1, exclusiveMinimum: true } } }),
    [],
  ],
  ['a type that does not exist', schemaWith({ properties: { a: { type: 'text' } } }), ['malformed /properties/a/type']],
  [
    '`required` at a property',
    schemaWith({ properties: { a: { type: 'string', required: true } } }),
    ['malformed /properties/a/required'],
  ],
  ['an unknown keyword', schemaWith({ properties: { a: { nullable: true, 'x-order': 1 } } }), []],
  ['a valid pattern', schemaWith({ properties: { a: { pattern: '^[a-z]+$' } } }), []],
  [
    'a pattern that compiles only without the flag u',
    schemaWith({ properties: { a: { pattern: String.raw`\_` } } }),
    [],
  ],
  [
    'a pattern of Python',
    schemaWith({ properties: { a: { pattern: '(?P<year>[0-9]{4})' } } }),
    ['pattern /properties/a/pattern'],
  ],
  [
    'a name pattern of Python',
    schemaWith({ patternProperties: { '(?i)a': {} } }),
    ['pattern /patternProperties/(?i)a'],
  ],
  ['a schema that refers only to itself', of('#/$defs/a', { $defs: { a: { $ref: '#/$defs/a' } } }), ['endless']],
  ['a schema that is not an object', true, []],
])('a tool with %s has the schema faults $2', (_, schema, want) => {
  for (const key of ['inputSchema', 'outputSchema'] as const) {
    const { schemaFaults: found = [] } = schemaFaults()({ name: 'a', [key]: schema });
    expect(found.every((fault) => fault.of === key)).toBe(true);
    expect(found.map(({ kind, pointer }) => `${kind} ${pointer}`)).toEqual(
      want.map((text) => expect.stringContaining(text) as unknown),
    );
  }
});

test('a deeply nested schema is not checked', () => {
  let schema: Json = {};
  for (let depth = 0; depth < 100_000; depth += 1) schema = { not: schema };
  expect(schemaFaults()({ inputSchema: schema })).toEqual({});
});

test('schemas beyond the limit of all schemas of a server are not checked', () => {
  const faultsOf = schemaFaults();
  const large = of('#/none', { description: 'x'.repeat(9 * 1024 * 1024) });
  expect(faultsOf({ inputSchema: large })).toEqual({});
  expect(faultsOf({ inputSchema: of('#/none') })).toEqual({});
});
