import { expect, test } from 'vitest';
import type { Json } from '../../../contract/json/json.js';
import { Random } from './random.js';
import { SchemaCases } from '../schema-cases.js';

/** Combinations of patterns, formats and lengths that at least one string satisfies. */
test.each<{ readonly [keyword: string]: Json }>([
  { pattern: '^(?=.*\\d)(?=.*[a-z])(?=.*[A-Z])(?=.*[!@#]).{8,16}$' },
  { pattern: '^(?!admin)[a-z]+$', minLength: 5, maxLength: 5 },
  { pattern: '^(?:(?!--)[a-z-])+$', maxLength: 12 },
  { pattern: '\\bfoo\\b', minLength: 10 },
  { pattern: '^([a-c])\\1+(?<q>["\'])x\\k<q>$' },
  { pattern: '(?<=\\$)\\d+' },
  { pattern: '^\\cA\\x41\\u{1f600}\\p{Lu}+?$' },
  { pattern: '^(a+)+$', minLength: 40 },
  { allOf: [{ pattern: '^[a-z0-9]{4,}$' }, { pattern: '\\d' }, { pattern: '[xyz]' }] },
  { format: 'uri', maxLength: 12 },
  { format: 'uri', minLength: 200, maxLength: 300 },
  { format: 'email', minLength: 60 },
  { format: 'hostname', minLength: 70 },
  { format: 'uri', pattern: '^https://' },
  { format: 'email', pattern: '@c\\.example$' },
  { format: 'date', pattern: '^2024-' },
  { format: 'duration', maxLength: 3 },
  { format: 'date-time', pattern: 'Z$', maxLength: 20 },
  { format: 'json-pointer', minLength: 30 },
  { format: 'uuid', pattern: '^[0-9a-f-]*$', minLength: 36 },
])('writes 50 valid texts for the keywords %j', (schema) => {
  const cases = new SchemaCases({ type: 'string', ...schema });
  const random = Random.of(JSON.stringify(schema));
  const made = Array.from({ length: 50 }, () =>
    cases.source.valid(cases.uri, random, (value) => cases.schemas.accepts(cases.uri, value)),
  );
  expect(made.filter((value) => value === undefined)).toEqual([]);
  expect(new Set(made).size).toBeGreaterThan(1);
});

test.each<[string, { readonly given: Readonly<Record<string, Json>>; readonly want: RegExp }]>([
  ['a URI of any length', { given: {}, want: /^https?:\/\/[^/@[]+(?:\/|$)/ }],
  ['a string with bounds of its length', { given: { minLength: 40, maxLength: 2083 }, want: /^https?:\/\/[^/@[]+\// }],
  ['an unusual URI if a pattern requires it', { given: { pattern: '^urn:[a-z]+:' }, want: /^urn:/ }],
])('writes URIs that common validators accept, if possible: %s', (_, { given, want }) => {
  const cases = new SchemaCases({ type: 'string', format: 'uri', ...given });
  const random = Random.of('uri');
  const accepts = (value: Json): boolean => cases.schemas.accepts(cases.uri, value);
  const drawn = Array.from({ length: 50 }, () => cases.source.valid(cases.uri, random, accepts));
  const made = [...drawn, ...cases.edges()].filter((value) => value !== undefined);
  expect(made.filter((value) => !want.test(String(value)))).toEqual([]);
  expect(made.length).toBeGreaterThan(50);
});

test.each<[string, { readonly given: Readonly<Record<string, Json>>; readonly want: RegExp }]>([
  [
    'a string with bounds of its length',
    { given: { minLength: 3, maxLength: 255 }, want: /^[^@"]{1,64}@(?:[a-z\d-]+\.)+[a-z]+$/i },
  ],
  [
    'an address with a pattern for its local part',
    { given: { pattern: '^[a-z]+@' }, want: /^[a-z]{1,64}@(?:[a-z\d-]+\.)+[a-z]+$/i },
  ],
  ['an unusual address if a pattern requires it', { given: { pattern: '^[a-z]+@\\[' }, want: /^[a-z]+@\[/ }],
])('writes email addresses that common validators accept, if possible: %s', (_, { given, want }) => {
  const cases = new SchemaCases({ type: 'string', format: 'email', ...given });
  const random = Random.of('email');
  const accepts = (value: Json): boolean => cases.schemas.accepts(cases.uri, value);
  const drawn = Array.from({ length: 100 }, () => cases.source.valid(cases.uri, random, accepts));
  const made = [...drawn, ...cases.edges()].filter((value) => value !== undefined);
  expect(made.filter((value) => !want.test(String(value)))).toEqual([]);
  expect(made.length).toBeGreaterThan(100);
});
