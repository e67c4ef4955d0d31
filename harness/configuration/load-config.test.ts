import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { completeConfig, loadConfig, loadConfigFor } from './load-config.js';
import { surfaceConfigsFor } from './surface-configs.js';

/** The properties of `Error` before any configuration is loaded. */
const OWN = Object.getOwnPropertyDescriptors(Error);

const MINIMAL = { contracts: ['a.yaml'], surfaces: { rest: { driver: 'rest' } } };

describe('completeConfig', () => {
  it('loading a configuration fills in the defaults', () => {
    expect(completeConfig(MINIMAL, '/p/parity.config.ts')).toMatchObject({
      root: '/p',
      prefix: 'svc',
      backends: ['mock'],
      seed: 1,
      reports: 'reports/latest',
      contracts: [{ file: 'a.yaml', served: true }],
    });
    expect(completeConfig({ ...MINIMAL, service: { url: 'http://127.0.0.1:1' } }, '/p/c.ts').backends).toEqual([
      'reference',
      'mock',
    ]);
  });

  it('makes a random token for each run, unless a token is configured', () => {
    const tokens = [1, 2].map(() => completeConfig(MINIMAL, '/p/c.ts').token);
    expect(new Set(tokens).size).toBe(2);
    expect(completeConfig({ ...MINIMAL, token: 'given-token' }, '/p/c.ts').token).toBe('given-token');
  });

  it('gives each contract its own service, or else the service of the configuration', () => {
    const service = { url: 'http://127.0.0.1:1' };
    const own = { url: 'http://127.0.0.1:2' };
    const contracts = ['a.yaml', { file: 'b.yaml', service: own }];
    expect(completeConfig({ ...MINIMAL, contracts, service }, '/p/c.ts').contracts).toEqual([
      { file: 'a.yaml', served: true, service },
      { file: 'b.yaml', served: true, service: own },
    ]);
    expect(completeConfig({ ...MINIMAL, contracts }, '/p/c.ts').backends).toEqual(['reference', 'mock']);
  });

  const wrong: readonly (readonly [string, unknown, string])[] = [
    ['a configuration without contracts', { surfaces: MINIMAL.surfaces }, 'contracts'],
    [
      'an unknown key of a contract',
      { ...MINIMAL, contracts: [{ file: 'a.yaml', timeoutMs: 5 }] },
      'contracts.0 has the unknown key timeoutMs; the known keys are file, served, service',
    ],
    ['a contract that is neither a string nor an object', { ...MINIMAL, contracts: [5] }, 'contracts.0 must be string'],
    [
      'an unknown key of the configuration',
      { ...MINIMAL, seeds: 5 },
      'the configuration has the unknown key seeds; the known keys are contracts, surfaces',
    ],
    ['a configuration without surfaces', { contracts: ['a.yaml'], surfaces: {} }, 'surfaces'],
    ['a configuration with a misspelt option', { ...MINIMAL, surface: {} }, 'surface'],
    ['an unknown driver', { ...MINIMAL, surfaces: { x: { driver: 'soap' } } }, 'rest, sdk_typescript, cli, mcp'],
    [
      'a generator as a driver',
      { ...MINIMAL, surfaces: { x: { driver: 'sdk_python' } } },
      'sdk_python is only a generator, and the driver protocol calls its code',
    ],
    ['a command line without a command', { ...MINIMAL, surfaces: { cli: { driver: 'cli' } } }, 'surfaces.cli'],
    ['the backend `reference` without a service', { ...MINIMAL, backends: ['reference'] }, 'service'],
    [
      'a service with two ways to reset it',
      { ...MINIMAL, service: { command: ['x'], reset: 'restart', resetPath: '/reset' } },
      'service cannot have reset and resetPath together',
    ],
    [
      'a readiness path for a service that already runs',
      { ...MINIMAL, service: { url: 'http://x', readyPath: '/up' } },
      'command',
    ],
    ['a short token, which could not be kept out of reports', { ...MINIMAL, token: 'abc' }, 'token'],
    [
      'a surface that offers an unknown contract',
      { ...MINIMAL, surfaces: { x: { contracts: { 'b.yaml': { driver: 'rest' } } } } },
      'b.yaml',
    ],
    [
      'an invalid surface of one contract',
      { ...MINIMAL, surfaces: { x: { contracts: { 'a.yaml': { driver: 'cli' } } } } },
      'surfaces.x.contracts.a.yaml',
    ],
    ...(
      [
        [
          'a generator without an output',
          { command: ['x'] },
          'must have exactly one of: generator with output, command with output,',
        ],
        ['a generator with two outputs', { command: ['x'], output: 'y', outputs: ['z'] }, 'must have exactly one of: '],
        [
          'a generator with outputs outside the project',
          { command: ['x'], outputs: ['../y'] },
          'generate.outputs.0 must match',
        ],
        ['an included generator with fixed outputs', { generator: 'rest', output: 'x', outputs: ['y'] }, 'outputs'],
      ] as const
    ).map(([name, generate, named]): (typeof wrong)[number] => [
      name,
      { ...MINIMAL, surfaces: { x: { driver: 'rest', generate } } },
      named,
    ]),
    ['an empty configuration', undefined, 'configuration'],
  ];
  it.each(wrong)('a configuration is rejected, and the fault is named: %s', (_, config, named) => {
    expect(() => completeConfig(config, '/p/c.ts')).toThrow(
      expect.objectContaining({ code: 'config-invalid', message: expect.stringContaining(named) as string }),
    );
  });
});

describe('loadConfig', () => {
  it.each([
    [
      'parity.config.ts',
      "import { defineConfig } from 'contract-parity';\nexport default defineConfig({ contracts: ['a.yaml'], surfaces: { rest: { driver: 'rest' } } });\n",
    ],
    ['parity.config.json', JSON.stringify(MINIMAL)],
  ])('the configuration file %s is found and read', async (name, text) => {
    const folder = await temporary();
    await writeFile(join(folder, name), text);
    expect((await loadConfig(undefined, folder)).contracts).toEqual([{ file: 'a.yaml', served: true }]);
  });

  it('reports a missing configuration and a syntax error', async () => {
    const folder = await temporary();
    await expect(loadConfig(undefined, folder)).rejects.toMatchObject({ code: 'config-missing' });
    await writeFile(join(folder, 'x.ts'), 'export default {');
    await expect(loadConfig('x.ts', folder)).rejects.toMatchObject({ code: 'config-unreadable' });
  });
});

describe('loadConfigFor', () => {
  it('a command with contracts on the command line needs no configuration, but uses an existing one', async () => {
    const folder = await temporary();
    expect((await loadConfigFor(['b.yaml'], undefined, folder)).contracts).toEqual([{ file: 'b.yaml', served: true }]);
    await expect(loadConfigFor([], undefined, folder)).rejects.toMatchObject({ code: 'config-missing' });
    await expect(loadConfigFor(['b.yaml'], 'x.ts', folder)).rejects.toMatchObject({ code: 'config-missing' });
    await writeFile(join(folder, 'parity.config.json'), JSON.stringify({ ...MINIMAL, prefix: 'acme' }));
    expect((await loadConfigFor(['b.yaml'], undefined, folder)).prefix).toBe('acme');
  });
});

describe('surfaceConfigsFor', () => {
  const rest = { driver: 'rest' };
  const loaded = completeConfig(
    {
      contracts: ['a.yaml', 'sub/b.yaml'],
      surfaces: { rest, tools: { contracts: { './sub/b.yaml': { driver: 'mcp', url: 'http://127.0.0.1:1' } } } },
    },
    '/p/c.ts',
  );

  it.each([
    ['a.yaml', [], ['rest']],
    ['sub/b.yaml', [], ['rest', 'tools']],
    ['sub/b.yaml', ['tools'], ['tools']],
    ['a.yaml', ['tools'], []],
  ] as const)('the contract %s and the named surfaces %j select the surfaces %j', (file, named, want) => {
    expect(surfaceConfigsFor(loaded, file, named).map(({ id }) => id)).toEqual(want);
  });

  it('an unknown surface name is rejected', () => {
    expect(() => surfaceConfigsFor(loaded, 'a.yaml', ['none'])).toThrow(
      expect.objectContaining({ code: 'surface-unknown' }),
    );
  });
});

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parity-config-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

it('loading a configuration does not change the stack traces of errors', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'config-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  // The test file needs a type annotation, because only TypeScript files are compiled.
  await writeFile(
    join(folder, 'parity.config.ts'),
    `const config: object = ${JSON.stringify(MINIMAL)};\nexport default config;\n`,
  );
  await loadConfig(undefined, folder);
  expect(Object.getOwnPropertyDescriptors(Error)).toEqual(OWN);
});
