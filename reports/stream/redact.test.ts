import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../contract/json/json.js';
import { redactor } from './redact.js';

const SECRET = 'p@ss/wörd "1" é?';
const redact = redactor([SECRET, 'tok-12345', '', 'abc']);

describe('redactor', () => {
  it.each<[string, { given: Json; want: Json }]>([
    ['a secret in plain text', { given: `a ${SECRET} b`, want: 'a [redacted] b' }],
    ['a secret that occurs twice in a text', { given: 'tok-12345,tok-12345', want: '[redacted],[redacted]' }],
    ['a secret that is escaped as JSON', { given: JSON.stringify({ token: SECRET }), want: '{"token":"[redacted]"}' }],
    [
      'a secret that is escaped as JSON twice',
      { given: JSON.stringify(JSON.stringify(SECRET)), want: String.raw`"\"[redacted]\""` },
    ],
    ['a percent-encoded secret', { given: `/a?t=${encodeURIComponent(SECRET)}&b`, want: '/a?t=[redacted]&b' }],
    ['a secret without its last character', { given: `?key=${SECRET.slice(0, -1)}&b`, want: '?key=[redacted]&b' }],
    ['a percent-encoded secret in lower case', { given: encodeURIComponent(SECRET).toLowerCase(), want: '[redacted]' }],
    ['a form-encoded secret', { given: new URLSearchParams({ t: SECRET }).toString(), want: 't=[redacted]' }],
    ['a secret that is encoded as base64', { given: Buffer.from(SECRET).toString('base64'), want: '[redacted]' }],
    [
      'a secret that is encoded as base64url',
      { given: `x ${Buffer.from(SECRET).toString('base64url')} y`, want: 'x [redacted] y' },
    ],
    [
      'a secret at any place of a longer base64 text',
      {
        given: ['', 'u:', 'ab:'].map((user) => `Basic: ${Buffer.from(`${user}${SECRET}!`).toString('base64')}.`),
        want: ['Basic: [redacted].', 'Basic: [redacted].', 'Basic: [redacted].'],
      },
    ],
    [
      'a secret in the name of a member',
      { given: { 'tok-12345': 1, 'x tok-12345': 2 }, want: { '[redacted]': 1, 'x [redacted]': 2 } },
    ],
    [
      'secrets in two member names that become equal',
      { given: { 'tok-12345': 1, [SECRET]: 2 }, want: { '[redacted]': 1, '[redacted] (2)': 2 } },
    ],
    [
      'an unknown bearer token as a whole value',
      { given: ['authorization', 'Bearer zzz.yyy'], want: ['authorization', 'Bearer [redacted]'] },
    ],
    [
      'an unknown bearer token after the name of the header',
      {
        given: 'Authorization: Bearer zzz\nX: 1',
        want: 'Authorization: Bearer [redacted]\nX: 1',
      },
    ],
    [
      'an unknown bearer token in quotes',
      { given: `curl -H 'Authorization: bearer zzz'`, want: `curl -H 'Authorization: bearer [redacted]'` },
    ],
    [
      'an unknown bearer token in JSON within a string',
      {
        given: String.raw`{\"authorization\":\"Basic dTpw\"}`,
        want: String.raw`{\"authorization\":\"Basic [redacted]\"}`,
      },
    ],
    [
      'nothing in prose about tokens',
      { given: 'Send a bearer token with the request.', want: 'Send a bearer token with the request.' },
    ],
    [
      'no shell variable that stands for a credential',
      { given: '-H "Authorization: Bearer $SVC_TOKEN"', want: '-H "Authorization: Bearer $SVC_TOKEN"' },
    ],
    ['no secret that is too short', { given: 'abc abcabc', want: 'abc abcabc' }],
    ['no numbers, booleans or null', { given: [1, true, null], want: [1, true, null] }],
  ])('replaces %s', (_name, { given, want }) => {
    expect(redact(given)).toStrictEqual(want);
  });

  it('replaces the longest of overlapping secrets', () => {
    expect(redactor(['secret', 'secret-and-more'])('secret-and-more secret')).toBe('[redacted] [redacted]');
  });

  it('keeps a member called __proto__ as a member', () => {
    expect(JSON.stringify(redact(JSON.parse('{"__proto__":"tok-12345"}') as Json))).toBe('{"__proto__":"[redacted]"}');
  });

  it('redacts deeply nested values', () => {
    expect(JSON.stringify(redact(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as Json))).toContain(
      'nested deeper',
    );
  });

  it('redacts long hostile strings in linear time', () => {
    // Quadratic code would take minutes for this input.
    for (const text of ['authorization ', 'bearer ', 'AAAAAAAA', 'tok-1234', 'authorization:bearer ']) {
      expect(redact(text.repeat(100_000))).toEqual(expect.any(String));
    }
  });

  it('leaves no spelling of a secret in any value, and is idempotent', () => {
    const text = fc.string({ minLength: 6, maxLength: 40, unit: 'grapheme' });
    const secret = text.filter((hidden) => hidden.length >= 6 && !'[redacted]'.includes(hidden));
    fc.assert(
      fc.property(secret, fc.string(), fc.nat(2), (hidden, around, shift) => {
        const base64 = Buffer.concat([Buffer.alloc(shift, 0x41), Buffer.from(hidden)]).toString('base64');
        const given = [hidden, around + hidden + around, JSON.stringify(hidden), encodeURIComponent(hidden), base64];
        const redactOne = redactor([hidden]);
        const redacted = redactOne(given) as readonly string[];
        for (const one of redacted) expect(one).toContain('[redacted]');
        expect(redacted.join('\n').replaceAll('[redacted]', '')).not.toContain(hidden);
        expect(redactOne(redacted)).toStrictEqual(redacted);
      }),
    );
  });
});
