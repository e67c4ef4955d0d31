import { expect, it } from 'vitest';
import { isSameUri } from './uri-spelling.js';

it.each([
  ['http://a.example', 'http://a.example/', true],
  ['http://a.example?b=c', 'http://a.example/?b=c', true],
  ['HTTPS://A.example/B', 'https://a.example/B', true],
  ['https://a.example:443/', 'https://a.example/', true],
  ['https://a.example:8443/', 'https://a.example/', false],
  ['https://a.example/b', 'https://a.example/b/', false],
  ['https://a.example/b', 'https://a.example/B', false],
  ['https://a.example/?b=c', 'https://a.example/', false],
  ['https://a.example/#b', 'https://a.example/', false],
  ['https://a.example/%2F', 'https://a.example//', false],
  ['http://a.example/', 'https://a.example/', false],
  ['urn:A:b', 'urn:a:b', false],
  ['http://[', 'http://[', false],
  ['/a', '/a', false],
])('%s and %s are spellings of the same URI: %s', (one, other, want) => {
  expect(isSameUri(one, other)).toBe(want);
});
