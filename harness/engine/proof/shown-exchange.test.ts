import { describe, expect, it } from 'vitest';
import type { Case } from '../../../contract/case.js';
import { type HeaderPair, NO_BODY } from '../../../contract/wire/message.js';
import type { Exchange } from '../../../surfaces/exchange.js';
import type { ShownMessage } from '../../../rules/proof.js';
import type { Outcome } from '../../../surfaces/outcome.js';
import { outcomeText } from './outcome-text.js';
import { secretsOf } from './secrets.js';
import { shownCall, shownExchange } from './shown-exchange.js';
import { lastLines, shortened } from './shown-text.js';

const TOKEN = 'parity-0123456789abcdef';
const SECRETS = secretsOf({ token: TOKEN }, []);

function exchange(body: string | Uint8Array, headers: readonly HeaderPair[] = []): Exchange {
  const request = { method: 'POST', target: '/items', headers, body: Buffer.from(body) };
  return { request, response: { kind: 'response', status: 201, headers: [], body: NO_BODY } };
}

function shownBody(body: string | Uint8Array): object {
  const { method: _, target: __, headers: ___, ...rest } = shownExchange(exchange(body), SECRETS).request;
  return rest;
}

describe('a report shows the body of a message', () => {
  it.each([
    ['a message without a body has no shown body', '', {}],
    ['a body in UTF-8 is shown as text', '{"name":"Größe\\n"}\r\n', { body: '{"name":"Größe\\n"}\r\n' }],
    [
      'a body that is not UTF-8 is shown in hexadecimal',
      new Uint8Array([0xff, 0x41]),
      { body: 'ff41', encoding: 'hex' },
    ],
    ['a body with control characters is shown in hexadecimal', 'a\u0000b', { body: '610062', encoding: 'hex' }],
    ['a secret in a body is not shown', `{"token":"${TOKEN}"}`, { body: '{"token":"[redacted]"}' }],
    [
      'a secret in a body that is not text is not shown, and the body is in hexadecimal',
      Buffer.concat([Buffer.from([0]), Buffer.from(TOKEN)]),
      { body: `00${Buffer.from('[redacted]').toString('hex')}`, encoding: 'hex' },
    ],
  ])('%s', (_, body, want) => {
    expect(shownBody(body)).toEqual(want);
  });

  it('a body of any length is shortened in the middle, between characters, and without a part of a secret', () => {
    for (const unit of ['x', 'é', '日', '😀', TOKEN]) {
      for (const length of [4096, 5000, 33_000, 200_000]) {
        const bytes = Buffer.from(unit.repeat(Math.ceil(length / Buffer.byteLength(unit))));
        const { body = '', bytes: whole, encoding } = shownBody(bytes) as Partial<ShownMessage>;
        expect(encoding).toBeUndefined();
        expect(body.length).toBeLessThanOrEqual(4200);
        expect(body).not.toMatch(/\ufffd|\p{Cs}/u);
        expect(body.replaceAll('[redacted]', '')).not.toMatch(/parity|abcdef/);
        if (unit !== TOKEN && body.includes('shortened')) expect(whole).toBe(bytes.byteLength);
      }
    }
  });
});

describe('a report shows a call', () => {
  it('a shown call has at most 40 headers, and one more that counts the omitted headers', () => {
    const headers = Array.from({ length: 50 }, (_, index): HeaderPair => [`x-${index}`, 'v'.repeat(5000)]);
    const shown = shownExchange(exchange('', headers), SECRETS).request.headers;
    expect([shown.length, shown.at(-1)]).toEqual([41, ['…', '10 more headers']]);
    expect(Math.max(...shown.map(([, value]) => value.length))).toBeLessThan(1100);
  });

  it('a shown call names the scheme and variable of a credential, and the name of a cookie', () => {
    const headers: HeaderPair[] = [
      ['Authorization', `Bearer ${TOKEN}`],
      ['authorization', 'Bearer unknown-token'],
      ['X-API-Key', 'k1'],
      ['set-cookie', 'sid=abc; HttpOnly'],
      ['proxy-authorization', 'Digest username="u", response="r"'],
    ];
    expect(shownExchange(exchange('', headers), SECRETS).request.headers).toEqual([
      ['Authorization', 'Bearer $TOKEN'],
      ['authorization', 'Bearer [redacted]'],
      ['X-API-Key', '[redacted]'],
      ['set-cookie', 'sid=[redacted]; HttpOnly'],
      ['proxy-authorization', 'Digest [redacted]'],
    ]);
  });

  it('a shown call with many exchanges contains the first two and the last three', () => {
    const exchanges = Array.from({ length: 9 }, (_, index) => exchange(String(index)));
    const call = shownCall({ surface: 'cli', case: {} as Case, outcome: { kind: 'value' }, exchanges }, SECRETS);
    expect([call.exchanges.map(({ request }) => request.body), call.exchangeCount]).toEqual([
      ['0', '1', '6', '7', '8'],
      9,
    ]);
  });
});

it.each<readonly [Outcome, string]>([
  [
    { kind: 'value', status: 201, value: { a: 1 }, native: { exitCode: 0 } },
    'value, status 201, exit code 0: {"a": 1}',
  ],
  [{ kind: 'value' }, 'value, no content'],
  [
    { kind: 'problem', status: 404, problem: null, native: { error: 'NotFound', isError: true } },
    'problem, status 404, isError, NotFound: null',
  ],
  [
    { kind: 'events', events: [{ id: '1', event: 'a', data: 'b' }] },
    '1 event: [{"id": "1", "event": "a", "data": "b"}]',
  ],
  [
    { kind: 'refused', by: 'gate', reason: 'denied', native: { exitCode: 5 } },
    'refused by the gate, exit code 5: denied',
  ],
  [{ kind: 'inexpressible', reason: 'no flag' }, 'inexpressible on this surface: no flag'],
  [{ kind: 'crash', detail: 'boom' }, 'crash: boom'],
  [{ kind: 'timeout', afterMs: 20 }, 'timeout: no outcome within 20 ms'],
])('an outcome is described in words: %j → $1', (outcome, want) => {
  expect(outcomeText(outcome)).toBe(want);
});

it('a report contains only the last ten lines of a log, or ten lines of its last error', () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  expect(lastLines(`${lines.join('\n')}\n`)).toBe(lines.slice(-10).join('\n'));
  expect([lastLines(''), lastLines(' \n\n'), lastLines('x'.repeat(9000))?.length]).toEqual([
    undefined,
    undefined,
    4096,
  ]);
  const frames = Array.from({ length: 30 }, (_, index) => `    at step${index} (server.js:1:1)`);
  expect(lastLines(['one', 'Error: failed', ...frames].join('\n'))).toBe(
    ['Error: failed', ...frames.slice(0, 9)].join('\n'),
  );
  expect(shortened('abcdef', 4)).toBe('ab…[shortened]…ef');
});
