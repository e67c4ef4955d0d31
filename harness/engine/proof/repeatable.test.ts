import { expect, it } from 'vitest';
import { repeatable, repeatableHeader, repeatableRequest } from './repeatable.js';

it.each([
  ['the port of a tap', '127.0.0.1:39245', '127.0.0.1:$PORT'],
  [
    'the ports of taps within a text',
    'connect ECONNREFUSED 127.0.0.1:23001, see http://localhost:41000/x',
    'connect ECONNREFUSED 127.0.0.1:$PORT, see http://localhost:$PORT/x',
  ],
  ['the port of a tap with an IPv6 address', '[::1]:55555', '[::1]:$PORT'],
  ['not a configured port', '127.0.0.1:4010', '127.0.0.1:4010'],
  ['not a port of a different host', 'example.com:39245', 'example.com:39245'],
  ['not a number that is too long for a port', '127.0.0.1:392456', '127.0.0.1:392456'],
])('replaces the ports that may differ in the next run: %s', (_name, given, want) => {
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
] as const)('only a valid Date is replaced: %s', (given, want) => {
  expect(repeatableHeader(given)).toEqual(want);
});

const form = (boundary: string, part: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n${part}\r\n--${boundary}--\r\n`;

it.each<readonly [string, string, string, string]>([
  ['a random boundary', 'form-3f9a1c77', 'x --form-3f9a1c77 \xff', 'form-data-boundary-0'],
  ['a short boundary', 'a', 'b', 'a'],
  ['a part with the usual boundary', 'form-3f9a1c77', 'form-data-boundary-0', 'form-3f9a1c77'],
])('a multipart body gets a fixed boundary, if that is possible: %s', (_, boundary, part, want) => {
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
