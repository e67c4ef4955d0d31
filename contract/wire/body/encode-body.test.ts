import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../fixtures/any-character.js';
import { contractOf, operationOf } from '../../fixtures/contracts.js';
import type { Contract } from '../../contract.js';
import type { Json, JsonObject } from '../../json/json.js';
import type { MediaContent } from '../../operation.js';
import { encodeBody } from './encode-body.js';
import { readFields } from './form-field.js';
import { formReadings } from '../request/read-form.js';
import { encodeFormText } from './urlencoded.js';

const FORM = 'application/x-www-form-urlencoded';
const PARTS = 'multipart/form-data';

async function mediaOf(
  mediaType: string,
  properties: JsonObject,
  encoding: JsonObject = {},
): Promise<readonly [Contract, MediaContent]> {
  const content = { [mediaType]: { schema: { type: 'object', properties }, encoding } };
  const contract = await contractOf({
    paths: {
      '/': { post: { operationId: 'send', requestBody: { content }, responses: { 204: { description: 'Sent.' } } } },
    },
  });
  const [media] = operationOf(contract, 'send').requestBody?.content ?? [];
  if (media === undefined) throw new Error('no content');
  return [contract, media];
}

function written(media: MediaContent, value: Json): string {
  const encoded = encodeBody(media, value);
  return typeof encoded === 'string' ? `n/a: ${encoded}` : Buffer.from(encoded.bytes).toString('latin1');
}

function readBack([contract, media]: readonly [Contract, MediaContent], value: Json): readonly Json[] | undefined {
  const encoded = encodeBody(media, value);
  if (typeof encoded === 'string') return undefined;
  const fields = readFields(encoded.contentType, encoded.bytes);
  return fields && formReadings(contract.schemas, media, fields);
}

/** Examples from the URL standard §5.2 (application/x-www-form-urlencoded serialising). */
test.each([
  ['a b', 'a+b'],
  ['*-._', '*-._'],
  ["~!'()", '%7E%21%27%28%29'],
  ['é', '%C3%A9'],
  ['\u{1F4A9}', '%F0%9F%92%A9'],
  ['+&=%', '%2B%26%3D%25'],
  ['\r\n', '%0D%0A'],
  ['', ''],
])('the string %o is written to a URL-encoded form as "%s"', (text, want) => {
  expect(encodeFormText(text)).toBe(want);
  expect(new URLSearchParams([['', text]]).toString()).toBe(`=${want}`);
});

const TEXT = { type: 'string' };
const LIST = { type: 'array', items: { type: 'integer' } };

describe('a URL-encoded form', () => {
  test.each<readonly [string, JsonObject, JsonObject, Json, string]>([
    [
      'the example of OpenAPI 3.1 §4.8.14.4',
      { id: TEXT, address: { type: 'object' } },
      {},
      { id: 'f81d', address: { city: 'a b' } },
      'id=f81d&address=%7B%22city%22%3A%22a+b%22%7D',
    ],
    ['a list repeats its name', { ids: LIST }, {}, { ids: [1, 2] }, 'ids=1&ids=2'],
    [
      'a list with a delimited style',
      { ids: LIST },
      { ids: { style: 'pipeDelimited', explode: false } },
      { ids: [1, 2] },
      'ids=1%7C2',
    ],
    [
      'a list without explode is joined by commas',
      { ids: LIST },
      { ids: { explode: false } },
      { ids: [1, 2] },
      'ids=1,2',
    ],
    [
      'an object with the style deepObject',
      { at: { type: 'object' } },
      { at: { style: 'deepObject', explode: true } },
      { at: { x: 1, y: 'b' } },
      'at%5Bx%5D=1&at%5By%5D=b',
    ],
    [
      'a value is written as JSON if its encoding requires it',
      { ids: LIST },
      { ids: { contentType: 'application/json' } },
      { ids: [1, 2] },
      'ids=%5B1%2C2%5D',
    ],
    [
      'null is written as JSON if its encoding requires it',
      { a: {} },
      { a: { contentType: 'application/json' } },
      { a: null },
      'a=null',
    ],
    [
      'a style takes precedence over a content type',
      { ids: LIST },
      { ids: { style: 'form', contentType: 'application/json' } },
      { ids: [1] },
      'ids=1',
    ],
    ['names of fields are encoded like values', { 'a b&': TEXT }, {}, { 'a b&': '=' }, 'a+b%26=%3D'],
    ['booleans and numbers are written as in JSON', {}, {}, { a: true, b: -0.5, c: 1e21 }, 'a=true&b=-0.5&c=1e%2B21'],
    ['an empty string has an empty value', {}, {}, { a: '' }, 'a='],
    ['null has no encoding', {}, {}, { a: null }, 'n/a: a: null cannot be written in a form'],
    ['null in a list has no encoding', {}, {}, { a: [null] }, 'n/a: a: null cannot be written in a form'],
    ['a value that is not an object has no encoding', {}, {}, [1], 'n/a: only an object can be written as a form'],
    [
      'an exploded object has no encoding',
      {},
      { a: { style: 'form' } },
      { a: { b: 1 } },
      'n/a: a: the members of an exploded object cannot be distinguished from the other fields',
    ],
    ['a lone surrogate has no encoding', {}, {}, { a: '\ud800' }, 'n/a: a lone surrogate has no percent-encoding'],
  ])('writes a URL-encoded form: %s', async (_, properties, encoding, value, want) => {
    const [, media] = await mediaOf(FORM, properties, encoding);
    expect(written(media, value)).toBe(want);
  });
});

/** The headers and the content of each part of a multipart body, without boundaries and line ends. */
function partsOf(text: string): readonly string[] {
  return text.startsWith('n/a') ? [text] : text.split(/(?:\r\n)?--form-data-boundary-0(?:--)?\r\n/).slice(1, -1);
}

const DISPOSED = 'Content-Disposition: form-data; name=';

describe('a multipart form', () => {
  test.each<readonly [string, JsonObject, JsonObject, Json, readonly string[]]>([
    ['a text part has no media type', { a: TEXT }, {}, { a: 'é' }, [`${DISPOSED}"a"\r\n\r\n\xC3\xA9`]],
    [
      'a list has one part per element',
      { a: LIST },
      {},
      { a: [1, 2] },
      [`${DISPOSED}"a"\r\n\r\n1`, `${DISPOSED}"a"\r\n\r\n2`],
    ],
    [
      'an object is written as a JSON part',
      {},
      {},
      { a: { b: null } },
      [`${DISPOSED}"a"\r\nContent-Type: application/json\r\n\r\n{"b":null}`],
    ],
    [
      'a string with the format binary is written as a file',
      { a: { type: 'string', format: 'binary' } },
      {},
      { a: '\xFF' },
      [`${DISPOSED}"a"; filename="blob"\r\nContent-Type: application/octet-stream\r\n\r\n\xFF`],
    ],
    [
      'each element of a list of files is written as a file',
      { a: { type: 'array', items: { contentMediaType: 'image/png' } } },
      {},
      { a: ['\xFF'] },
      [`${DISPOSED}"a"; filename="blob"\r\nContent-Type: image/png\r\n\r\n\xFF`],
    ],
    [
      'a value with a contentEncoding is written as text',
      { a: { type: 'string', contentEncoding: 'base64' } },
      {},
      { a: 'AAEC' },
      [`${DISPOSED}"a"; filename="blob"\r\nContent-Type: application/octet-stream\r\n\r\nAAEC`],
    ],
    [
      'the first of several media types is used, without wildcards',
      { a: TEXT },
      { a: { contentType: 'image/*, image/gif' } },
      { a: '\x01' },
      [`${DISPOSED}"a"; filename="blob"\r\nContent-Type: image/png\r\n\r\n\x01`],
    ],
    [
      'a part header with only one possible value is written',
      { a: TEXT },
      { a: { headers: { 'X-Kind': { schema: { const: 'k' }, required: true } } } },
      { a: 'b' },
      [`${DISPOSED}"a"\r\nx-kind: k\r\n\r\nb`],
    ],
    [
      'a part whose required header has an unknown value has no encoding',
      { a: TEXT },
      { a: { headers: { 'X-Kind': { schema: TEXT, required: true } } } },
      { a: 'b' },
      ['n/a: a: the contract gives no value for the header X-Kind of the part'],
    ],
    [
      'null is written as JSON if its encoding requires it',
      { a: {} },
      { a: { contentType: 'application/json' } },
      { a: null },
      [`${DISPOSED}"a"\r\nContent-Type: application/json\r\n\r\nnull`],
    ],
    ['null has no encoding', {}, {}, { a: null }, ['n/a: a: null cannot be written in a form']],
    ['a form without parts has no encoding', {}, {}, { a: [] }, ['n/a: a multipart body has at least one part']],
    [
      'a binary string with a character beyond one byte has no encoding',
      { a: { format: 'binary' } },
      {},
      { a: '\u0100' },
      ['n/a: a: a string that represents bytes must not have characters beyond U+00FF'],
    ],
    [
      'a part name that servers read differently has no encoding',
      {},
      {},
      { 'a\\': 'b' },
      ['n/a: a\\: servers decode this part name in different ways'],
    ],
    [
      'a list with a delimited style has no encoding',
      { a: LIST },
      { a: { style: 'pipeDelimited' } },
      { a: [1] },
      ['n/a: a: no standard defines this style for a multipart body'],
    ],
  ])('writes a multipart form: %s', async (_, properties, encoding, value, want) => {
    const [, media] = await mediaOf(PARTS, properties, encoding);
    expect(partsOf(written(media, value))).toEqual(want);
  });
});

test.each<readonly [string, JsonObject, Json, readonly Json[]]>([
  [
    'an object may be an object or a string if the schema allows strings',
    TEXT,
    { b: 1 },
    [{ a: { b: 1 } }, { a: '{"b":1}' }],
  ],
  [
    'an object can only be an object if the schema allows objects',
    { type: ['object', 'null'] },
    { b: 1 },
    [{ a: { b: 1 } }],
  ],
])('lists the values to which a JSON part may be decoded: %s', async (_, schema, value, want) => {
  expect(readBack(await mediaOf(PARTS, { a: schema }), { a: value })).toEqual(want);
});

test.each<readonly [string, Json, string]>([
  ['application/xml', '<a/>', 'n/a: there is no encoder for a body of type application/xml'],
  ['multipart/mixed', 'a', 'n/a: there is no encoder for a body of type multipart/mixed'],
  ['application/octet-stream', '\0\xFF', '\0\xFF'],
  ['application/octet-stream', { a: 1 }, 'n/a: there is no encoder for a body of type application/octet-stream'],
  ['text/plain', 5, 'n/a: there is no encoder for a body of type text/plain'],
  ['text/csv', 'é', '\xC3\xA9'],
  ['*/*', { a: 1 }, '{"a":1}'],
  ['application/problem+json', [null], '[null]'],
])('a body of type %s is encoded, or a reason is returned: %o → $2', (mediaType, value, want) => {
  expect(written({ mediaType, examples: [] }, value)).toBe(want);
});

const PROPERTIES = {
  text: TEXT,
  count: { type: 'integer' },
  ratio: { type: 'number' },
  flag: { type: 'boolean' },
  list: LIST,
  names: { type: 'array', items: TEXT },
  pair: { type: 'object', properties: { x: { type: 'integer' } } },
  pairs: { type: 'array', items: { type: 'object' } },
  file: { type: 'string', format: 'binary' },
};
const anyText = fc.string({ unit: anyCharacter }).filter((text) => !/\p{Surrogate}/u.test(text));
const object = fc.dictionary(
  anyText,
  fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as Json),
);
const members = fc.record(
  {
    text: anyText,
    count: fc.integer(),
    ratio: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    flag: fc.boolean(),
    list: fc.array(fc.integer(), { minLength: 1, maxLength: 3 }),
    names: fc.array(anyText, { minLength: 1, maxLength: 3 }),
    pair: object,
    pairs: fc.array(object, { minLength: 1, maxLength: 3 }),
    file: fc.uint8Array({ max: 255 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  },
  { requiredKeys: ['text'] },
);

test.each([FORM, PARTS])('every value that can be written as %s is read back', async (mediaType) => {
  const styled =
    mediaType === FORM ? { list: { style: 'form', explode: false }, pair: { contentType: 'application/json' } } : {};
  for (const encoding of [{}, styled]) {
    const media = await mediaOf(mediaType, PROPERTIES, encoding);
    fc.assert(
      fc.property(members, (value) => {
        expect(readBack(media, value as Json)?.[0]).toEqual(value);
      }),
    );
  }
});

test.each<readonly [string, JsonObject, JsonObject, string, Json]>([
  ['a list in the style of the contract', LIST, { style: 'pipeDelimited', explode: false }, 'a=1%7C2', { a: [1, 2] }],
  [
    'the raw text of a list that has a different style',
    LIST,
    { style: 'pipeDelimited', explode: false },
    'a=1&a=2',
    { a: 'a=1&a=2' },
  ],
  [
    'the raw text of an object that has a different style',
    { type: 'object' },
    { style: 'deepObject' },
    'a=%7B%7D',
    { a: 'a=%7B%7D' },
  ],
  [
    'a list, although the schema also allows a string',
    { type: ['array', 'string'] },
    { style: 'spaceDelimited' },
    'a=1&a=2',
    { a: ['1', '2'] },
  ],
])('reads a field of a URL-encoded form: %s → $4', async (_, schema, encoding, body, want) => {
  const [{ schemas }, media] = await mediaOf(FORM, { a: schema }, { a: encoding });
  expect(formReadings(schemas, media, readFields(FORM, Buffer.from(body)) ?? [])[0]).toEqual(want);
});

test('a field that may be a number or a string is decoded to both', async () => {
  const media = await mediaOf(FORM, { a: { type: ['integer', 'string'] } });
  expect(readBack(media, { a: '1' })).toEqual([{ a: 1 }, { a: '1' }]);
});
