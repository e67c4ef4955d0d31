import addFormatsModule, { type FormatsPlugin } from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { lawRuns } from '../../../contract/fixtures/law-runs.js';
import { formatTests } from '../../../contract/formats/format-test.js';
import { formatSource } from './format-source.js';
import { formatEdges, formatMisses } from './format-texts.js';
import { Random } from './random.js';

const { default: addFormats } = addFormatsModule as unknown as { readonly default: FormatsPlugin };
/**
 * A validator that many services use. The tests compare its result with that of our validator for each generated
 * string.
 */
const theirs = new Ajv2020({ strict: false, logger: false });
addFormats(theirs);
const ours = formatTests();

const FORMATS = [
  'date',
  'time',
  'date-time',
  'duration',
  'uuid',
  'uri',
  'uri-reference',
  'iri',
  'iri-reference',
  'uri-template',
  'email',
  'idn-email',
  'hostname',
  'idn-hostname',
  'ipv4',
  'ipv6',
  'json-pointer',
  'relative-json-pointer',
  'regex',
  'byte',
];

test.each(FORMATS)('every string of the format %s is valid, and every near miss is invalid', (format) => {
  const source = formatSource(format);
  const random = Random.of(format);
  const texts = [
    ...(source?.edges ?? []),
    ...Array.from({ length: lawRuns(150, 2000) }, () => source?.any(random) ?? ''),
  ];
  const verdicts = (text: string): readonly boolean[] => {
    const known = theirs.formats[format] === undefined ? [] : [theirs.validate({ format }, text)];
    return [...known, ...(ours.has(format) ? [ours.get(format)?.(text) === true] : [])];
  };
  expect(texts.length).toBeGreaterThanOrEqual(153);
  expect(new Set(texts).size).toBeGreaterThan(20);
  expect(texts.filter((text) => verdicts(text).includes(false))).toEqual([]);
  // A time with second 60 is valid only if a table of leap seconds contains it. Services need not have this table.
  expect(texts.filter((text) => format.endsWith('time') && /:60(?!\d|$)/.test(text))).toEqual([]);
  expect(source?.misses.length).toBeGreaterThan(4);
  expect(source?.misses.filter((text) => verdicts(text).includes(true))).toEqual([]);
});

test.each([
  ['url', 'uri'],
  ['url', 'url'],
  ['uuid4', 'uuid'],
])('strings of the library format %s are also valid for the format %s', (format, known) => {
  const source = formatSource(format);
  const random = Random.of(format);
  const texts = [...(source?.edges ?? []), ...Array.from({ length: 50 }, () => source?.any(random) ?? '')];
  expect(texts.filter((text) => !theirs.validate({ format: known }, text))).toEqual([]);
  expect(source?.misses).toEqual([]);
});

test('an unknown format has no source, even if its name is an inherited member', () => {
  expect([formatSource('x-colour'), formatSource('toString')]).toEqual([undefined, undefined]);
  expect([...formatEdges('toString'), ...formatMisses('toString')]).toEqual([]);
});

test('every generated date-time is in the years 1 to 9999 in UTC', () => {
  const source = formatSource('date-time');
  const random = Random.of('date-time');
  const texts = [...(source?.edges ?? []), ...Array.from({ length: 20_000 }, () => source?.any(random) ?? '')];
  const isWithin = (text: string): boolean => /^(?!0000)\d{4}-/.test(new Date(text).toISOString());
  expect(texts.filter((text) => !text.includes(':60') && !isWithin(text))).toEqual([]);
});
