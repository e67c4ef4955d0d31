import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { NO_BODY } from '../../contract/wire/message.js';
import type { WireResponse } from '../../surfaces/exchange.js';
import { rawServer, replyText } from './fixtures/raw-server.js';
import { get, tapped } from './fixtures/tapped.js';
import { forwardTo } from './forward.js';
import { Tap } from './tap.js';
import { TAP_PREFIX } from './tap-bases.js';

const OK: WireResponse = {
  kind: 'response',
  status: 200,
  headers: [
    ['content-type', 'text/plain'],
    ['x-twice', 'a'],
    ['x-twice', 'b'],
  ],
  body: Buffer.from('ok'),
};

/**
 * Arguments of `Tap.open`: no base path, no further servers, and at most 200 ms of waiting for requests in progress.
 */
const SETTLED_SOON = ['', undefined, 200] as const;

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** Sends a request and waits for the reply or for the end of the connection. */
async function sendAndWait(socket: Socket, path: string): Promise<void> {
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\n\r\nx`);
  await Promise.race([once(socket, 'data'), once(socket, 'close')]);
}

describe('the tap', () => {
  it('the tap records a request unchanged: raw target, header order and case, body bytes', async () => {
    const { tap, pool } = await tapped(() => OK);
    const body = Buffer.from([0, 255, 10, 13]);
    const response = await pool.request({
      method: 'POST',
      path: `${TAP_PREFIX}/a%2fb?x=1&x=%20&y`,
      headers: ['X-Case', 'One', 'x-case', 'Two'],
      body,
    });
    expect(await response.body.text()).toBe('ok');
    const [exchange] = await tap.take();
    expect(exchange?.request).toMatchObject({ method: 'POST', target: '/a%2fb?x=1&x=%20&y' });
    expect(exchange?.request.headers.filter(([name]) => name.toLowerCase() === 'x-case')).toEqual([
      ['X-Case', 'One'],
      ['x-case', 'Two'],
    ]);
    expect(Buffer.from(exchange?.request.body ?? [])).toEqual(body);
    expect(exchange?.response).toEqual(OK);
    expect(tap.changes.mayHaveChanged).toBe(true);
  });

  it.each([
    ['/api/v1/items?x=1', '/items?x=1'],
    ['/api/v1', ''],
    ['/items', `/..${TAP_PREFIX}/items`],
    ['/api/v10/items', `/..${TAP_PREFIX}/api/v10/items`],
  ])('the tap records the target of a request to %s as %j', async (path, target) => {
    const { tap, pool } = await tapped(() => OK, '/api/v1');
    await get(pool, TAP_PREFIX + path);
    expect((await tap.take()).map(({ request }) => request.target)).toEqual([target]);
  });

  it('the tap has a base URL for each server, and answers there only the operations of this server', async () => {
    const servers = {
      addresses: new Map([['https://up.example.com/v1', undefined]]),
      serverOfRequest: ({ target }: { readonly target: string }) =>
        target.startsWith('/files') ? 'https://up.example.com/v1' : undefined,
    };
    const { tap, pool } = await tapped(() => OK, '', servers);
    const other = new URL(tap.serverUrls.get('https://up.example.com/v1') ?? '').pathname;
    expect(other).toBe('/tap-2-up.example.com-v1');
    const statuses: number[] = [];
    for (const path of [`${other}/files`, `${TAP_PREFIX}/items`, `${TAP_PREFIX}/files`, `${other}/items`])
      statuses.push(await get(pool, path));
    expect(statuses).toEqual([200, 200, 404, 404]);
    expect((await tap.take()).map(({ request }) => request.target)).toEqual([
      '/files',
      '/items',
      `/..${TAP_PREFIX}/files`,
      `/..${other}/items`,
    ]);
  });

  it('the tap records each request once in order of arrival, and returns each record once', async () => {
    const { tap, pool } = await tapped(() => OK);
    for (const path of ['/1', '/2', '/3']) await get(pool, TAP_PREFIX + path);
    expect((await tap.take()).map(({ request }) => request.target)).toEqual(['/1', '/2', '/3']);
    expect(await tap.take()).toEqual([]);
    expect(tap.changes.mayHaveChanged).toBe(false);
  });

  it('the tap marks the record of a request that omits the path of the base URL', async () => {
    const { tap, pool } = await tapped(() => OK);
    expect(await get(pool, '/items')).toBe(404);
    expect(await get(pool, '/tapestry/items')).toBe(404);
    expect((await tap.take()).map(({ request }) => request.target)).toEqual(['/../items', '/../tapestry/items']);
  });

  it('the tap returns a request in progress as unanswered, and never assigns its late reply to the next case', async () => {
    let release: (() => void) | undefined;
    const late = new Promise<void>((resolve) => (release = resolve));
    const { tap, pool } = await tapped(
      async ({ target }) => {
        if (target === '/slow') await late;
        return OK;
      },
      ...SETTLED_SOON,
    );
    const slow = get(pool, `${TAP_PREFIX}/slow`);
    await sleep(50);
    expect((await tap.take()).map(({ request, response }) => [request.target, response.kind])).toEqual([
      ['/slow', 'failed'],
    ]);
    release?.();
    await slow;
    await get(pool, `${TAP_PREFIX}/next`);
    expect((await tap.take()).map(({ request }) => request.target)).toEqual(['/next']);
  });

  it('the tap closes the connection if the backend gave no reply', async () => {
    const { tap, pool } = await tapped(() => ({ kind: 'failed', reason: 'reset' }));
    await expect(get(pool, `${TAP_PREFIX}/x`)).rejects.toThrow();
    expect((await tap.take()).map(({ response }) => response.kind)).toEqual(['failed']);
  });

  it('the tap waits for a request in progress only once', async () => {
    const { tap, pool } = await tapped(
      async ({ target }) => {
        if (target === '/never') await new Promise(() => undefined);
        return OK;
      },
      ...SETTLED_SOON,
    );
    const never = get(pool, `${TAP_PREFIX}/never`).catch(() => 0);
    await expect.poll(async () => (await tap.take()).map(({ request }) => request.target)).toEqual(['/never']);
    await get(pool, `${TAP_PREFIX}/next`);
    // If `take` waited for a request, it would take longer than one turn of the event loop.
    const turn = new Promise((resolve) => setImmediate(resolve)).then(() => 'later');
    expect(await Promise.race([tap.take().then((exchanges) => exchanges.length), turn])).toBe(1);
    await tap.close();
    await never;
  });

  it('the tap announces no keep-alive timeout, because it never closes an idle connection', async () => {
    const { pool } = await tapped(() => OK);
    const response = await pool.request({ method: 'GET', path: `${TAP_PREFIX}/x` });
    await response.body.dump();
    expect(response.headers).toMatchObject({ connection: 'keep-alive' });
    expect(response.headers).not.toHaveProperty('keep-alive');
  });

  // `given` lists the requests of one call, each with its connection. `want` lists the requests that count as
  // exchanges. The request `bad` gets no reply.
  const REPEATED: readonly (readonly [
    string,
    { readonly given: readonly string[]; readonly want: readonly string[] },
  ])[] = [
    [
      'sends a request again if its reused connection was closed (one exchange)',
      { given: ['1 ok', '1 bad', '2 bad'], want: ['ok', 'bad'] },
    ],
    [
      'sends a request two more times, as browsers do (one exchange)',
      { given: ['1 ok', '1 bad', '2 bad', '3 bad'], want: ['ok', 'bad'] },
    ],
    [
      'sends a request three more times (two exchanges)',
      { given: ['1 ok', '1 bad', '2 bad', '3 bad', '4 bad'], want: ['ok', 'bad', 'bad'] },
    ],
    [
      'repeats a request that failed on a new connection (two exchanges)',
      { given: ['1 bad', '2 bad'], want: ['bad', 'bad'] },
    ],
    [
      'sends a different request after a closed connection (two exchanges)',
      { given: ['1 ok', '1 bad', '2 bad?'], want: ['ok', 'bad', 'bad?'] },
    ],
    [
      'sends a request again if its connection was opened before the call (one exchange)',
      { given: ['0 bad', '1 bad'], want: ['bad'] },
    ],
    [
      'sends a request again in the next call (two exchanges)',
      { given: ['1 ok', '1 bad', 'take', '2 bad'], want: ['bad'] },
    ],
  ];

  it.each(REPEATED)('the tap counts the exchanges of a surface whose HTTP library %s', async (_, { given, want }) => {
    let responded = 0;
    const tap = await Tap.open(
      ({ target }) => ((responded += 1), target.startsWith('/bad') ? { kind: 'failed', reason: 'reset' } : OK),
    );
    open.push(() => tap.close());
    const sockets = new Map<string, Socket>();
    const socketOf = async (name: string): Promise<Socket> => {
      const known = sockets.get(name) ?? connect(Number(new URL(tap.baseUrl).port), '127.0.0.1');
      if (known.connecting) await once(known, 'connect');
      sockets.set(name, known);
      return known;
    };
    const ahead = await socketOf('0');
    open.push(async () => void ahead.destroy());
    // When this request is answered, the tap has certainly accepted the earlier connection.
    const earlier = await socketOf('earlier');
    await sendAndWait(earlier, `${TAP_PREFIX}/earlier`);
    earlier.destroy();
    await tap.take();
    responded = 0;
    let taken = 0;
    for (const step of given) {
      if (step === 'take') taken = (await tap.take()).length;
      else await sendAndWait(await socketOf(step.slice(0, 1)), `${TAP_PREFIX}/${step.slice(2)}`);
    }
    expect((await tap.take()).map(({ request }) => request.target.slice(1))).toEqual(want);
    // A request that does not count as an exchange was not sent to the service.
    expect(responded).toBe(want.length + taken);
  });

  const LENGTHS: readonly (readonly [
    string,
    { readonly method: 'GET' | 'HEAD'; readonly given: Partial<WireResponse>; readonly want: string | undefined },
  ])[] = [
    ['a reply to GET has the length of its body', { method: 'GET', given: {}, want: '2' }],
    ['a 204 has no length', { method: 'GET', given: { status: 204, body: NO_BODY }, want: undefined }],
    ['a 304 has no length', { method: 'GET', given: { status: 304, body: NO_BODY }, want: undefined }],
    [
      'a reply to HEAD has the length that the backend states',
      { method: 'HEAD', given: { headers: [['Content-Length', '1234']], body: NO_BODY }, want: '1234' },
    ],
    [
      'a reply to HEAD has no length if the backend states none',
      { method: 'HEAD', given: { headers: [], body: NO_BODY }, want: undefined },
    ],
  ];

  it.each(LENGTHS)('%s (RFC 9110 §8.6)', async (_, { method, given, want }) => {
    const { pool } = await tapped(() => ({ ...OK, ...given }));
    const response = await pool.request({ method, path: `${TAP_PREFIX}/x` });
    await response.body.dump();
    expect(response.statusCode).toBe(given.status ?? 200);
    expect(response.headers['content-length']).toBe(want);
  });

  it('the tap continues to serve after a surface disconnects in the middle of a body', async () => {
    const { tap, pool } = await tapped(() => OK);
    const socket = connect(Number(new URL(tap.baseUrl).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`POST ${TAP_PREFIX}/x HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf`);
    await sleep(20);
    socket.destroy();
    await once(socket, 'close');
    expect(await get(pool, `${TAP_PREFIX}/y`)).toBe(200);
    expect((await tap.take()).map(({ request }) => request.target)).toEqual(['/y']);
  });
});

describe('the forwarder', () => {
  it('the forwarder passes on target, headers and body, and reports a backend that does not listen', async () => {
    const { tap: backend } = await tapped(() => OK);
    const forwarder = forwardTo(`${backend.baseUrl}/v1/`, 1000);
    open.push(() => forwarder.close());
    const reply = await forwarder.respond({
      method: 'PUT',
      target: '/a%2Fb?q=%E4',
      headers: [
        ['Content-Type', 'text/plain'],
        ['Host', 'elsewhere'],
      ],
      body: Buffer.from('x'),
    });
    expect(reply).toMatchObject({ kind: 'response', status: 200 });
    expect(reply.kind === 'response' ? reply.headers.filter(([name]) => name === 'x-twice') : []).toEqual([
      ['x-twice', 'a'],
      ['x-twice', 'b'],
    ]);
    const [seen] = await backend.take();
    expect(seen?.request).toMatchObject({ method: 'PUT', target: '/v1/a%2Fb?q=%E4' });
    expect(seen?.request.headers.some(([, value]) => value === 'elsewhere')).toBe(false);
    await backend.close();
    expect(await forwarder.respond({ method: 'GET', target: '/', headers: [], body: new Uint8Array(0) })).toMatchObject(
      { kind: 'failed' },
    );
  });

  it('the forwarder sends a failed safe request again on a new connection, and the tap records one exchange', async () => {
    const server = await rawServer(({ nth, path, socket }) => {
      if (nth > 1 || path === '/bad') socket.destroy();
      else socket.write(replyText('ok'));
    });
    const forwarder = forwardTo(server.origin, 20_000);
    open.push(
      () => server.close(),
      () => forwarder.close(),
    );
    const { tap, pool } = await tapped(forwarder.respond);
    expect([await get(pool, `${TAP_PREFIX}/1`), await get(pool, `${TAP_PREFIX}/2`)]).toEqual([200, 200]);
    await expect(get(pool, `${TAP_PREFIX}/bad`)).rejects.toThrow();
    const taken = (await tap.take()).map(({ request, response }) => `${request.target} ${response.kind}`);
    expect(taken).toEqual(['/1 response', '/2 response', '/bad failed']);
    expect(server.log).toEqual(['1 GET /1', '1 GET /2', '2 GET /2', '2 GET /bad', '3 GET /bad']);
  });
});
