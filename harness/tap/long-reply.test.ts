import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Pool } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { get, tapped } from './fixtures/tapped.js';
import { forwardTo } from './forward.js';
import type { Tap } from './tap.js';
import { TAP_PREFIX } from './tap-bases.js';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

describe('a long reply', () => {
  const MEGABYTE = 1024 * 1024;

  async function serving(body: Buffer, headers: Readonly<Record<string, string>> = {}): Promise<string> {
    const server = createServer((_, response) => void response.writeHead(200, headers).end(body)).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    open.push(async () => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async function forwarded(url: string): Promise<{ readonly tap: Tap; readonly pool: Pool }> {
    const forwarder = forwardTo(url, 10_000);
    open.push(() => forwarder.close());
    return tapped(forwarder.respond);
  }

  it('a long reply is relayed completely, and an excerpt of its body is recorded', async () => {
    const body = randomBytes(5 * MEGABYTE);
    const { tap, pool } = await forwarded(
      await serving(body, { 'content-type': 'application/json', 'content-length': String(body.byteLength) }),
    );
    const response = await pool.request({ method: 'GET', path: `${TAP_PREFIX}/` });
    expect(response.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(body.byteLength),
    });
    expect(Buffer.compare(Buffer.from(await response.body.arrayBuffer()), body)).toBe(0);
    const [exchange] = await tap.take();
    expect(exchange?.response).toMatchObject({
      kind: 'response',
      status: 200,
      body: {
        bytes: body.byteLength,
        sha256: createHash('sha256').update(body).digest('hex'),
        head: body.subarray(0, 2048),
        tail: body.subarray(-2048),
      },
    });
  });

  it('a reply up to the size limit is recorded completely', async () => {
    const body = randomBytes(MEGABYTE);
    const { tap, pool } = await forwarded(await serving(body));
    await get(pool, `${TAP_PREFIX}/`);
    const [exchange] = await tap.take();
    const kept = exchange?.response.kind === 'response' ? exchange.response.body : undefined;
    // The matchers of Vitest would compare a million bytes one by one, as properties.
    expect(kept instanceof Uint8Array && Buffer.compare(kept, body)).toBe(0);
  });

  it('a long reply is read to its end even if the surface disconnects', async () => {
    const body = randomBytes(5 * MEGABYTE);
    const { tap, pool } = await forwarded(await serving(body));
    const response = await pool.request({ method: 'GET', path: `${TAP_PREFIX}/` });
    response.body.destroy();
    await expect.poll(async () => tap.take()).toMatchObject([{ response: { body: { bytes: body.byteLength } } }]);
  });

  it('a long reply is cut off if it exceeds the maximum length', async () => {
    const { tap, pool } = await forwarded(await serving(Buffer.alloc(17 * MEGABYTE)));
    const response = await pool.request({ method: 'GET', path: `${TAP_PREFIX}/` });
    await expect(response.body.arrayBuffer()).rejects.toThrow();
    const [exchange] = await tap.take();
    expect(exchange?.response).toMatchObject({ kind: 'failed', tooLong: true });
  });

  it('a reply that decodes to too many bytes is not relayed to the surface', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * MEGABYTE));
    const { tap, pool } = await forwarded(await serving(bomb, { 'content-encoding': 'gzip' }));
    await expect(get(pool, `${TAP_PREFIX}/`)).rejects.toThrow();
    const [exchange] = await tap.take();
    expect(exchange?.response).toMatchObject({
      kind: 'failed',
      tooLong: true,
      reason: expect.stringContaining('decoded') as string,
    });
  });
});
