import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { HttpReply } from '../../surfaces/http/http-exchange.js';
import { BOUNDS, type Opened, ok, openConnections, summary } from './fixtures/opened-connections.js';
import { type RawRequest, replyText } from './fixtures/raw-server.js';

const open: Opened[] = [];
afterEach(async () => {
  for (const { close } of open.splice(0).toReversed()) await close();
});

async function opened(...given: Parameters<typeof openConnections>): Promise<Opened> {
  const one = await openConnections(...given);
  open.push(one);
  return one;
}

/**
 * `given` is the behaviour of the server. `sent` are the requests in order, and `want` their results. `arrived` are the
 * requests that the server received.
 */
const CASES: readonly (readonly [
  string,
  {
    readonly given: (request: RawRequest) => void;
    readonly sent: readonly string[];
    readonly want: readonly string[];
    readonly arrived: readonly string[];
  },
])[] = [
  [
    'a service keeps connections: safe requests share a connection, and other requests use new connections',
    {
      given: ok,
      sent: ['GET /1', 'OPTIONS /2', 'POST /3', 'GET /4', 'PUT /5', 'DELETE /6', 'PATCH /7', 'QUERY /8'],
      want: ['200 ok', '200 ok', '200 ok', '200 ok', '200 ok', '200 ok', '200 ok', '200 ok'],
      arrived: [
        '1 GET /1',
        '1 OPTIONS /2',
        '2 POST /3',
        '2 GET /4',
        '3 PUT /5',
        '4 DELETE /6',
        '5 PATCH /7',
        '6 QUERY /8',
      ],
    },
  ],
  [
    'a service closes each connection at its second request: only safe requests are sent again',
    {
      given: (request) => (request.nth > 1 ? request.socket.destroy() : ok(request)),
      sent: ['GET /1', 'GET /2', 'POST /3', 'POST /4', 'GET /5', 'DELETE /6'],
      want: ['200 ok', '200 ok', '200 ok', '200 ok', '200 ok', '200 ok'],
      arrived: ['1 GET /1', '1 GET /2', '2 GET /2', '3 POST /3', '4 POST /4', '4 GET /5', '5 GET /5', '6 DELETE /6'],
    },
  ],
  [
    'a service resets each connection at its second request: only safe requests are sent again',
    {
      given: (request) => (request.nth > 1 ? request.socket.resetAndDestroy() : ok(request)),
      sent: ['GET /1', 'GET /2', 'POST /3'],
      want: ['200 ok', '200 ok', '200 ok'],
      arrived: ['1 GET /1', '1 GET /2', '2 GET /2', '3 POST /3'],
    },
  ],
  [
    'a service resets the connection for one input: the failure is reported, and only a safe request is sent twice',
    {
      given: (request) => (request.path === '/bad' ? request.socket.resetAndDestroy() : ok(request)),
      sent: ['GET /bad', 'GET /1', 'GET /bad', 'GET /2', 'POST /bad', 'GET /3', 'PUT /bad', 'DELETE /bad'],
      want: ['failed', '200 ok', 'failed', '200 ok', 'failed', '200 ok', 'failed', 'failed'],
      arrived: [
        '1 GET /bad',
        '2 GET /1',
        '2 GET /bad',
        '3 GET /bad',
        '4 GET /2',
        '5 POST /bad',
        '6 GET /3',
        '7 PUT /bad',
        '8 DELETE /bad',
      ],
    },
  ],
  [
    'a service announces the close of each connection, and closes it: every request gets its reply',
    {
      given: ({ socket }) => void socket.end(replyText('bye', 'HTTP/1.1 200 OK\r\nconnection: close')),
      sent: ['GET /1', 'GET /2', 'POST /3', 'GET /4'],
      want: ['200 bye', '200 bye', '200 bye', '200 bye'],
      arrived: ['1 GET /1', '2 GET /2', '3 POST /3', '4 GET /4'],
    },
  ],
  [
    'a service closes a connection as announced, and resets the next connection: the reset is a failure',
    {
      given: ({ path, socket }) =>
        void (path === '/bad'
          ? socket.destroy()
          : socket.end(replyText('bye', 'HTTP/1.1 200 OK\r\nconnection: close'))),
      sent: ['GET /1', 'GET /bad', 'GET /2'],
      want: ['200 bye', 'failed', '200 bye'],
      arrived: ['1 GET /1', '2 GET /bad', '3 GET /2'],
    },
  ],
  [
    'a service uses HTTP/1.0: the end of the connection is the end of the body',
    {
      given: ({ socket, path }) => void socket.end(`HTTP/1.0 200 OK\r\n\r\nold ${path}`),
      sent: ['GET /1', 'GET /2', 'POST /3'],
      want: ['200 old /1', '200 old /2', '200 old /3'],
      arrived: ['1 GET /1', '2 GET /2', '3 POST /3'],
    },
  ],
  [
    'a service closes its side of the connection after a reply: every request gets its reply',
    {
      given: ({ socket }) => void socket.end(replyText('half')),
      sent: ['GET /1', 'GET /2', 'POST /3', 'GET /4'],
      want: ['200 half', '200 half', '200 half', '200 half'],
      arrived: expect.arrayContaining(['1 GET /1', expect.stringMatching(/^\d+ POST \/3$/)]) as string[],
    },
  ],
  [
    'a service writes a 408 before it closes an idle connection: the next request is sent on a new connection',
    {
      given: (request) =>
        request.nth > 1
          ? void request.socket.end(replyText('', 'HTTP/1.1 408 Request Timeout\r\nconnection: close'))
          : ok(request),
      sent: ['GET /1', 'GET /2', 'POST /3'],
      want: ['200 ok', '200 ok', '200 ok'],
      arrived: ['1 GET /1', '1 GET /2', '2 GET /2', '3 POST /3'],
    },
  ],
  [
    'a service answers 408 to a request on a new connection: the 408 is the reply',
    {
      given: ({ socket }) => void socket.write(replyText('', 'HTTP/1.1 408 Request Timeout')),
      sent: ['GET /1'],
      want: ['408 '],
      arrived: ['1 GET /1'],
    },
  ],
  [
    'a service writes left-over bytes before the next reply: the request is sent again on a new connection',
    {
      given: (request) => (request.nth > 1 ? request.socket.end('too much') : ok(request)),
      sent: ['GET /1', 'GET /2'],
      want: ['200 ok', '200 ok'],
      arrived: ['1 GET /1', '1 GET /2', '2 GET /2'],
    },
  ],
  [
    'a service closes the connection in the head of each reply to /cut: these requests fail',
    {
      given: (request) => (request.path === '/cut' ? request.socket.end('HTTP/1.1 200 O') : ok(request)),
      sent: ['GET /1', 'GET /cut', 'POST /cut'],
      want: ['200 ok', 'failed', 'failed'],
      arrived: ['1 GET /1', '1 GET /cut', '2 GET /cut', '3 POST /cut'],
    },
  ],
  [
    'a service closes the connection in the body: the request is not sent again',
    {
      given: (request) =>
        request.path === '/cut' ? request.socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf') : ok(request),
      sent: ['GET /1', 'GET /cut', 'GET /2'],
      want: ['200 ok', 'failed', '200 ok'],
      arrived: ['1 GET /1', '1 GET /cut', '2 GET /2'],
    },
  ],
  [
    'a service answers with a body that is too long to store: the request is not sent again',
    {
      given: (request) => (request.path === '/long' ? request.socket.write(replyText('x'.repeat(2000))) : ok(request)),
      sent: ['GET /1', 'GET /long', 'GET /2'],
      want: ['200 ok', '200 an excerpt', '200 ok'],
      arrived: ['1 GET /1', '1 GET /long', '1 GET /2'],
    },
  ],
];

describe('connections to services with different behaviour', () => {
  it.each(CASES)('%s', async (_, { given, sent, want, arrived }) => {
    const { send, server } = await opened(given);
    const replies: string[] = [];
    for (const request of sent) replies.push(await send(request));
    expect(replies).toEqual(want);
    expect(server.log).toEqual(arrived);
  });

  it('a service closes idle connections after 5 ms: every request gets its reply', async () => {
    const { send, server } = await opened((request) => {
      ok(request);
      request.socket.setTimeout(5, () => request.socket.destroy());
    });
    for (let count = 0; count < 100; count += 1) {
      expect(await send(count % 4 === 0 ? `POST /${count}` : `GET /${count}`)).toBe('200 ok');
      // The server closes the connection at about the end of the pause.
      await sleep(4 + (count % 3));
    }
    const posts = server.log.filter((line) => line.includes('POST')).map((line) => line.split(' ')[2]);
    expect(posts).toEqual(Array.from({ length: 25 }, (_, index) => `/${index * 4}`));
  });

  it('a service serves only one connection at a time: it gets one request at a time', async () => {
    // The server serves a waiting connection when the current connection closes.
    const waiting: RawRequest[] = [];
    let current: RawRequest['socket'] | undefined;
    const serveNext = (): void => {
      const at = waiting.findIndex(({ socket }) => current === undefined || socket === current);
      const [next] = at < 0 ? [] : waiting.splice(at, 1);
      if (next === undefined) return;
      if (current === undefined) next.socket.once('close', () => ((current = undefined), serveNext()));
      current = next.socket;
      ok(next);
    };
    const { send } = await opened((request) => (waiting.push(request), serveNext()));
    for (const request of ['GET /1', 'POST /2', 'GET /3', 'DELETE /4', 'POST /5'])
      expect(await send(request)).toBe('200 ok');
    expect(await send('POST /reset', true)).toBe('200 ok');
    expect(await Promise.all([send('GET /6'), send('GET /7'), send('POST /8')])).toEqual([
      '200 ok',
      '200 ok',
      '200 ok',
    ]);
  });

  it('a service answers and closes before it has read a large body: every reply arrives', async () => {
    const { connections, server } = await opened(
      ({ socket }) =>
        void socket.end(replyText('too large', 'HTTP/1.1 413 Content Too Large\r\nconnection: close'), () =>
          socket.destroy(),
        ),
      { awaitBody: false },
    );
    const body = Buffer.alloc(4 * 1024 * 1024);
    for (let count = 0; count < 10; count += 1)
      expect(summary(await connections.exchange({ method: 'POST', path: '/', headers: [], body }, BOUNDS))).toBe(
        '413 too large',
      );
    expect(server.log).toHaveLength(10);
  });

  it('a service writes an unrequested 100 (Continue) and other interim replies: the final reply arrives', async () => {
    const parts = [
      'HTTP/1.1 1',
      '00 Continue\r\nx: y\r\n\r',
      '\nHTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 20',
      '1 Created\r\ncontent-length: 2\r\n\r\nok',
    ];
    const { send, server } = await opened(({ socket }) => {
      void (async () => {
        for (const part of parts) {
          socket.write(part);
          await sleep(5);
        }
      })();
    });
    for (const request of ['POST /1', 'GET /2', 'GET /3', 'POST /4']) expect(await send(request)).toBe('201 ok');
    expect(server.log).toEqual(['1 POST /1', '1 GET /2', '1 GET /3', '2 POST /4']);
  });
});

describe('connections', () => {
  it('a failed idempotent request is repeated only if its connection was reused', async () => {
    const { send, server } = await opened((request) =>
      request.nth > 1 || request.path === '/bad' ? request.socket.destroy() : ok(request),
    );
    expect([await send('GET /1'), await send('POST /reset', true), await send('POST /bad', true)]).toEqual([
      '200 ok',
      '200 ok',
      'failed',
    ]);
    expect(server.log).toEqual(['1 GET /1', '1 POST /reset', '2 POST /reset', '2 POST /bad', '3 POST /bad']);
  });

  it('every request fails if no server listens', async () => {
    const { send, server } = await opened(ok);
    expect(await send('GET /1')).toBe('200 ok');
    await server.close();
    expect([await send('GET /2'), await send('GET /3'), await send('POST /4')]).toEqual(['failed', 'failed', 'failed']);
  });

  it('one time limit applies to both attempts of a request, and a timeout is never repeated', async () => {
    const { connections, server } = await opened((request) => {
      if (request.path === '/ok') return ok(request);
      if (request.nth > 1) setTimeout(() => request.socket.destroy(), 100);
    });
    const exchange = (path: string): Promise<HttpReply> =>
      connections.exchange(
        { method: 'GET', path, headers: [], body: new Uint8Array(0) },
        { ...BOUNDS, timeoutMs: 1000 },
      );
    await exchange('/ok');
    const reply = await exchange('/silent');
    expect(reply.kind === 'timeout' && reply.afterMs).toBeLessThanOrEqual(901);
    expect(server.log).toEqual(['1 GET /ok', '1 GET /silent', '2 GET /silent']);
  });

  it('no idle connection stays open while another connection is in use', async () => {
    const { connections, send, server } = await opened((request) =>
      request.path === '/never' ? undefined : ok(request),
    );
    await Promise.all([send('GET /1'), send('GET /2'), send('POST /3')]);
    const unanswered = send('GET /never');
    await expect.poll(() => server.log.some((line) => line.endsWith('/never'))).toBe(true);
    expect(await send('POST /4')).toBe('200 ok');
    await expect.poll(() => server.open.size).toBe(1);
    await connections.close();
    expect(await unanswered).toBe('failed');
    expect(await send('GET /5')).toBe('failed');
    await expect.poll(() => server.open.size).toBe(0);
    expect(server.log.filter((line) => line.endsWith('/never'))).toHaveLength(1);
  });
});
