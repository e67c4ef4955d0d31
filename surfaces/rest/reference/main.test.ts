import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { request } from 'undici';

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const children: Child[] = [];
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'reference-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rmSync(folder, { recursive: true }));

function start(flags: readonly string[], environment: Readonly<Record<string, string>> = { SVC_TOKEN: 't' }): Child {
  const child = spawn(process.execPath, ['dist/surfaces/rest/reference/main.js', ...flags], {
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

async function listening(child: Child): Promise<string> {
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return (JSON.parse(line.toString()) as { readonly listening: string }).listening;
}

async function failure(flags: readonly string[]): Promise<{ readonly code: number; readonly text: string }> {
  const child = start(flags);
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, text };
}

describe('the command that starts the service', () => {
  it('the service prints its address, and reads the token from the environment variable with the given prefix', async () => {
    const child = start(['--base-path', '/v1/', '--prefix', 'acme', '--fixture', 'contract/fixtures/items.json'], {
      ACME_TOKEN: 'other',
    });
    const url = await listening(child);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    const { statusCode, body } = await request(`${url}/items/item-0001`, {
      headers: { authorization: 'Bearer other' },
    });
    expect([statusCode, ((await body.json()) as { readonly item_id: string }).item_id]).toEqual([200, 'item-0001']);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('the service stops at the signal %s', async (signal) => {
    const child = start([]);
    await listening(child);
    child.kill(signal);
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  it('the service stops when its stdin ends, but only if --exit-with-stdin is set', async () => {
    const [bound, free] = [start(['--exit-with-stdin']), start([])];
    const [, url] = await Promise.all([listening(bound), listening(free)]);
    free.stdin.end();
    bound.stdin.end();
    expect(await once(bound, 'close')).toEqual([0, null]);
    const { statusCode, body } = await request(`${url}/items`);
    await body.dump();
    expect(statusCode).toBe(401);
  });

  it('the service keeps items in a file across a restart, and loads the fixture only once', async () => {
    const flags = ['--database', join(folder, 'items.sqlite'), '--fixture', 'contract/fixtures/items.json'];
    const pages: unknown[] = [];
    for (let round = 0; round < 2; round += 1) {
      const child = start(flags);
      const { body } = await request(`${await listening(child)}/items?limit=100`, {
        headers: { authorization: 'Bearer t' },
      });
      pages.push(await body.json());
      child.kill();
      await once(child, 'close');
    }
    expect(pages[1]).toEqual(pages[0]);
  });

  it('the message and the repair of an error are printed without a stack trace', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { code, text } = await failure(['--port', String(port)]);
    server.close();
    expect(code).toBe(2);
    expect(text).toBe(`cannot start: port ${port} of 127.0.0.1 is already in use
Stop the process that listens on this port, or set --port to a different port. 0 selects a free port.
`);
  });
});
