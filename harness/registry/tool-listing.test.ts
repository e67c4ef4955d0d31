import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type ClientKind, type Listing, listTools } from './tool-listing.js';

const FAULTY = resolve(import.meta.dirname, 'fixtures/faulty-server.mjs');

function listed(mode: string, as: ClientKind = 'none', mostMs = 20_000): Promise<Listing> {
  return listTools(
    { kind: 'process', command: [process.execPath, FAULTY, mode], cwd: import.meta.dirname, env: {} },
    as,
    mostMs,
  );
}

test.each<[string, string, Listing]>([
  ['valid', 'all tools', { kind: 'listed', names: ['one', 'two'] }],
  ['paged', 'the tools of all pages', { kind: 'listed', names: ['one', 'two', 'three'] }],
  ['twice', 'two tools with the same name', { kind: 'listed', names: ['one', 'two', 'one'] }],
  [
    'noise',
    'the tools, and a line of stdout that is not a message',
    { kind: 'listed', names: ['one'], noise: 'listing the tools' },
  ],
  [
    'cycle',
    'a cursor that repeats',
    { kind: 'endless', message: expect.stringContaining('returned a cursor of an earlier page: "again"') as string },
  ],
  [
    'endless',
    'more than 100 pages',
    { kind: 'endless', message: expect.stringContaining('after 100 pages') as string },
  ],
  [
    'crash',
    'the reason why the server exited',
    { kind: 'failed', why: expect.stringMatching(/exited with code 3.*the disk is full/) as string },
  ],
  [
    'no-start',
    'the reason why the server did not start',
    { kind: 'failed', why: expect.stringMatching(/exited with code 1.*no database/) as string },
  ],
])('the list of the tools of a server in mode `%s` reports %s', async (mode, _, want) => {
  expect(await listed(mode)).toEqual(want);
});

test('some tools are listed only for clients with capabilities such as elicitation', async () => {
  expect(await listed('asking')).toEqual({ kind: 'listed', names: ['one'] });
  expect(await listed('asking', 'all')).toEqual({ kind: 'listed', names: ['one', 'ask', 'sample'] });
});

test.each(['hang', 'silent', 'flood'])('a test server in mode `%s` is ended after the time limit', async (mode) => {
  expect(await listed(mode, 'none', 700)).toEqual({
    kind: 'failed',
    why: expect.stringContaining('did not answer within 0.7 s') as string,
  });
});

test.each<[string, RegExp]>([
  ['huge', /^the server was ended because it wrote a line of more than 16777216 bytes$/],
  ['long-names', /returned \d+ tools with \d+ characters/],
])('the list of the tools of a server in mode `%s` is read only up to a limit', async (mode, want) => {
  const listing = await listed(mode);
  expect(listing.kind === 'failed' ? listing.why : listing.kind === 'endless' ? listing.message : '').toMatch(want);
});

test('a launch command that does not exist is reported', async () => {
  const reach = { kind: 'process', command: ['/no/such/program'], cwd: import.meta.dirname, env: {} } as const;
  expect(await listTools(reach, 'none', 5000)).toEqual({
    kind: 'failed',
    why: expect.stringContaining('ENOENT') as string,
  });
});

test('a redirect to another host, a status 401 and an endless reply fail the probe over HTTP', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/away') {
      response.writeHead(307, { location: 'http://192.0.2.1/mcp' }).end();
      return;
    }
    if (request.url === '/closed') {
      response.writeHead(401).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = setInterval(() => response.write(Buffer.alloc(1024 * 1024, 32)), 1);
    response.once('close', () => clearInterval(more));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await listTools({ kind: 'http', url: `${origin}/away` }, 'none', 5000)).toMatchObject({ kind: 'failed' });
  expect(await listTools({ kind: 'http', url: `${origin}/closed` }, 'none', 5000)).toEqual({
    kind: 'failed',
    why: 'it answered with HTTP status 401',
  });
  expect(await listTools({ kind: 'http', url: `${origin}/endless` }, 'none', 20_000)).toEqual({
    kind: 'failed',
    why: expect.stringContaining('is longer than') as string,
  });
});
