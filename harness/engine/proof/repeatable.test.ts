import { expect, it } from 'vitest';
import { repeatable, repeatableHeader, repeatableRequest } from './repeatable.js';

it.each([
  ['the port of a tap is replaced', '127.0.0.1:39245', '127.0.0.1:$PORT'],
  [
    'the ports of taps inside other text are replaced',
    'connect ECONNREFUSED 127.0.0.1:23001, see http://localhost:41000/x',
    'connect ECONNREFUSED 127.0.0.1:$PORT, see http://localhost:$PORT/x',
  ],
  ['the port of a tap with an IPv6 address is replaced', '[::1]:55555', '[::1]:$PORT'],
  ['a configured port is not replaced', '127.0.0.1:4010', '127.0.0.1:4010'],
  ['a port of another host is not replaced', 'example.com:39245', 'example.com:39245'],
  ['a number that is too long for a port is not replaced', '127.0.0.1:392456', '127.0.0.1:392456'],
])('replaces ports that differ between runs: %s', (_name, given, want) => {
  expect(repeatable({ redact: (text) => text, placeholders: [], given: [] }).redact(given)).toBe(want);
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
] as const)('only a valid Date header is replaced: $0 → $1', (given, want) => {
  expect(repeatableHeader(given)).toEqual(want);
});

const form = (boundary: string, part: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n${part}\r\n--${boundary}--\r\n`;

it.each<readonly [string, string, string, string]>([
  [
    'a random boundary is replaced by the fixed boundary',
    'form-3f9a1c77',
    'x --form-3f9a1c77 \xff',
    'form-data-boundary-0',
  ],
  ['a short boundary is not replaced', 'a', 'b', 'a'],
  [
    'a boundary is not replaced if a part contains the fixed boundary',
    'form-3f9a1c77',
    'form-data-boundary-0',
    'form-3f9a1c77',
  ],
])('makes the boundary of a multipart body repeatable: %s', (_, boundary, part, want) => {
  const body = Buffer.from(form(boundary, part), 'latin1');
  const type = 'multipart/form-data; boundary=';
  const headers = [
    ['Content-Type', `${type}${boundary}`],
    ['content-length', String(body.byteLength)],
    ['Origin', 'http://127.0.0.1:34315'],
    ['origin', 'https://example.com'],
  ] as const;
  const shown = repeatableRequest({ method: 'POST', target: '/', headers, body });
  expect(Buffer.from(shown.body).toString('latin1')).toBe(form(want, part));
  expect(shown.headers).toEqual([
    ['Content-Type', `${type}${want}`],
    ['content-length', String(shown.body.byteLength)],
    ['origin', 'https://example.com'],
  ]);
});
