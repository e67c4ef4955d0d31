import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { HeaderPair, RequestMessage } from '../../contract/wire/message.js';
import type { HttpReply } from '../../surfaces/http/http-exchange.js';
import { serviceBackend } from '../backends/service/service.js';
import { isSentUnchanged } from './direct-request.js';
import { replyText } from './fixtures/raw-server.js';
import { tapped } from './fixtures/tapped.js';
import type { Tap } from './tap.js';

const BODY = Buffer.from('a\0\r\n\r\nb');
const REQUEST: RequestMessage = {
  method: 'POST',
  target: '/a%2fb?x=1&x=%20&y',
  headers: [
    ['X-Case', 'One'],
    ['x-case', 'Two  parts'],
    ['authorization', 'Bearer '],
  ],
  body: BODY,
};
const GET: RequestMessage = { method: 'GET', target: '/items', headers: [], body: new Uint8Array(0) };

/** A service that records the bytes of each connection. `answer` is called for each chunk of bytes. */
async function byteService(answer: (socket: Socket, nth: number) => void): Promise<{
  readonly origin: string;
  readonly received: string[];
}> {
  const received: string[] = [];
  let nth = 0;
  const server = createServer((socket) => {
    const index = received.push('') - 1;
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      received[index] += chunk.toString('latin1');
      answer(socket, (nth += 1));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

async function tapOn(origin: string, headers: readonly HeaderPair[] = []): Promise<Tap> {
  const options = { root: '.', prefix: 'svc', token: 'parity', timeoutMs: 2000, headers };
  const instance = await serviceBackend({ url: `${origin}/v1/` }, options).start();
  onTestFinished(() => instance.stop());
  return (await tapped(instance.respond)).tap;
}

function send(tap: Tap, request: RequestMessage, timeoutMs = 2000): Promise<HttpReply> {
  return tap.send(request, timeoutMs) ?? Promise.reject(new Error('the request is not sent directly'));
}

/** The bytes of a recorded request, below the base path of the service. */
function asWritten({ method, target, headers, body }: RequestMessage, more = ''): string {
  const fields = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `${method} /v1${target} HTTP/1.1\r\n${fields}${more}\r\n${Buffer.from(body).toString('latin1')}`;
}

describe('a request that the tap sends itself', () => {
  it('a direct request is recorded as the bytes that the service receives', async () => {
    const { origin, received } = await byteService((socket) => void socket.write(replyText('ok')));
    const tap = await tapOn(origin);
    expect(await send(tap, REQUEST)).toMatchObject({ kind: 'response', status: 200, body: Buffer.from('ok') });
    const [exchange] = await tap.take();
    expect(exchange?.request.target).toBe(REQUEST.target);
    // undici writes a space after the name of a header without a value.
    expect(asWritten(exchange?.request ?? REQUEST)).toBe(received[0]?.replace('Bearer \r\n', 'Bearer\r\n'));
    expect(exchange?.request.headers).toContainEqual(['host', new URL(origin).host]);
    expect(tap.changes.mayHaveChanged).toBe(true);
  });

  it('a direct request is recorded without the headers that the configuration adds', async () => {
    const { origin, received } = await byteService((socket) => void socket.write(replyText('ok')));
    const tap = await tapOn(origin, [['x-added', 'secret']]);
    await send(tap, GET);
    const [exchange] = await tap.take();
    expect(received).toEqual([asWritten(exchange?.request ?? GET, 'x-added: secret\r\n')]);
    expect(tap.changes.mayHaveChanged).toBe(false);
  });

  it('a direct request counts as one exchange, even if it is sent again on a new connection', async () => {
    const { origin, received } = await byteService((socket, nth) => {
      if (nth === 2) socket.destroy();
      else socket.write(replyText('ok'));
    });
    const tap = await tapOn(origin);
    await send(tap, GET);
    expect(await send(tap, { ...GET, target: '/again' })).toMatchObject({ status: 200 });
    const taken = await tap.take();
    expect(taken.map(({ request, response }) => `${request.target} ${response.kind}`)).toEqual([
      '/items response',
      '/again response',
    ]);
    expect(received.map((bytes) => bytes.split('\r\n\r\n').length - 1)).toEqual([2, 1]);
  });

  it('a direct request that was not written to a connection is recorded as the harness made it', async () => {
    const tap = await tapOn('http://127.0.0.1:9');
    const reason: unknown = expect.stringContaining('ECONNREFUSED');
    expect(await send(tap, GET)).toEqual({ kind: 'failed', reason });
    expect((await tap.take()).map(({ request, response }) => [request, response.kind])).toEqual([[GET, 'failed']]);
  });

  it('a direct request ends at the time limit of its call, and is reported as unanswered', async () => {
    const { origin } = await byteService(() => undefined);
    const tap = await tapOn(origin);
    expect(await send(tap, GET, 20)).toEqual({ kind: 'timeout', afterMs: 20 });
    const [exchange] = await tap.take();
    expect(exchange?.request.headers).toContainEqual(['host', new URL(origin).host]);
    expect(exchange?.response).toEqual({ kind: 'failed', reason: 'no reply within 1600 ms', silent: true });
  });
});

it.each<[string, { given: Partial<RequestMessage>; want: boolean }]>([
  ['an ordinary request → true', { given: {}, want: true }],
  ['an unknown HTTP method → false', { given: { method: 'FOO' }, want: false }],
  ['a request target without a path → false', { given: { target: '?x=1' }, want: false }],
  ['a request target with a space → false', { given: { target: '/a b' }, want: false }],
  ['a request target that is not ASCII → false', { given: { target: '/é' }, want: false }],
  ['a hop-by-hop header → false', { given: { headers: [['TE', 'trailers']] }, want: false }],
  ['a Host header → false', { given: { headers: [['Host', 'elsewhere']] }, want: false }],
  ['a header value that undici refuses → false', { given: { headers: [['x', 'a\nb']] }, want: false }],
  ['a header name that is not a token → false', { given: { headers: [['x y', 'a']] }, want: false }],
  ['a request head above the size limit → false', { given: { headers: [['x', 'a'.repeat(9000)]] }, want: false }],
])('an HTTP client would send a request unchanged: %s', (_, { given, want }) => {
  expect(isSentUnchanged({ ...REQUEST, ...given })).toBe(want);
});
