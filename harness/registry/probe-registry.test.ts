import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { execa } from 'execa';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { isOnPath } from '../../surfaces/process/program-on-path.js';
import type { ToolServer } from '../../contract/manifests/tool-server.js';
import { type ProbeResult, probeRegistry } from './probe-registry.js';

const FAULTY = resolve(import.meta.dirname, 'fixtures/faulty-server.mjs');
const SHA = '0123456789abcdef0123456789abcdef01234567';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parity-probe-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
});

async function put(path: string, content: unknown): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
}

function server(name: string, pin: string, launch: readonly string[]): ToolServer {
  const place = { file: 'servers.yaml', line: 2, column: 5, pointer: '/servers/0/name' };
  return { name, pin, launch, places: { name: place, pin: place, launch: place } };
}

function faulty(mode: string, repository = mode): ToolServer {
  return server(mode, `operator:${repository}@${SHA}`, [process.execPath, FAULTY, mode, SHA]);
}

async function probe(
  servers: readonly ToolServer[],
  online = false,
): Promise<ProbeResult & { readonly messages: readonly string[] }> {
  const result = await probeRegistry(servers, { online, root, stop: new AbortController().signal });
  return { ...result, messages: result.notes.map(({ severity, message }) => `${severity}: ${message}`) };
}

const published = (...tools: readonly unknown[]): unknown => ({
  _meta: { 'io.modelcontextprotocol.registry/publisher-provided': { tools } },
});

test('the tools of all pages are compared with the published description', async () => {
  await put('paged/server.json', published('one', 'two', { name: 'three' }));
  const { findings, messages, probed } = await probe([faulty('paged')]);
  expect(findings).toEqual([]);
  expect(messages).toEqual(['info: paged registers 3 tools; paged/server.json advertises 3.']);
  expect(probed).toEqual(['paged']);
});

test('tools that a server lists only for some clients are counted separately', async () => {
  await put('asking/manifest.json', { manifest_version: '0.3', tools: [{ name: 'one' }, { name: 'ask' }] });
  expect((await probe([faulty('asking')])).messages).toEqual([
    'info: asking registers 1 tool, and 3 for a client with sampling, elicitation and roots; asking/manifest.json advertises 2.',
  ]);
});

test.each<[string, string, unknown, string | undefined]>([
  ['a server.json with other tool names', 'server.json', published('one', 'three'), 'tools-differ'],
  [
    'a server.json with a number of tools',
    'server.json',
    { _meta: { 'io.modelcontextprotocol.registry/publisher-provided': { toolCount: 3 } } },
    'count-differs',
  ],
  ['the publisher metadata of a package.json', 'package.json', published('one'), 'not-advertised'],
  [
    'a bundle that generates further tools',
    'manifest.json',
    { manifest_version: '0.3', tools: [{ name: 'one' }], tools_generated: true },
    undefined,
  ],
  ['a manifest.json that is not a bundle manifest', 'manifest.json', { tools: [{ name: 'none' }] }, undefined],
  ['a description with invalid JSON', 'server.json', '{"_meta": ', undefined],
])('the listed tools are compared with the advertised tools: %s → $3', async (_, file, content, kind) => {
  await put(`valid/${file}`, content);
  const { findings } = await probe([faulty('valid')]);
  expect(findings.map((finding) => [finding.rule, finding.surfaces, finding.kind])).toEqual(
    kind === undefined ? [] : [['registry/advertised-tools', ['valid'], kind]],
  );
});

test('the probe of a server that cannot be started is inconclusive, with a reason', async () => {
  const { findings, messages, probed } = await probe([
    faulty('no-start'),
    server('absent', `operator:x@${SHA}`, ['no-such-program', SHA]),
    server('far', 'http:https://tools.example.org/mcp', []),
    server('loose', 'npm:memory@latest', ['npx', 'memory@latest']),
    server('other', 'npm:memory@1.2.0', ['npx', 'memory@1.2.1']),
    server('elsewhere', `local:surfaces@${SHA}`, ['node', 'surfaces/a.js']),
    faulty('cycle'),
    faulty('twice'),
    faulty('noise'),
  ]);
  expect(messages.map((line) => /^error: .* could not be listed: (.*)\.$/s.exec(line)?.[1] ?? line)).toEqual([
    expect.stringContaining('exited with code 1; its stderr ends: no database'),
    'no-such-program is not on PATH',
    'it runs on another machine',
    'its pin names a tag, which may later refer to a different version',
    'its launch starts memory@1.2.1',
    expect.stringMatching(/git finds no surfaces at|needs git, which is not installed/),
    expect.stringContaining('The list of tools of cycle does not end'),
    expect.stringContaining('twice registers 3 tools'),
    expect.stringContaining('noise registers 1 tool'),
  ]);
  expect(findings.map(({ rule, surfaces, kind }) => `${rule} ${surfaces.join()} ${kind}`)).toEqual([
    'registry/tool-list cycle endless',
    'registry/tool-list twice repeated',
    'registry/tool-list noise noise',
  ]);
  expect(probed).toEqual(['cycle', 'twice', 'noise']);
  const { notes } = await probe([
    server('absent', `operator:x@${SHA}`, ['no-such-program', SHA]),
    server('far', 'http:https://tools.example.org/mcp', []),
  ]);
  expect(notes.map(({ repair }) => repair)).toEqual([
    expect.stringMatching(/^Put the program no-such-program of the server.s operator on PATH/) as string,
    expect.stringMatching(/^Add `--online`/) as string,
  ]);
});

test('the runner of an operator-pinned server is found on PATH, and gets the arguments of the launch', async () => {
  await put(
    'bin/operator-run',
    `#!/usr/bin/env node\nprocess.argv[2] = process.argv[3] === '${SHA}' ? 'valid' : 'no-start';\nimport(${JSON.stringify(FAULTY)});\n`,
  );
  await chmod(join(root, 'bin/operator-run'), 0o755);
  vi.stubEnv('PATH', `${join(root, 'bin')}:${process.env['PATH'] ?? ''}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const run = server('notebook', `operator:git.example.org/notebook@${SHA}`, ['operator-run', 'notebook', SHA]);
  expect((await probe([run])).messages).toEqual([expect.stringContaining('notebook registers 2 tools')]);
});

test.skipIf(!isOnPath('git'))(
  'a local pin is started only if its files match the revision (skipped without git)',
  async () => {
    const git = async (...args: readonly string[]): Promise<string> =>
      (await execa('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: root })).stdout;
    await put('tools/main.mjs', `process.argv[2] = 'valid'; await import(${JSON.stringify(FAULTY)});`);
    await git('init', '--quiet');
    await git('add', '.');
    await git('commit', '--quiet', '--message', 'One');
    const pinned = server('tools', `local:tools@${await git('rev-parse', 'HEAD')}`, [
      process.execPath,
      'tools/main.mjs',
    ]);
    expect((await probe([pinned])).messages).toEqual([expect.stringContaining('tools registers 2 tools')]);
    await put('tools/more.mjs', '');
    expect((await probe([pinned])).messages).toEqual([expect.stringContaining('has uncommitted changes')]);
    await git('add', '.');
    await git('commit', '--quiet', '--message', 'Two');
    expect((await probe([pinned])).messages).toEqual([expect.stringContaining('tools has changed since')]);
  },
);

test('an installed package is started without network access, and only in the pinned version', async () => {
  await put('package.json', { name: 'host', private: true, dependencies: { 'faulty-server': '1.0.0' } });
  await put('node_modules/faulty-server/package.json', {
    name: 'faulty-server',
    version: '1.0.0',
    bin: 'bin.mjs',
    ...(published('one') as object),
  });
  await put('node_modules/faulty-server/bin.mjs', `#!/usr/bin/env node\nawait import(${JSON.stringify(FAULTY)});\n`);
  await chmod(join(root, 'node_modules/faulty-server/bin.mjs'), 0o755);
  await mkdir(join(root, 'node_modules/.bin'));
  await symlink('../faulty-server/bin.mjs', join(root, 'node_modules/.bin/faulty-server'));
  const pinned = (version: string): ToolServer =>
    server('faulty', `npm:faulty-server@${version}`, ['npx', '--yes', `faulty-server@${version}`]);
  const { findings, messages } = await probe([pinned('1.0.0')]);
  expect(messages).toEqual([
    expect.stringContaining('faulty registers 2 tools; node_modules/faulty-server/package.json advertises 1'),
  ]);
  expect(findings.map(({ kind }) => kind)).toEqual(['not-advertised']);
  expect((await probe([pinned('1.0.1')])).messages).toEqual([expect.stringContaining('could not be listed')]);
}, 30_000);
