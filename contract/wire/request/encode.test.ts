import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../fixtures/any-character.js';
import type { CaseInput } from '../../case.js';
import type { Json } from '../../json/json.js';
import type { Operation } from '../../operation.js';
import { encodeRequest, isExpressible, parameterFault } from './encode.js';
import { operation, parameter } from '../fixtures/operation.js';
import { splitRequest } from './split-request.js';

const GET = operation('get', '/items/{id}', [
  parameter('path', 'id'),
  parameter('query', 'q'),
  parameter('query', 'tags'),
  parameter('header', 'X-Trace'),
  parameter('cookie', 'session'),
  parameter('cookie', 'theme'),
]);
const POST = operation(
  'post',
  '/items',
  [],
  ['application/json', 'application/merge-patch+json', 'text/plain', 'image/png'],
);
const FILE = operation('get', '/files/{name}.{extension}', [parameter('path', 'name'), parameter('path', 'extension')]);
const INHERITED = operation('get', '/', [parameter('query', 'toString')]);
const PROTO = JSON.parse('{"__proto__":{"a":1}}') as Json;
const DOTTED = operation('get', '/x{label}', [parameter('path', 'label', { style: 'label' })]);
const LABEL = operation('get', '/x/{label}/y', [parameter('path', 'label', { style: 'label' })]);

/**
 * The request for an input: `METHOD target`, the headers and the text of the body. If the input cannot be encoded, the
 * result is the reason.
 */
function shown(target: Operation, input: CaseInput): string | readonly string[] {
  const encoded = encodeRequest(target, input);
  expect(isExpressible(target, input)).toBe(encoded.kind === 'request');
  if (encoded.kind === 'inexpressible') return encoded.reason;
  return [
    `${encoded.method} ${encoded.target}`,
    ...encoded.headers.map((header) => header.join(': ')),
    Buffer.from(encoded.body).toString(),
  ];
}

test.each<readonly [string, Operation, CaseInput, readonly string[]]>([
  ['reserved characters in a path are encoded', GET, { path: { id: 'a/b?c#d%' } }, ['GET /items/a%2Fb%3Fc%23d%25', '']],
  [
    "a query in the contract's order",
    GET,
    { path: { id: 'a' }, query: { tags: ['x', 'y'], q: 'a b' } },
    ['GET /items/a?q=a%20b&tags=x&tags=y', ''],
  ],
  ['an empty list adds no question mark', GET, { path: { id: 'a' }, query: { tags: [] } }, ['GET /items/a', '']],
  [
    'an empty value is sent, unlike an omitted value',
    GET,
    { path: { id: 'a' }, query: { q: '' } },
    ['GET /items/a?q=', ''],
  ],
  [
    'the name of a header is in lower case',
    GET,
    { path: { id: 'a' }, header: { 'X-Trace': 'b c' } },
    ['GET /items/a', 'x-trace: b c', ''],
  ],
  ['an empty header is sent', GET, { path: { id: 'a' }, header: { 'X-Trace': '' } }, ['GET /items/a', 'x-trace: ', '']],
  [
    'all cookies are in one header',
    GET,
    { path: { id: 'a' }, cookie: { theme: 'd;k', session: 'é' } },
    ['GET /items/a', 'cookie: session=%C3%A9; theme=d%3Bk', ''],
  ],
  [
    'parameters that the contract does not name are not sent',
    GET,
    { path: { id: 'a', other: 'b' }, query: { unknown: 1 } },
    ['GET /items/a', ''],
  ],
  ['a parameter with the name of an inherited member is not sent', INHERITED, { query: {} }, ['GET /', '']],
  ['an omitted body is not sent', POST, {}, ['POST /items', '']],
  ['null is sent as a body', POST, { body: null }, ['POST /items', 'content-type: application/json', 'null']],
  ['an empty string is sent as a body', POST, { body: '' }, ['POST /items', 'content-type: application/json', '""']],
  ['an empty object is sent as a body', POST, { body: {} }, ['POST /items', 'content-type: application/json', '{}']],
  [
    'null, omitted and empty members are distinguished',
    POST,
    { body: { a: null, c: '' } },
    ['POST /items', 'content-type: application/json', '{"a":null,"c":""}'],
  ],
  [
    'a member with the name __proto__ is sent',
    POST,
    { body: PROTO },
    ['POST /items', 'content-type: application/json', '{"__proto__":{"a":1}}'],
  ],
  [
    'a lone surrogate in a body is written as an escape',
    POST,
    { body: '\ud83e' },
    ['POST /items', 'content-type: application/json', String.raw`"\ud83e"`],
  ],
  [
    'the media type of the input is used',
    POST,
    { body: [], mediaType: 'application/merge-patch+json' },
    ['POST /items', 'content-type: application/merge-patch+json', '[]'],
  ],
  [
    'a text body is sent as UTF-8',
    POST,
    { body: 'é\n', mediaType: 'text/plain' },
    ['POST /items', 'content-type: text/plain', 'é\n'],
  ],
  [
    'a binary body is sent as one byte for each character',
    POST,
    { body: 'a\n', mediaType: 'image/png' },
    ['POST /items', 'content-type: image/png', 'a\n'],
  ],
  [
    'several parameters can be in one segment',
    FILE,
    { path: { name: 'a-b', extension: 'tar.gz' } },
    ['GET /files/a-b.tar.gz', ''],
  ],
  ['an empty label is sent after other text', DOTTED, { path: { label: '' } }, ['GET /x.', '']],
  ['three dots are not a dot segment', GET, { path: { id: '...' } }, ['GET /items/...', '']],
])('an input is encoded as a request: %s', (_, target, input, want) => {
  expect(shown(target, input)).toEqual(want);
});

test.each<readonly [string, Operation, CaseInput, RegExp]>([
  ['an omitted path parameter', GET, {}, /cannot be omitted/],
  ['an empty path parameter', GET, { path: { id: '' } }, /empty string/],
  ['a dot segment (RFC 3986 §5.2.4)', GET, { path: { id: '.' } }, /a segment becomes \. or \.\./],
  ['a path parameter of two dots', GET, { path: { id: '..' } }, /a segment becomes \. or \.\./],
  [
    'a path parameter in the style label that is a dot segment',
    LABEL,
    { path: { label: '.' } },
    /a segment becomes \. or \.\./,
  ],
  ['null as a path parameter', GET, { path: { id: null } }, /null/],
  ['a lone surrogate in a path parameter', GET, { path: { id: '\udc00' } }, /surrogate/],
  [
    'a line break in a header (RFC 9110 §5.5)',
    GET,
    { path: { id: 'a' }, header: { 'X-Trace': 'a\r\nb: c' } },
    /header/,
  ],
  ['a header with surrounding blanks', GET, { path: { id: 'a' }, header: { 'X-Trace': ' a' } }, /header/],
  ['a character beyond ASCII in a header', GET, { path: { id: 'a' }, header: { 'X-Trace': 'é' } }, /header/],
  [
    'a segment whose parameters a server would separate differently',
    FILE,
    { path: { name: 'a.b', extension: 'c' } },
    /cannot separate/,
  ],
  ['a body for an operation without a request body', GET, { path: { id: 'a' }, body: 1 }, /documents no request body/],
  ['a media type that is not documented', POST, { body: 1, mediaType: 'text/html' }, /text\/html/],
  ['a text body that is not a string', POST, { body: null, mediaType: 'text/plain' }, /no encoder/],
  ['a binary body with a character beyond one byte', POST, { body: '\u0100', mediaType: 'image/png' }, /U\+00FF/],
])('%s is inexpressible', (_, target, input, want) => {
  expect(shown(target, input)).toMatch(want);
});

test('a body that is nested too deeply to be written is inexpressible, and throws no exception', () => {
  const body = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as Json;
  expect(encodeRequest(POST, { body }).kind).toBe('inexpressible');
});

test.each<readonly [Json, boolean]>([
  ['a', false],
  ['', true],
  [null, true],
  ['\ud800', true],
])('a path parameter with the value %o is inexpressible → $1', (value, fault) => {
  expect(parameterFault(parameter('path', 'id'), value) !== undefined).toBe(fault);
});

const anyText = fc.string({ unit: anyCharacter });

test('every string that is encoded in any location is decoded to the same string; repeated encodings are equal', () => {
  const values = fc.record({
    id: anyText,
    q: anyText,
    tag: anyText,
    trace: anyText,
    session: anyText,
    body: fc.jsonValue(),
  });
  fc.assert(
    fc.property(values, ({ id, q, tag, trace, session, body }) => {
      const target = { ...GET, requestBody: POST.requestBody } as Operation;
      const input = {
        path: { id },
        query: { q, tags: [tag, 'x'] },
        header: { 'X-Trace': trace },
        cookie: { session },
        body: body as Json,
      };
      const encoded = encodeRequest(target, input);
      expect(encodeRequest(target, structuredClone(input))).toEqual(encoded);
      if (encoded.kind === 'inexpressible') {
        expect(['', '.', '..'].includes(id) || !/^(?:[!-~](?:[ \t!-~]*[!-~])?)?$/.test(trace)).toBe(true);
        return;
      }
      const split = splitRequest(target, encoded);
      expect(split.path).toEqual(new Map([['id', id]]));
      expect(split.query).toEqual(
        new Map([
          ['q', [q]],
          ['tags', [tag, 'x']],
        ]),
      );
      expect(split.header).toEqual(new Map([['x-trace', trace]]));
      expect(split.cookie).toEqual(new Map([['session', [session]]]));
      expect(split.body).toEqual({ kind: 'json', value: JSON.parse(JSON.stringify(body)) });
    }),
  );
});

test('parameters in one path segment are read back, or are inexpressible', () => {
  const part = fc.string({ unit: fc.constantFrom('a', '.', '/', 'é'), maxLength: 4 });
  fc.assert(
    fc.property(part, part, (name, extension) => {
      const encoded = encodeRequest(FILE, { path: { name, extension } });
      if (encoded.kind === 'request')
        expect(splitRequest(FILE, encoded).path).toEqual(
          new Map([
            ['name', name],
            ['extension', extension],
          ]),
        );
      else expect(name === '' || extension === '' || name.includes('.')).toBe(true);
    }),
  );
});
