import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ToolServer } from '../../contract/manifests/tool-server.js';
import { packageLaunch } from '../../rules/registry/launched-packages.js';
import { installPrivately } from './private-package.js';
import { probeRegistry } from './probe-registry.js';

const FAULTY = resolve(import.meta.dirname, 'fixtures/faulty-server.mjs');
const NAME = '@acme/faulty-server';
const PUBLISHER = 'io.modelcontextprotocol.registry/publisher-provided';

// A package registry for tests, with one package in one version.
let registry: Server;
let folder = '';
let asked: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parity-published-'));
  const server = `#!/usr/bin/env node\n${await readFile(FAULTY, 'utf8')}`;
  const scripts = { postinstall: `node -e "require('fs').writeFileSync('${join(folder, 'script-ran')}', '')"` };
  const manifest = {
    name: NAME,
    version: '1.2.0',
    bin: { 'faulty-server': 'server.mjs', other: 'server.mjs' },
    scripts,
  };
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ ...manifest, _meta: { [PUBLISHER]: { tools: ['one', 'three'] } } }),
  );
  await writeFile(join(folder, 'server.mjs'), server);
  await execa('npm', ['pack'], { cwd: folder });
  const tarball = await readFile(join(folder, 'acme-faulty-server-1.2.0.tgz'));
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  registry = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    asked.push(path);
    const dist = { tarball: `http://${request.headers.host ?? ''}/server.tgz`, integrity };
    const versions = { '1.2.0': { ...manifest, hasInstallScript: true, dist } };
    if (path === '/server.tgz') response.end(tarball);
    else if (path === `/${NAME}`)
      response.end(JSON.stringify({ name: NAME, 'dist-tags': { latest: '1.2.0' }, versions }));
    else response.writeHead(404).end('{}');
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
}, 30_000);
afterAll(async () => {
  registry.close();
  await rm(folder, { recursive: true });
});

beforeEach(() => {
  asked = [];
  vi.stubEnv('npm_config_registry', `http://127.0.0.1:${(registry.address() as AddressInfo).port}`);
  // The test uses a separate npm cache, so that it leaves nothing in the cache of the machine.
  vi.stubEnv('HOME', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const OPTIONS = { root: import.meta.dirname, mostMs: 30_000, stop: new AbortController().signal };

function pinned(version: string): ToolServer {
  const place = { file: 'servers.yaml', line: 2, column: 5, pointer: '/servers/0/name' };
  const places = { name: place, pin: place, launch: place };
  return {
    name: 'faulty',
    pin: `npm:${NAME}@${version}`,
    launch: ['npx', '--yes', `${NAME}@${version}`, 'valid'],
    places,
  };
}

function probe(version: string, online: boolean): ReturnType<typeof probeRegistry> {
  return probeRegistry([pinned(version)], { ...OPTIONS, online });
}

async function leftovers(): Promise<readonly string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith('parity-server-')).toSorted();
}

test('the pinned version is installed in a separate folder without scripts, and removed after the probe', async () => {
  const before = await leftovers();
  const offline = await probe('1.2.0', false);
  expect(offline.notes).toMatchObject([
    { code: 'probe-inconclusive', repair: expect.stringMatching(/^Add `--online`/) as string },
  ]);
  expect(asked).toEqual([]);
  const { findings, notes } = await probe('1.2.0', true);
  expect(notes).toMatchObject([{ message: `faulty registers 2 tools; ${NAME}@1.2.0/package.json advertises 2.` }]);
  expect(findings).toMatchObject([{ rule: 'registry/advertised-tools', kind: 'tools-differ' }]);
  expect(await readdir(folder)).not.toContain('script-ran');
  // After a download, the package must also be available offline.
  expect((await probe('1.2.0', false)).probed).toEqual(['faulty']);
  expect(await leftovers()).toEqual(before);
}, 60_000);

test('an unpublished version and an unknown command are reported', async () => {
  const { notes } = await probe('1.2.1', true);
  expect(notes).toMatchObject([{ message: expect.stringContaining(`npm cannot install ${NAME}@1.2.1`) as string }]);
  const launch = packageLaunch('npm', ['npx', '-p', `${NAME}@1.2.0`, 'unknown']);
  if (launch === undefined) throw new Error('npx is a runner');
  const pin = { kind: 'package', manager: 'npm', name: NAME, version: '1.2.0' } as const;
  expect(await installPrivately(pin, launch, { ...OPTIONS, online: true })).toMatchObject({
    kind: 'obstacle',
    why: `${NAME}@1.2.0 has no command unknown; it has faulty-server, other`,
  });
}, 60_000);
