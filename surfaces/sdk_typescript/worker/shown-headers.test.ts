import { expect, it } from 'vitest';
import { shownHeaders } from './shown-headers.js';

const THROWING = new Proxy(
  {},
  {
    ownKeys: () => {
      throw new Error('no keys');
    },
  },
);

it.each<[string, unknown, unknown]>([
  ['a plain object', { 'Retry-After': '3' }, { headers: { 'retry-after': '3' } }],
  ['an object of the class Headers', new Headers({ Allow: 'GET' }), { headers: { allow: 'GET' } }],
  ['a map', new Map([['Allow', 'GET']]), { headers: { allow: 'GET' } }],
  ['an empty object', {}, { headers: {} }],
  ['a value that is not a string', { age: 3 }, { headers: {} }],
  ['a cookie', { 'Set-Cookie': 'id=1', Allow: 'GET' }, { headers: { allow: 'GET' } }],
  ['a date', { Date: 'Thu, 01 Jan 1970 00:00:00 GMT' }, { headers: {} }],
  ['no headers', undefined, {}],
  ['a list', ['a'], {}],
  ['an object that cannot be read', THROWING, {}],
])('the headers of an error are read from %s', (_, given, want) => {
  expect(shownHeaders(given)).toEqual(want);
});

it('at most 100 headers, and 2,000 characters of each, are read', () => {
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`h${index}`, 'a'.repeat(3000)]));
  const { headers = {} } = shownHeaders(many);
  expect(Object.keys(headers)).toHaveLength(100);
  expect(headers['h0']).toHaveLength(2000);
});
