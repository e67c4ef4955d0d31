import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../fixtures/any-character.js';
import { decodePercent, decodeQueryComponent, encodeReserved, encodeUnreserved } from './percent.js';

test.each([
  ['unreserved characters are kept (RFC 3986 §2.3)', 'AZaz09-._~', 'AZaz09-._~'],
  ['general delimiters are encoded (RFC 3986 §2.2)', ':/?#[]@', '%3A%2F%3F%23%5B%5D%40'],
  [
    'all sub-delimiters are encoded; encodeURIComponent encodes only some',
    "!$&'()*+,;=",
    '%21%24%26%27%28%29%2A%2B%2C%3B%3D',
  ],
  ['a percent sign is encoded', '100%25', '100%2525'],
  ['a space is encoded as %20, not as +', 'a b', 'a%20b'],
  ['characters of several bytes are encoded with digits in upper case', 'é€🧰', '%C3%A9%E2%82%AC%F0%9F%A7%B0'],
  ['control characters are encoded', '\0\n\u007f', '%00%0A%7F'],
  ['combining marks are not composed', 'e\u0301', 'e%CC%81'],
  ['characters that are neither reserved nor unreserved are encoded', '"<>\\^`{|}', '%22%3C%3E%5C%5E%60%7B%7C%7D'],
])('encodeUnreserved: %s', (_, given, want) => {
  expect(encodeUnreserved(given)).toBe(want);
});

test.each([
  ['reserved characters are kept (RFC 6570 §3.2.3)', ":/?#[]@!$&'()*+,;=", ":/?#[]@!$&'()*+,;="],
  ['existing triplets are kept, in upper and lower case', '%2F%2f', '%2F%2f'],
  ['a percent sign that does not start a triplet is encoded', '100%-%2-%zz', '100%25-%252-%25zz'],
  ['all other characters are encoded', 'a b"é', 'a%20b%22%C3%A9'],
])('encodeReserved: %s', (_, given, want) => {
  expect(encodeReserved(given)).toBe(want);
});

test.each(['\ud800', 'a\udc00b', '\udc00\ud800'])('a lone surrogate has no percent-encoding', (given) => {
  expect(() => encodeUnreserved(given)).toThrow(URIError);
  expect(() => encodeReserved(given)).toThrow(URIError);
});

test.each([
  ['a text without triplets is unchanged', 'a+b', 'a+b'],
  ['triplets in upper and lower case are decoded', '%c3%A9', 'é'],
  ['a single percent sign is malformed', '100%', undefined],
  ['a triplet without hexadecimal digits is malformed', '%zz', undefined],
  ['a truncated multi-byte character is malformed', '%E2%82', undefined],
  ['bytes that are not UTF-8 are malformed', '%FF', undefined],
  ['a surrogate encoded as UTF-8 is malformed', '%ED%A0%80', undefined],
  ['a text is decoded only once', '%2525', '%25'],
])('decodePercent: %s', (_, given, want) => {
  expect(decodePercent(given)).toBe(want);
});

test('in a query, + is a space and %2B is a plus sign', () => {
  expect(['a+b', 'a%2Bb', '+%zz'].map(decodeQueryComponent)).toEqual(['a b', 'a+b', undefined]);
});

test('every encoded text has only unreserved characters and triplets, and is decoded to the original', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const encoded = encodeUnreserved(text);
      expect(encoded).toMatch(/^(?:[A-Za-z0-9\-._~]|%[0-9A-F]{2})*$/);
      expect([decodePercent(encoded), decodeQueryComponent(encoded)]).toEqual([text, text]);
    }),
  );
});
