import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatTests } from './format-test.js';

const FORMATS = formatTests();
/** The tests of formats in the JSON Schema Test Suite (draft 2020-12). */
const SUITE = resolve(
  import.meta.dirname,
  '../../../shared/corpus/json-schema/suite/tests/draft2020-12/optional/format',
);

/**
 * Tests of the suite that are expected to fail. The format test does not decode A-labels (`xn--…`), so it accepts some
 * host names that IDNA forbids.
 */
const LET_THROUGH: Readonly<Record<string, RegExp>> = { hostname: /^xn--/i };

interface Group {
  readonly tests: readonly { readonly data: unknown; readonly valid: boolean }[];
}

describe.skipIf(!existsSync(SUITE))(
  'the format test agrees with the JSON Schema Test Suite (skipped if the suite is missing)',
  () => {
    test.each([...FORMATS])('the format %s has the verdicts of the JSON Schema Test Suite', (format, accepts) => {
      const groups = JSON.parse(readFileSync(join(SUITE, `${format}.json`), 'utf8')) as readonly Group[];
      const wrong = groups
        .flatMap((group) => group.tests)
        .filter(({ data, valid }) => {
          return (
            typeof data === 'string' &&
            accepts(data) !== valid &&
            !(accepts(data) && LET_THROUGH[format]?.test(data) === true)
          );
        });
      expect(wrong).toEqual([]);
    });
  },
);

/** The columns are: a format, valid strings, and strings that violate the format by a small change. */
test.each<readonly [string, readonly string[], readonly string[]]>([
  [
    'date',
    ['2024-02-29', '2000-02-29', '0000-01-01'],
    ['2023-02-29', '1900-02-29', '2024-00-01', '2024-13-01', '2024-1-01', '2024-01-01\n', '２024-01-01'],
  ],
  [
    'time',
    ['23:59:60Z', '00:29:60+00:30', '08:00:00.5z'],
    ['12:00:60Z', '24:00:00Z', '12:00:00', '12:00:00.Z', '12:00:00+24:00', '12:00:00+0100'],
  ],
  [
    'date-time',
    ['1998-12-31T15:59:60.123-08:00', '2024-02-29t00:00:00z'],
    ['2024-02-29 00:00:00Z', '2023-02-29T00:00:00Z', '2024-02-29T00:00:00'],
  ],
  ['duration', ['P1Y', 'PT0S', 'P2W', 'P1Y2M3DT4H5M6S'], ['P', 'PT', 'P1Y2D', 'P1W1D', 'PT0.5S', 'p1y', 'P1DT']],
  [
    'email',
    ['a@b', '"a b"@c.example', 'a@[127.0.0.1]'],
    ['a', 'a@', '@b', 'a..b@c', '.a@b', 'a@b-', 'a b@c', 'é@b.example'],
  ],
  ['idn-email', ['é@b.example', '用户@例え.テスト'], ['é', 'é@', 'é é@b', 'a@🧰']],
  [
    'hostname',
    ['a', 'a-b.example', `${'a'.repeat(63)}.b`],
    ['', 'a.', '-a', 'a-', 'a..b', 'a_b', 'a'.repeat(64), '\u212a.example', 'a.'.repeat(127)],
  ],
  ['ipv4', ['0.0.0.0', '255.255.255.255'], ['256.0.0.1', '1.2.3', '1.2.3.4.5', '01.2.3.4', '1.2.3.4\n']],
  [
    'ipv6',
    ['::', '1::', '::ffff:1.2.3.4', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7::'],
    [':', ':::', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '::12345', '::1%eth0'],
  ],
  [
    'uri',
    ['urn:a', 'a:', 'http://[::1]:80/%2F?a#b'],
    ['', 'a', '//a', 'http://a b', 'http://a/%2', 'http://[::1', 'http://a/é', '1a:b'],
  ],
  ['uri-reference', ['', '#', '?', '../a', '//a', 'a:b'], ['%', 'a b', '1:b', '\\', 'a#b#c']],
  ['iri', ['http://é.example/ü?ß'], ['é', 'http://a b', 'http://a/\u{fffe}']],
  ['iri-reference', ['é', '#ü'], ['a b', '%é']],
  [
    'uri-template',
    ['', '{a}', '/x{?a,b*}{#c:3}', '{%41}'],
    ['{', '}', '{}', '{a', '{a:0}', '{a,}', '{ a}', 'a b', '%4'],
  ],
  [
    'uuid',
    ['123e4567-e89b-12d3-a456-426614174000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF'],
    ['', '123e4567e89b12d3a456426614174000', '123e4567-e89b-12d3-a456-42661417400g'],
  ],
  ['json-pointer', ['', '/', '/a~0~1'], ['a', '/~', '/~2', '#/a']],
  ['relative-json-pointer', ['0', '1/a', '0#', '10'], ['', '/a', '01', '-1', '0##', '1a']],
])('the format %s accepts only valid strings', (format, texts, others) => {
  const accepts = FORMATS.get(format);
  expect([
    texts.filter((text) => accepts?.(text) !== true),
    others.filter((text) => accepts?.(text) !== false),
  ]).toEqual([[], []]);
});

test.each([...FORMATS])('the format %s checks a long string in bounded time', (_, accepts) => {
  for (const part of ['a', 'a.', '1', ':', '%41', 'a-', '{a}', '/', '1:', '::'])
    expect(accepts(`${part.repeat(50_000)}~!\u0000`)).toBe(false);
});
