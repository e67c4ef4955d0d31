import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, SERVICE_DEFAULTS, startService } from '../items/service.js';

let service: RunningService;
beforeAll(async () => {
  service = await startService({ ...SERVICE_DEFAULTS, token: 't', headTimeoutMs: 300, requestTimeoutMs: 600 });
});
afterAll(() => service.stop());

const HEAD = 'Host: h\r\nAuthorization: Bearer t\r\n';
const JSON_HEAD = `${HEAD}Content-Type: application/json\r\n`;

function open(): Socket {
  const { hostname, port } = new URL(service.url);
  return connect({ host: hostname, port: Number(port) }).on('error', () => undefined);
}

/**
 * Sends the chunks to the server. Returns all text that the server sends until it closes the connection, or until it
 * has sent nothing for `quietMs`.
 */
async function talk(chunks: readonly (string | Uint8Array)[], quietMs = 200): Promise<string> {
  const socket = open();
  let received = '';
  socket
    .on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
    .setTimeout(quietMs, () => socket.destroy());
  for (const chunk of chunks) socket.write(chunk);
  await once(socket, 'close');
  return received;
}

const statuses = (text: string): readonly number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

describe('request bodies of unusual clients', () => {
  it('a body is refused without being read if its announced length exceeds the limit', async () => {
    const text = await talk([
      `POST /items HTTP/1.1\r\n${JSON_HEAD}Content-Length: 999999999\r\n\r\n`,
      'a'.repeat(1000),
    ]);
    expect(statuses(text)).toEqual([413]);
    expect(text).toMatch(/connection: close/i);
  });

  it('a body of unannounced length is refused at the limit, while the client is still sending', async () => {
    const chunk = `4000\r\n${'a'.repeat(0x4000)}\r\n`;
    const head = `POST /items HTTP/1.1\r\n${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\n`;
    expect(statuses(await talk([head, ...Array.from({ length: 200 }, () => chunk)]))).toEqual([413]);
  });

  it('a body may be sent in chunks', async () => {
    const head = `POST /items HTTP/1.1\r\n${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\n`;
    const text = await talk([head, '8\r\n{"name":\r\n', '4\r\n"a"}\r\n0\r\n\r\n']);
    expect(statuses(text)).toEqual([201]);
    expect(text).toMatch(/location: items\//);
  });

  it('100 Continue is sent only after all other checks of a request have passed', async () => {
    const expecting = `${JSON_HEAD}Content-Length: 12\r\nExpect: 100-continue\r\n\r\n`;
    expect(statuses(await talk([`POST /items HTTP/1.1\r\n${expecting}`, '{"name":"a"}']))).toEqual([100, 201]);
    expect(statuses(await talk([`POST /nothing HTTP/1.1\r\n${expecting}`]))).toEqual([404]);
  });

  it('a body that an operation does not take is not parsed as the next request', async () => {
    const get = `GET /items?limit=1 HTTP/1.1\r\n${HEAD}`;
    expect(statuses(await talk([`${get}Content-Length: 5\r\n\r\nhello${get}\r\n`]))).toEqual([200, 200]);
  });
});

describe('requests of unusual clients', () => {
  it('a request may have a target in absolute form', async () => {
    expect(statuses(await talk([`GET ${service.url}/items HTTP/1.1\r\n${HEAD}\r\n`]))).toEqual([200]);
  });

  it('a request with two credentials is not authenticated', async () => {
    expect(statuses(await talk([`GET /items HTTP/1.1\r\n${HEAD}Authorization: Bearer x\r\n\r\n`]))).toEqual([401]);
  });

  it.each([
    ['a head that never ends', 'GET /items HTTP/1.1\r\nHost: h\r\n'],
    ['a body that never ends', `POST /items HTTP/1.1\r\n${JSON_HEAD}Content-Length: 10\r\n\r\n{`],
  ])('a request times out if it has %s', async (_name, text) => {
    expect(statuses(await talk([text], 5000))).toEqual([408]);
  });

  it('a request that breaks off does not affect later requests', async () => {
    const socket = open();
    socket.write(`POST /items HTTP/1.1\r\n${JSON_HEAD}Content-Length: 10\r\n\r\n{`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    expect(statuses(await talk([`GET /items HTTP/1.1\r\n${HEAD}\r\n`]))).toEqual([200]);
  });
});

it('the service stops even if a client keeps its connection open', async () => {
  const other = await startService({ ...SERVICE_DEFAULTS, token: 't' });
  const socket = connect(Number(new URL(other.url).port), '127.0.0.1');
  socket.write(`GET /items HTTP/1.1\r\n${HEAD}\r\n`);
  await once(socket, 'data');
  await expect(Promise.all([other.stop(), other.stop(), once(socket, 'close')])).resolves.toHaveLength(3);
});
