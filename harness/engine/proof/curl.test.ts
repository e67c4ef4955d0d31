import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HeaderPair, type RequestMessage, headerValue } from '../../../contract/wire/message.js';
import { curlOf } from './curl.js';
import { secretsOf, shownHeader } from './secrets.js';

const TOKEN = 'parity-0123456789abcdef';
const BASIC = 'user:pass word%21';
const SECRETS = secretsOf({ token: TOKEN, credentials: new Map([['basic-auth', BASIC]]) }, []);
const VARIABLES = { TOKEN, BASIC_AUTH: BASIC };

function request(
  given: Partial<Omit<RequestMessage, 'body'>> & { readonly body?: string | Uint8Array } = {},
): RequestMessage {
  return {
    method: 'GET',
    target: '/items',
    headers: [
      ['host', '127.0.0.1'],
      ['Accept', '*/*'],
    ],
    ...given,
    body: Buffer.from(given.body ?? ''),
  };
}

/** A request as the service received it. */
interface Received {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly HeaderPair[];
  readonly body: Buffer;
}

const received: Received[] = [];
const server = createServer((incoming: IncomingMessage, reply) => {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => {
    const { method = '', url = '', rawHeaders } = incoming;
    const headers = rawHeaders.flatMap((name, at): HeaderPair[] =>
      at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : [],
    );
    received.push({ method, target: url, headers, body: Buffer.concat(chunks) });
    reply.end('ok');
  });
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

async function sent(command: string): Promise<Received> {
  const env = {
    PATH: process.env['PATH'],
    LC_ALL: 'C',
    BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...VARIABLES,
  };
  const child = spawn('/bin/sh', ['-c', command], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [exitCode] = (await once(child, 'close')) as [number];
  expect([exitCode, stderr], command).toEqual([0, '']);
  const last = received.pop();
  if (last === undefined) throw new Error(`nothing was sent by ${command}`);
  return last;
}

const REQUESTS: readonly (readonly [name: string, request: RequestMessage])[] = [
  [
    'a target with reserved characters, dots and brackets',
    request({ target: "/items/../a%2Fb/'x'?a[]={1,2}&b=$HOME&c=`id`&d=!x&e=%25" }),
  ],
  ['a target with a number sign', request({ target: '/items/a#b' })],
  [
    'a body of JSON with quotes and text',
    request({ method: 'POST', body: `{"name":"it's \\"Größe\\" $TOKEN \`id\` !"}`, headers: json() }),
  ],
  ['a body that begins with an at sign', request({ method: 'PUT', body: '@/etc/passwd', headers: json() })],
  [
    'a body of several lines that ends with line ends',
    request({ method: 'POST', body: 'a\r\nb\n\n', headers: json() }),
  ],
  [
    'bytes that are not text',
    request({ method: 'PATCH', body: new Uint8Array([0, 1, 0x27, 0x25, 0x5c, 0xff, 0x30, 0x0a]), headers: json() }),
  ],
  ['a body with invisible characters', request({ method: 'POST', body: 'a\u202eb\u200bc', headers: json() })],
  [
    'an empty body',
    request({
      method: 'POST',
      headers: [
        ['Accept', '*/*'],
        ['Content-Length', '0'],
      ],
    }),
  ],
  ['a body without a content type, to which curl adds no headers', request({ method: 'POST', body: 'x', headers: [] })],
  ['a GET with a body', request({ body: 'x', headers: json() })],
  ['a method that RFC 9110 does not define', request({ method: 'M-SEARCH' })],
  [
    'headers in their order, twice, empty, and in Latin-1',
    request({
      headers: [
        ['x-b', '1'],
        ['x-a', ''],
        ['x-b', 'caf\u00e9 "it\'s" $TOKEN'],
        ['Accept', 'a/b'],
      ],
    }),
  ],
  [
    'the token in a header, the target and a cookie',
    request({
      target: `/items?key=${TOKEN}x&z=1`,
      headers: [
        ['authorization', `Bearer ${TOKEN}`],
        ['cookie', `a=b; key=${TOKEN}`],
        ['Accept', '*/*'],
      ],
    }),
  ],
  ['the token in a body', request({ method: 'POST', body: `{"token":"${TOKEN}","n":1}`, headers: json() })],
  [
    'the token in a body of several lines',
    request({ method: 'POST', body: `{\n"token":"${TOKEN}100%"}`, headers: json() }),
  ],
  [
    'http basic',
    request({
      headers: [
        ['Authorization', `Basic ${Buffer.from(BASIC).toString('base64')}`],
        ['Accept', '*/*'],
      ],
    }),
  ],
];

function json(): readonly HeaderPair[] {
  return [
    ['Content-Type', 'application/json'],
    ['Accept', '*/*'],
  ];
}

describe('curlOf makes a curl command for a request', () => {
  const hasCurl = spawnSync('curl', ['--version']).status === 0;

  it.runIf(hasCurl).each(REQUESTS)('a curl command sends the same request again: %s', async (_, message) => {
    await expectSentAgain(message);
  });

  it.runIf(hasCurl)('a curl command sends any bytes unchanged', async () => {
    const visible = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      maxLength: 20,
    });
    const target = visible.map((text) => `/${text}`);
    const value = fc.string({
      unit: fc.integer({ min: 0x21, max: 0xff }).map((code) => String.fromCharCode(code)),
      minLength: 1,
      maxLength: 20,
    });
    const headers = value
      .filter((text) => !/[\u007f-\u009f]/.test(text))
      .map((text): readonly HeaderPair[] => [['x-value', text], ...json()]);
    await fc.assert(
      fc.asyncProperty(target, headers, fc.uint8Array({ minLength: 1, maxLength: 60 }), async (path, pairs, bytes) => {
        await expectSentAgain(request({ method: 'POST', target: path, headers: pairs, body: bytes }));
      }),
      { numRuns: 25, seed: 7 },
    );
  });

  it.each(REQUESTS)('a curl command is one line without any secret: %s', (_, message) => {
    const command = curlOf(message, SECRETS) ?? '';
    expect(command).not.toMatch(/[^\P{C}]|\n/u);
    for (const secret of [TOKEN, BASIC, Buffer.from(BASIC).toString('base64')]) expect(command).not.toContain(secret);
  });

  it.each([
    [
      'a credential that is not configured',
      [['authorization', 'Bearer other']],
      "-H 'authorization: Bearer [redacted]'",
    ],
    ['an unknown API key', [['x-api-key', 'k-123']], "-H 'x-api-key: [redacted]'"],
    ['the token', [['authorization', `Bearer ${TOKEN}`]], '-H "authorization: Bearer $TOKEN"'],
  ] as const)('a curl command names or redacts a credential: %s → $2', (_, headers, want) => {
    expect(curlOf(request({ headers }), SECRETS)).toContain(want);
  });

  it.each<readonly [string, HeaderPair | undefined, string, string]>([
    ['a header that the harness added after the request was recorded', undefined, `-H "X-Key: $X_KEY"`, 'x-key'],
    [
      'a short value in the header of the user becomes a variable',
      ['x-key', 'abc'],
      `-H "x-key: $X_KEY"`,
      'x-key: $X_KEY',
    ],
    [
      'a different value in the header of the user is redacted',
      ['x-key', 'abcx'],
      'x-key: [redacted]',
      'x-key: [redacted]',
    ],
    ['the same short text in another header is not a secret', ['x-name', 'abc'], `-H 'x-name: abc'`, 'x-name: abc'],
  ])('a curl command has the headers that the user gives: %s', (_, header, want, shown) => {
    const place = header === undefined ? 'addedHeaders' : 'callHeaders';
    const secrets = secretsOf({ token: '', [place]: [['X-Key', 'abc']] }, []);
    expect(curlOf(request({ headers: header === undefined ? [] : [header] }), secrets)).toContain(want);
    if (header !== undefined) expect(shownHeader(header, secrets).join(': ')).toBe(shown);
  });

  it('the whole value of a header from the user becomes one shell variable, even if it begins with the name of a scheme', () => {
    const pair: HeaderPair = ['authorization', 'Apikey 0123456789'];
    const secrets = secretsOf({ token: '', credentials: new Map([['key', pair[1]]]), callHeaders: [pair] }, []);
    expect(curlOf(request({ headers: [pair] }), secrets)).toContain('-H "authorization: $AUTHORIZATION"');
  });

  it('a curl command redacts a cookie that the service set', () => {
    const response = {
      kind: 'response',
      status: 200,
      headers: [['Set-Cookie', 'sid=s3cr3t-session; Path=/']],
      body: Buffer.from(''),
    } as const;
    const secrets = secretsOf({ token: TOKEN }, [{ request: request(), response }]);
    expect(curlOf(request({ headers: [['cookie', 'a=1; sid=s3cr3t-session']] }), secrets)).toContain(
      "-H 'cookie: a=1; sid=[redacted]'",
    );
  });

  it('a curl command reads a large body from a file, and is not made if it would be too long', () => {
    const large = request({ method: 'POST', body: 'x'.repeat(5000) });
    expect(curlOf(large, SECRETS)).toContain('--data-binary @body-of-5000-bytes');
    expect(curlOf({ ...large, target: `/${'x'.repeat(9000)}` }, SECRETS)).toBeUndefined();
  });

  it('a curl command asks only for headers if the method is HEAD', () => {
    expect(curlOf(request({ method: 'HEAD' }), SECRETS)).toContain(`--head "$BASE_URL/items"`);
  });
});

async function expectSentAgain(message: RequestMessage): Promise<void> {
  const command = curlOf(message, SECRETS);
  if (command === undefined) throw new Error('the command is too long');
  const again = await sent(command);
  const own = (headers: readonly HeaderPair[]): readonly HeaderPair[] =>
    headers.filter(([name]) => !/^(?:host|content-length|connection)$/i.test(name));
  expect([again.method, again.target, own(again.headers)], command).toEqual([
    message.method,
    message.target,
    own(message.headers),
  ]);
  expect(again.body.equals(Buffer.from(message.body)), command).toBe(true);
  expect(headerValue(again.headers, 'content-length') !== undefined, command).toBe(
    message.body.byteLength > 0 || headerValue(message.headers, 'content-length') !== undefined,
  );
}
