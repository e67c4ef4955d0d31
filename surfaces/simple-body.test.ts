import { expect, test } from 'vitest';
import type { Json } from '../contract/json/json.js';
import { simpleBodyFault } from './simple-body.js';

test.each<readonly [string, Json, boolean]>([
  ['application/json', { a: 1 }, false],
  ['application/merge-patch+json; charset=utf-8', null, false],
  ['text/plain', 'a', false],
  ['text/plain', 1, true],
  ['text/plain', '\ud800', true],
  ['application/json', '\ud800', false],
  ['application/x-www-form-urlencoded', { a: 1 }, true],
  ['multipart/form-data', { a: 1 }, true],
  ['application/octet-stream', 'a', true],
  ['text/*', 'a', true],
  ['*/*', {}, true],
])('a body cannot be sent: the type %s, the value %j → %j', (mediaType, value, fault) => {
  expect(simpleBodyFault(mediaType, value) !== undefined).toBe(fault);
});
