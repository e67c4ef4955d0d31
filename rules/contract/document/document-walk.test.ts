import { describe, expect, test } from 'vitest';
import type { Json } from '../../../contract/json/json.js';
import { placesOf, schemasOf } from './document-walk.js';

const SCHEMAS: readonly (readonly [string, { readonly given: Json; readonly want: readonly string[] }])[] = [
  [
    'components and their parts',
    {
      given: {
        components: {
          schemas: { A: { properties: { schema: { items: {} }, example: {} }, not: {}, enum: [{ items: {} }] } },
        },
      },
      want: [
        'components/schemas/A',
        'components/schemas/A/properties/schema',
        'components/schemas/A/properties/schema/items',
        'components/schemas/A/properties/example',
        'components/schemas/A/not',
      ],
    },
  ],
  [
    'a response called default',
    {
      given: { responses: { default: { content: { a: { schema: {} } } } } },
      want: ['responses/default/content/a/schema'],
    },
  ],
  [
    'a component called schema',
    {
      given: { components: { headers: { schema: { schema: {} } } } },
      want: ['components/headers/schema/schema'],
    },
  ],
  [
    'schemas of a document, but not the members of its examples',
    {
      given: { schema: { default: { items: {} }, allOf: [{}] }, example: { schema: {} } },
      want: ['schema', 'schema/allOf/0'],
    },
  ],
];

describe('the walk over a document', () => {
  test.each(SCHEMAS)('the walk finds every schema: %s', (_, { given, want }) => {
    expect([...schemasOf(given)].map(({ path }) => path.join('/'))).toEqual(want);
  });

  test('the target of several references is visited once, by its first path', () => {
    const shared: Json = { a: 1 };
    const paths = [...placesOf({ first: shared, second: [shared, shared] })].map(({ path }) => path.join('/'));
    expect(paths).toEqual(['', 'first', 'first/a', 'second']);
  });

  test('the walk over a deeply nested document ends at a maximum depth', () => {
    let nested: Json = {};
    for (let depth = 0; depth < 5000; depth += 1) nested = [nested];
    expect([...placesOf(nested)].length).toBeLessThan(1100);
  });
});
