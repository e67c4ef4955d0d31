import addFormatsModule, { type FormatsPlugin } from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { formatTests } from '../../../contract/formats/format-test.js';
import { formatSource } from './format-source.js';
import { formatEdges, formatMisses } from './format-texts.js';
import { Random } from './random.js';

const { default: addFormats } = addFormatsModule as unknown as { readonly default: FormatsPlugin };
/** What services validate with; a text is to be one by the specification and by it, or by neither. */
const theirs = new Ajv2020({ strict: false, logger: false });
addFormats(theirs);
const ours = formatTests();

const FORMATS = [
  'date', 'time', 'date-time', 'duration', 'uuid', 'uri', 'uri-reference', 'iri', 'iri-reference', 'uri-template', 'email', 'idn-email', 'hostname', 'idn-hostname',
  'ipv4', 'ipv6', 'json-pointer', 'relative-json-pointer', 'regex', 'byte',
];

test.each(FORMATS)('every text of the format %s is one, and none of its misses', (format) => {
  const source = formatSource(format);
  const random = Random.of(format);
  const texts = [...(source?.edges ?? []), ...Array.from({ length: 500 }, () => source?.any(random) ?? '')];
  const verdicts = (text: string): readonly boolean[] => {
    const known = theirs.formats[format] === undefined ? [] : [theirs.validate({ format }, text)];
    return [...known, ...(ours.has(format) ? [ours.get(format)?.(text) === true] : [])];
  };
  expect(texts.length).toBeGreaterThanOrEqual(503);
  expect(new Set(texts).size).toBeGreaterThan(20);
  expect(texts.filter((text) => verdicts(text).includes(false))).toEqual([]);
  // Valid only by a table of leap seconds, which services need not have.
  expect(texts.filter((text) => format.endsWith('time') && /:60(?!\d|$)/.test(text))).toEqual([]);
  expect(source?.misses.length).toBeGreaterThan(4);
  expect(source?.misses.filter((text) => verdicts(text).includes(true))).toEqual([]);
});

test('a format without a source, also one that every object inherits, has none', () => {
  expect([formatSource('x-colour'), formatSource('toString')]).toEqual([undefined, undefined]);
  expect([...formatEdges('toString'), ...formatMisses('toString')]).toEqual([]);
});
