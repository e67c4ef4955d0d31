import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { contractAt, contractOf } from '../../../contract/fixtures/contracts.js';
import { loadConfig } from '../../configuration/load-config.js';
import { configText } from './config-text.js';
import { type ProjectFacts, projectFacts } from './project-facts.js';

const NOTHING = { starts: [], consoles: [], toolServers: [], modules: [], install: 'npm install' };

function project(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'parity-init-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

it.each<[name: string, given: Readonly<Record<string, string>>, want: Partial<ProjectFacts>]>([
  ['no facts in an empty project', {}, {}],
  [
    'a contract in a common folder',
    { 'docs/openapi.yaml': '', 'docs/openapi.json': '' },
    { contract: 'docs/openapi.yaml' },
  ],
  [
    'a start script, and the console command of a package',
    {
      'package.json': JSON.stringify({ name: 'notes', bin: './cli.js', scripts: { start: 'node server.js --quiet' } }),
    },
    {
      starts: [{ name: 'start', command: ['node', 'server.js', '--quiet'], from: 'package.json, scripts.start' }],
      consoles: [{ name: 'notes', command: ['node', './cli.js'], from: 'package.json, bin' }],
    },
  ],
  [
    'no service command in a start script that needs a shell',
    { 'package.json': '{"scripts": {"start": "npm run build && node ."}}' },
    {},
  ],
  [
    'the last command of a Dockerfile in its exec form',
    { Dockerfile: 'FROM a\nCMD ["node", "old.js"]\nFROM b\nCMD [ "python", "-m", "notes" ]\n' },
    { starts: [{ name: 'docker', command: ['python', '-m', 'notes'], from: 'Dockerfile, CMD' }] },
  ],
  [
    'tool servers',
    {
      '.mcp.json':
        '{"mcpServers": {"a": {"command": "npx", "args": ["-y", "x"]}, "b": {"url": "http://127.0.0.1:1/mcp"}, "c": {}}}',
    },
    {
      toolServers: [
        { name: 'a', command: ['npx', '-y', 'x'], from: '.mcp.json' },
        { name: 'b', url: 'http://127.0.0.1:1/mcp', from: '.mcp.json' },
      ],
    },
  ],
  [
    'a package in Python with scripts',
    { 'pyproject.toml': '[project]\nname = "n"\n[project.scripts]\nnotes = "n:main"\n\n[tool.x]\ny = "z"\n' },
    {
      consoles: [{ name: 'notes', command: ['notes'], from: 'pyproject.toml, project.scripts' }],
      python: { from: 'pyproject.toml' },
    },
  ],
  [
    'the module of a package, and its lockfile',
    { 'package.json': '{"exports": {".": {"import": "./dist/client.js"}}}', 'pnpm-lock.yaml': '' },
    { modules: [{ file: './dist/client.js', from: 'package.json' }], install: 'pnpm install --frozen-lockfile' },
  ],
  [
    'scripts with usual names, if no manifest names others',
    { 'server.mjs': '', 'client.mjs': '', 'src/cli.js': '', 'mcp-server.js': '' },
    {
      starts: [{ name: 'server', command: ['node', 'server.mjs'], from: 'server.mjs' }],
      consoles: [{ name: 'cli', command: ['node', 'src/cli.js'], from: 'src/cli.js' }],
      toolServers: [{ name: 'mcp', command: ['node', 'mcp-server.js'], from: 'mcp-server.js' }],
      modules: [{ file: 'client.mjs', from: 'client.mjs' }],
    },
  ],
  [
    'no script beside the command that the manifest names',
    { 'package.json': '{"scripts": {"start": "node app.js"}}', 'server.js': '' },
    { starts: [{ name: 'start', command: ['node', 'app.js'], from: 'package.json, scripts.start' }] },
  ],
  [
    'nothing in files whose content does not match their name',
    { 'package.json': '[', '.mcp.json': '{"mcpServers": 1}', Dockerfile: 'CMD [1]' },
    {},
  ],
])('parity init finds %s', (_, given, want) => {
  expect(projectFacts(project(given))).toEqual({ ...NOTHING, ...want });
});

it('parity init writes a configuration that is valid, even after any of its comments is removed', async () => {
  const contract = await contractAt('contract/item-service.openapi.yaml');
  const hostile = `it's "a" \\ \n b*/`;
  const command = { name: 'Übel-Name 2', command: ['node', hostile], from: 'package.json' };
  const text = configText("o'penapi.yaml", contract, {
    ...NOTHING,
    starts: [{ ...command, from: 'Dockerfile' }],
    consoles: [command],
    toolServers: [{ name: '', url: 'http://127.0.0.1:1', from: '.mcp.json' }],
    modules: [{ file: hostile, from: 'package.json' }],
    python: { from: 'pyproject.toml' },
  });
  const written = await loadConfig(undefined, project({ 'parity.config.ts': text }));
  expect(written.config).toMatchObject({ contracts: ["o'penapi.yaml"], surfaces: { rest: { driver: 'rest' } } });
  process.env['SVC_TOKEN'] = 'a-token-of-tests';
  onTestFinished(() => void delete process.env['SVC_TOKEN']);
  const uncommented = text.replaceAll(/^( +)\/\/ (?=[a-z0-9_]+: (?:\{|process))/gm, '$1');
  const { config } = await loadConfig(undefined, project({ 'parity.config.ts': uncommented }));
  expect(config).toMatchObject({
    service: { command: ['node', hostile] },
    values: { item_id: { known: ['…'] } },
    surfaces: { bel_name_2: { command: ['node', hostile] }, surface: { driver: 'mcp' }, sdk: { module: hostile } },
  });
});

it.each([
  ['a path', [{ url: 'https://a.example/v2/' }], "url: 'http://127.0.0.1:{port}/v2'"],
  ['no path', [{ url: 'https://a.example' }], undefined],
  ['no server', [], undefined],
])('parity init writes a base URL if the server of the contract has a path: %s → $2', async (_, servers, want) => {
  const contract = await contractOf({ servers, paths: {} });
  for (const starts of [[], [{ name: 'start', command: ['a'], from: 'Dockerfile' }]])
    expect(/url: '[^']*'/.exec(configText('a.yaml', contract, { ...NOTHING, starts }))?.[0]).toBe(want);
});
