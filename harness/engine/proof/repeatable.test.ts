import { expect, it } from 'vitest';
import { repeatable, repeatableHeader } from './repeatable.js';

it.each([
  ['the port of a tap', '127.0.0.1:39245', '127.0.0.1:$PORT'],
  [
    'within a text',
    'connect ECONNREFUSED 127.0.0.1:23001, see http://localhost:41000/x',
    'connect ECONNREFUSED 127.0.0.1:$PORT, see http://localhost:$PORT/x',
  ],
  ['IPv6', '[::1]:55555', '[::1]:$PORT'],
  ['a configured port', '127.0.0.1:4010', '127.0.0.1:4010'],
  ['another host', 'example.com:39245', 'example.com:39245'],
  ['a longer number', '127.0.0.1:392456', '127.0.0.1:392456'],
])('%s', (_name, given, want) => {
  expect(repeatable({ redact: (text) => text, placeholders: [] }).redact(given)).toBe(want);
});

it.each([
  [
    ['Date', 'Sun, 22 Nov 2026 05:46:56 GMT'],
    ['Date', '$DATE'],
  ],
  [
    ['date', 'about yesterday'],
    ['date', 'about yesterday'],
  ],
  [
    ['Expires', 'Sun, 22 Nov 2026 05:46:56 GMT'],
    ['Expires', 'Sun, 22 Nov 2026 05:46:56 GMT'],
  ],
] as const)('%s', (given, want) => {
  expect(repeatableHeader(given)).toEqual(want);
});
