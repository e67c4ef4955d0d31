import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { once } from 'node:events';
import { type AddressInfo, createServer as createPlainServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { listenInRange } from '../../../surfaces/http/listening.js';
import type { BackendInstance } from '../backend.js';
import type { StartedConfig } from './service-process.js';
import { serviceBackend } from './service.js';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const PROGRAM = join(FIXTURES, 'counting-service.mjs');

/** Starts the test service in a temporary folder, which contains the file with its call count. */
async function started(more: Partial<StartedConfig> = {}): Promise<{ backend: BackendInstance; resets: () => number }> {
  const root = mkdtempSync(join(tmpdir(), 'parity-service-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'count'), '0');
  const command = [process.execPath, PROGRAM, '{port}', 'count'];
  const made = serviceBackend(
    { command, ...more },
    { root, prefix: 'svc', token: 'token-of-tests', timeoutMs: 20_000 },
  );
  const backend = await made.start();
  onTestFinished(() => backend.stop());
  return { backend, resets: () => made.resets?.().count ?? 0 };
}

async function body(backend: BackendInstance, method: string, target: string): Promise<string> {
  const reply = await backend.respond({ method, target, headers: [], body: new Uint8Array(0) });
  return reply.kind === 'response' ? Buffer.from(reply.body as Uint8Array).toString() : reply.reason;
}

it('a started service gets the port, the URL and the chosen variables', async () => {
  process.env['PARITY_TEST_CHOSEN'] = 'chosen';
  process.env['PARITY_TEST_OTHER'] = 'other';
  onTestFinished(() => {
    delete process.env['PARITY_TEST_CHOSEN'];
    delete process.env['PARITY_TEST_OTHER'];
  });
  const env = { SELF: '{url}/x', PORT_OF: '{port}' };
  const { backend } = await started({ env, inheritEnv: ['PARITY_TEST_CHOSEN', 'PARITY_TEST_UNSET'] });
  const seen = JSON.parse(await body(backend, 'GET', '/environment')) as Record<string, string>;
  expect(seen['SELF']).toBe(`http://127.0.0.1:${seen['PORT_OF']}/x`);
  expect([seen['PARITY_TEST_CHOSEN'], seen['PARITY_TEST_OTHER'], seen['SVC_TOKEN']]).toEqual([
    'chosen',
    undefined,
    'token-of-tests',
  ]);
  const { backend: whole } = await started({ inheritEnv: true });
  expect(JSON.parse(await body(whole, 'GET', '/environment'))).toMatchObject({ PARITY_TEST_OTHER: 'other' });
});

it('a service has started only after it answers its readiness path with 2xx', async () => {
  const { backend } = await started({ env: { DELAY_MS: '300' }, readyPath: '/ready' });
  const reply = await backend.respond({ method: 'GET', target: '/ready', headers: [], body: new Uint8Array(0) });
  expect(reply).toMatchObject({ status: 200 });
});

it.each<[string, Partial<StartedConfig>, readonly string[]]>([
  ['a reset command', { reset: { command: [process.execPath, '-e', "fs.writeFileSync('count', '7')"] } }, ['1', '8']],
  ['a new process', { reset: 'restart' }, ['1', '2']],
])('a service is reset by %s', async (_, more, want) => {
  const { backend, resets } = await started(more);
  expect(await body(backend, 'POST', '/')).toBe(want[0]);
  const { PORT_OF: before } = { PORT_OF: await body(backend, 'GET', '/environment') };
  await backend.reset?.();
  expect(await body(backend, 'POST', '/')).toBe(want[1]);
  expect(resets()).toBe(1);
  expect(before).toContain('SVC_TOKEN');
});

it('a failed reset command is reported with its output', async () => {
  const { backend } = await started({
    reset: { command: [process.execPath, '-e', "console.log('disk full'); process.exit(3)"] },
  });
  await expect(backend.reset?.()).rejects.toMatchObject({
    code: 'reset-failed',
    message: expect.stringMatching(/it exited with code 3\ndisk full$/) as string,
  });
});

it('a self-signed certificate is trusted only if the configuration names its authority', async () => {
  const [key, cert] = ['private-key.pem', 'certificate.pem'].map((name) => readFileSync(join(FIXTURES, name)));
  const server = createServer({ key, cert }, (_, response) => response.end('secure')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const options = { root: FIXTURES, prefix: 'svc', token: 'token', timeoutMs: 20_000 };
  const trusting = await serviceBackend({ url, ca: 'certificate.pem' }, options).start();
  const other = await serviceBackend({ url }, options).start();
  onTestFinished(async () => void (await Promise.all([trusting.stop(), other.stop()])));
  expect(await body(trusting, 'GET', '/')).toBe('secure');
  expect(await body(other, 'GET', '/')).toMatch(/self-signed certificate|DEPTH_ZERO_SELF_SIGNED_CERT/i);
  await expect(serviceBackend({ url, ca: 'none.pem' }, options).start()).rejects.toMatchObject({
    code: 'certificate-missing',
  });
});

/** A service that first tries the port in its third argument, which is in use. Each start adds a line to a file. */
const LATE = `
const fs = require('fs');
const [, port, used] = process.argv;
fs.appendFileSync('starts', 'start\\n');
const isFirst = fs.readFileSync('starts', 'utf8') === 'start\\n';
require('http').createServer((_, response) => response.end('ready')).listen(isFirst ? used : port, '127.0.0.1');
`;

it('a service whose chosen port was taken in the meantime is started again', async () => {
  const other = createPlainServer((socket) => socket.destroy());
  onTestFinished(() => void other.close());
  const used = String(await listenInRange(other));
  const { backend } = await started({ command: [process.execPath, '-e', LATE, '{port}', used] });
  expect(await body(backend, 'GET', '/')).toBe('ready');
  await expect(
    started({ command: [process.execPath, '-e', LATE, used, used], url: 'http://127.0.0.1:9' }),
  ).rejects.toMatchObject({
    code: 'service-unavailable',
    message: expect.stringContaining('EADDRINUSE') as string,
  });
});
