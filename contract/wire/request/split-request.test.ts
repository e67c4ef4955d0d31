import { expect, test } from 'vitest';
import { operation, parameter } from '../fixtures/operation.js';
import { type HeaderPair, joinedHeader } from '../message.js';
import { parseJson, splitQuery, splitRequest } from './split-request.js';

const TARGET = operation(
  'post',
  '/items/{id}/parts/{part}',
  [
    parameter('path', 'id'),
    parameter('path', 'part'),
    parameter('query', 'q'),
    parameter('header', 'X-Trace'),
    parameter('cookie', 'session'),
  ],
  ['application/json'],
);

function split(target: string, headers: readonly HeaderPair[] = [], body = ''): ReturnType<typeof splitRequest> {
  return splitRequest(TARGET, { method: 'POST', target, headers, body: Buffer.from(body, 'latin1') });
}

test.each<readonly [string, Readonly<Record<string, string>> | undefined]>([
  ['/items/a%2Fb/parts/%C3%A9', { id: 'a/b', part: 'é' }],
  ['/items/a+b/parts/c', { id: 'a+b', part: 'c' }],
  ['/items/%zz/parts/100%', { id: '%zz', part: '100%' }],
  ['/items/%FF/parts/c', { id: '%FF', part: 'c' }],
  ['/items/a/parts/b?q=/c', { id: 'a', part: 'b' }],
  ['/items/a/b/parts/c', undefined],
  ['/items/a/parts/b/', undefined],
  ['/other', undefined],
])('path parameters are read from %s → $1', (target, want) => {
  expect(split(target).path).toEqual(want && new Map(Object.entries(want)));
});

test.each<readonly [string, string, readonly (readonly [string, readonly string[]])[]]>([
  ['an empty query has no names', '', []],
  [
    'the values of each name stay in their order',
    'b=2&a=1&b=1&b=2',
    [
      ['b', ['2', '1', '2']],
      ['a', ['1']],
    ],
  ],
  [
    'a name without an equals sign has an empty value',
    'a&b=',
    [
      ['a', ['']],
      ['b', ['']],
    ],
  ],
  ['the first equals sign separates the name from the value', 'a=b=c', [['a', ['b=c']]]],
  ['empty pairs are skipped', '&&a=1&', [['a', ['1']]]],
  ['a value without a name has an empty name', '=1', [['', ['1']]]],
  [
    '+ is a space, and %2B is a plus sign',
    'a+b=c+d&e=%2B',
    [
      ['a b', ['c d']],
      ['e', ['+']],
    ],
  ],
  ['encoded separators are part of a name or value', 'a%3Db=c%26d', [['a=b', ['c&d']]]],
  [
    'malformed encoding is kept, including its plus signs',
    'a=100%+b&%zz=1',
    [
      ['a', ['100%+b']],
      ['%zz', ['1']],
    ],
  ],
  ['a second question mark is part of the value', 'a=b?c', [['a', ['b?c']]]],
  [
    'names of members that every JavaScript object has are ordinary names',
    '__proto__=1&toString=2',
    [
      ['__proto__', ['1']],
      ['toString', ['2']],
    ],
  ],
])('the query is split into names and values: %s', (_, query, want) => {
  expect([...splitQuery(query)]).toEqual(want);
  expect([...split(`/items/a/parts/b?${query}`).query]).toEqual(want);
});

test('headers are read only if they are parameters of the operation; repeated headers form one list (RFC 9110 §5.3)', () => {
  const headers = [
    ['x-TRACE', 'a'],
    ['accept', '*/*'],
    ['X-Trace', 'b, c'],
  ] as const;
  expect(split('/', headers).header).toEqual(new Map([['x-trace', 'a, b, c']]));
  expect(split('/', []).header.size).toBe(0);
  expect(joinedHeader(headers, 'x-missing')).toBeUndefined();
});

test.each<readonly [string, readonly HeaderPair[], readonly (readonly [string, readonly string[]])[]]>([
  ['a request without a cookie header', [], []],
  ['an empty cookie header', [['cookie', '']], []],
  [
    'several pairs',
    [['cookie', 'a=1; b=%C3%A9']],
    [
      ['a', ['1']],
      ['b', ['é']],
    ],
  ],
  [
    'pairs without a blank between them',
    [['Cookie', 'a=1;b=2']],
    [
      ['a', ['1']],
      ['b', ['2']],
    ],
  ],
  [
    'a repeated name, also in several headers',
    [
      ['cookie', 'a=1; a=2'],
      ['cookie', 'a=3'],
    ],
    [['a', ['1', '2', '3']]],
  ],
  ['a value with an equals sign; a value with a plus sign', [['cookie', 'a=b=c+d']], [['a', ['b=c+d']]]],
  ['a cookie without an equals sign', [['cookie', 'a']], [['a', ['']]]],
  ['malformed encoding, which is kept', [['cookie', 'a=%zz']], [['a', ['%zz']]]],
])('cookies are split into names and values: %s → $2', (_, headers, want) => {
  expect([...split('/', headers).cookie]).toEqual(want);
});

test.each<readonly [string, string | undefined, string, string, unknown]>([
  ['JSON', 'application/json', '{"a":null}', 'application/json', { kind: 'json', value: { a: null } }],
  [
    'JSON in capitals, with parameters',
    'Application/JSON ; charset=utf-8',
    '[1]',
    'application/json',
    { kind: 'json', value: [1] },
  ],
  [
    'JSON of a different media type',
    'application/problem+json',
    '"a"',
    'application/problem+json',
    { kind: 'json', value: 'a' },
  ],
  ['the JSON text null', 'application/json', 'null', 'application/json', { kind: 'json', value: null }],
  ['an empty body, which counts as no body', 'application/json', '', 'application/json', { kind: 'none' }],
  ['truncated JSON', 'application/json', '{"a":', 'application/json', { kind: 'bytes' }],
  ['JSON that is not UTF-8 (RFC 8259 §8.1)', 'application/json', '"\xE9"', 'application/json', { kind: 'bytes' }],
  ['JSON after a byte order mark', 'application/json', '\xEF\xBB\xBF1', 'application/json', { kind: 'bytes' }],
  ['JSON without a JSON media type', 'text/plain', '{}', 'text/plain', { kind: 'bytes' }],
  ['a body without a media type', undefined, '{}', '', { kind: 'bytes' }],
])('a body is read by its media type: %s → $4', (_, contentType, body, mediaType, want) => {
  const read = split('/', contentType === undefined ? [] : [['Content-Type', contentType]], body);
  expect(read.mediaType).toBe(mediaType);
  expect(read.body).toMatchObject(want as object);
});

test('a member with the name __proto__ is kept', () => {
  const value = parseJson(Buffer.from('{"__proto__":{"polluted":true}}'));
  expect(JSON.stringify(value)).toBe('{"__proto__":{"polluted":true}}');
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
