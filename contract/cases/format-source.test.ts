import { expect, test } from 'vitest';
import type { SchemaUri } from '../operation.js';
import { contractOf } from './fixtures/contracts.js';
import { formatSource } from './format-source.js';
import { Random } from './random.js';

const FORMATS = ['date', 'time', 'date-time', 'uuid', 'uri', 'uri-reference', 'email', 'hostname', 'ipv4', 'ipv6'];
const { schemas } = await contractOf({ components: { schemas: Object.fromEntries(FORMATS.map((format) => [format, { type: 'string', format }])) } });

test.each(FORMATS)('every text of the format %s is one', (format) => {
  const source = formatSource(format);
  const random = Random.of(format);
  const texts = [...(source?.edges ?? []), ...Array.from({ length: 500 }, () => source?.any(random) ?? '')];
  const uri = schemas.child('contract.json#' as SchemaUri, 'components', 'schemas', format);
  expect(texts.length).toBeGreaterThan(502);
  expect(texts.filter((text) => !schemas.accepts(uri, text))).toEqual([]);
});

test('a format without a source, also one that every object inherits, has none', () => {
  expect([formatSource('x-colour'), formatSource('toString')]).toEqual([undefined, undefined]);
});
