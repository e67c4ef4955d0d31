import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { boundedFetch } from './bounded-fetch.js';

let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

async function listening(answer: Parameters<typeof createServer>[1]): Promise<string> {
  server = createServer(answer as () => void);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

it('each request uses a new connection', async () => {
  const url = await listening((_, response) => void response.end('ok'));
  const ports = new Set<number | undefined>();
  server.on('request', ({ socket }) => ports.add(socket.remotePort));
  for (let count = 0; count < 3; count += 1)
    expect(await (await boundedFetch(url, { method: 'POST', body: 'a' })).text()).toBe('ok');
  expect(ports.size).toBe(3);
});

it('the response has the status, headers and body of the reply; its body is null if the reply has no body', async () => {
  const url = await listening(
    ({ url: path }, response) => void response.writeHead(path === '/' ? 201 : 204, { 'x-mark': 'a' }).end(),
  );
  const created = await boundedFetch(url);
  expect([created.status, created.headers.get('x-mark')]).toEqual([201, 'a']);
  expect([(await boundedFetch(`${url}none`)).status, (await boundedFetch(`${url}none`)).body]).toEqual([204, null]);
});

it('a redirect is not followed', async () => {
  const url = await listening((_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end());
  await expect(boundedFetch(url)).rejects.toThrow();
});

it('reading an endless reply fails', async () => {
  const url = await listening((_, response) => {
    const more = (): void => void (response.destroyed || response.write(Buffer.alloc(1024 * 1024), more));
    more();
  });
  await expect((await boundedFetch(url)).text()).rejects.toThrow();
});
