import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { contractAt, itemService } from '../../contract/fixtures/contracts.js';
import { checkCurrent } from '../../rules/freshness/current.js';
import { SCIENCE_RUNTIME, referenceService } from '../../surfaces/fixtures/reference-service.js';
import { runtimeFiles } from '../../surfaces/generation/runtime-files.js';
import { hasMypy, hasPython, isInstalled, strictMypy } from '../../surfaces/sdk_python/fixtures/python.js';
import type { GenerateConfig } from '../configuration/config.js';
import { compareGenerated, writeGenerated } from './generate.js';

const ROOT = process.cwd();
const items = await itemService();
const runs = await contractAt('contract/science-runtime.openapi.yaml');
const PAGE = readFileSync(join(ROOT, 'docs/sdks.md'), 'utf8');

/** The configurations that the documentation shows. */
const TYPESCRIPT: GenerateConfig = { generator: 'sdk_typescript', output: 'clients/typescript' };
const PYTHON: GenerateConfig = { generator: 'sdk_python', output: 'clients/python/acme_client' };
const hasSetuptools = isInstalled('python3', '-c', 'import setuptools, tomllib');

describe('a generated SDK without a client library, used as its documentation describes', () => {
  it('the TypeScript SDK compiles, and a typed program can use it', async () => {
    const folder = await packaged();
    writeFileSync(join(folder, 'use.ts'), fence('ts', "from 'acme-client'"));
    await run('tsc', [...STRICT, '--rootDir', '.', '--outDir', 'use', 'use.ts'], folder);
    expect(await served('use/use.js', folder)).toBe('urn:problem-type:not-found\nLamp null\n');
  });

  it('the TypeScript SDK returns the events of streams, and a second SDK can import it as a library', async () => {
    const folder = await packaged();
    const config = {
      generator: 'sdk_typescript',
      output: 'clients/typescript/runs',
      library: 'clients/typescript',
    } as const;
    await writeGenerated(config, runs, join(folder, '../..'));
    const made = `import { Client } from './runs/generated/client.js';
const client = new Client({ baseUrl: process.env['ACME_BASE_URL'] ?? '', token: 'right' });
const run = await client.runScienceLoop({ body: { run_id: 'run-1', objective: 'sphere', dimensions: 2, seed: 1, iterations: 50 } });\n`;
    const use = "\nif (run.state === 'succeeded') console.log(run.best.point);\nawait client.close();\n";
    writeFileSync(join(folder, 'use.ts'), made + fence('ts', 'streamRunEvents') + use);
    await run('tsc', [...STRICT, '--rootDir', '.', '--outDir', 'use', 'use.ts'], folder);
    const lines = (await served('use/use.js', folder, SCIENCE_RUNTIME)).trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.at(-1)).toMatch(/^\[ -?[\d.e-]+, -?[\d.e-]+ \]$/);
    expect(lines.at(-2)).toBe(lines.at(-1));
  });

  it.skipIf(!hasPython)('a typed program can use the Python SDK (skipped without Python)', async () => {
    const folder = await pythonPackage();
    writeFileSync(join(folder, 'use.py'), fence('python', 'from acme_client'));
    expect(await served('use.py', folder)).toBe('urn:problem-type:not-found\nLamp None\n');
    if (hasMypy) expect(strictMypy(['use.py'], folder)).toContain('Success');
  });

  it.skipIf(!hasPython)(
    'a second Python SDK can use the first Python SDK as its library (skipped without Python)',
    async () => {
      const folder = await pythonPackage();
      const config = {
        generator: 'sdk_python',
        output: 'clients/python/acme_client/runs',
        library: 'clients/python/acme_client',
      } as const;
      await writeGenerated(config, runs, join(folder, '../..'));
      writeFileSync(join(folder, 'acme_client/runs/__init__.py'), 'from .generated import *\n');
      writeFileSync(join(folder, 'use.py'), PYTHON_RUN);
      expect(await served('use.py', folder, SCIENCE_RUNTIME)).toBe("['queued', 'running', 'progress'] True\n");
      if (hasMypy) expect(strictMypy(['use.py'], folder)).toContain('Success');
    },
  );

  it.skipIf(!hasSetuptools)(
    'the package of the Python SDK contains all its modules (skipped without setuptools)',
    async () => {
      const folder = await pythonPackage();
      await run('python3', ['-c', 'from setuptools import setup; setup()', '-q', 'build_py', '-d', 'built'], folder);
      rmSync(join(folder, 'acme_client'), { recursive: true });
      cpSync(join(folder, 'built'), folder, { recursive: true });
      expect(readFileSync(join(folder, 'acme_client/py.typed'), 'utf8')).toBe('');
      expect(
        await run('python3', ['-W', 'error', '-c', 'import acme_client; print(acme_client.Client.__name__)'], folder),
      ).toBe('Client\n');
    },
  );

  it.each([TYPESCRIPT, PYTHON])(
    'a generated SDK is current after it is written, and a manual change is reported: $output',
    async (config) => {
      const folder = await generated(config);
      const { files } = await compareGenerated('sdk', config, items, folder);
      expect(checkCurrent(await compareGenerated('sdk', config, items, folder))).toEqual([]);
      writeFileSync(join(folder, files.find(({ path }) => path.includes('runtime/'))?.path ?? ''), '');
      expect(checkCurrent(await compareGenerated('sdk', config, items, folder))).toMatchObject([{ kind: 'changed' }]);
    },
  );

  it('an SDK is generated only from files that our npm package contains', async () => {
    const folders = ['surfaces/sdk_typescript/runtime', 'surfaces/sdk_python/reference/template_service'];
    // A copy of the SDK without the other files of its package.
    const copy = mkdtempSync(join(tmpdir(), 'parity-sdk-'));
    onTestFinished(() => rmSync(copy, { recursive: true }));
    for (const part of ['package.json', 'surfaces/sdk_typescript/runtime', 'surfaces/sdk_python/reference']) {
      cpSync(join(ROOT, part), join(copy, part), { recursive: true });
    }
    const [packed] = JSON.parse(
      await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], copy),
    ) as readonly Packed[];
    const there = new Set(packed?.files.map(({ path }) => path));
    const read = folders.flatMap((folder) =>
      runtimeFiles(folder, (name) => /^_?[a-z-]+\.(?:ts|py)$/.test(name), String).map(
        ({ path }) => `${folder}/${path}`,
      ),
    );
    expect(read.length).toBeGreaterThan(12);
    expect([...read, 'surfaces/sdk_python/reference/worker.py'].filter((file) => !there.has(file))).toEqual([]);
  });
});

const STRICT: readonly string[] = (
  'strict noUnusedLocals noUnusedParameters exactOptionalPropertyTypes noUncheckedIndexedAccess verbatimModuleSyntax skipLibCheck erasableSyntaxOnly ' +
  'target=es2022 module=nodenext types=node'
)
  .split(' ')
  .flatMap((option) => `--${option}`.split('='));

const PYTHON_RUN = `
import os
from acme_client.runs import Client
with Client(os.environ["ACME_BASE_URL"], token="right") as client:
    run = client.run_science_loop(body={"run_id": "run-1", "objective": "sphere", "dimensions": 2, "seed": 1})
    events = list(client.stream_run_events(run_id="run-1"))
    print([event["event"] for event in events[:3]], events[-1]["value"] == run)
`;

interface Packed {
  readonly files: readonly { readonly path: string }[];
}

/** The code block of a documentation page that contains the given text. */
function fence(language: string, text: string): string {
  const found = [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    (match) => match[1] ?? '',
  );
  return found.find((code) => code.includes(text)) ?? '';
}

async function generated(config: GenerateConfig): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'parity-sdk-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await writeGenerated(config, items, folder);
  return folder;
}

/** The built package of the TypeScript client. */
async function packaged(): Promise<string> {
  const root = await generated(TYPESCRIPT);
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  const folder = join(root, 'clients/typescript');
  writeFileSync(join(folder, 'package.json'), fence('json', 'acme-client'));
  await run('npm', ['run', '-s', 'prepare'], folder);
  return folder;
}

async function pythonPackage(): Promise<string> {
  const folder = join(await generated(PYTHON), 'clients/python');
  mkdirSync(join(folder, 'acme_client'), { recursive: true });
  writeFileSync(join(folder, 'pyproject.toml'), fence('toml', 'acme-client'));
  writeFileSync(join(folder, 'acme_client/__init__.py'), 'from .generated import *\n');
  writeFileSync(join(folder, 'acme_client/py.typed'), '');
  return folder;
}

/** Starts a reference service, runs a program that calls it, and returns the output of the program. */
async function served(file: string, folder: string, main?: string): Promise<string> {
  const service = await referenceService(main);
  try {
    const [program, flags] = file.endsWith('.py') ? ['python3', ['-W', 'error']] : [process.execPath, []];
    return await run(program, [...flags, file], folder, { ACME_BASE_URL: service.url, ACME_TOKEN: 'right' });
  } finally {
    await service.stop();
  }
}

/** Runs a program. Rejects with its output if the program fails. */
async function run(
  program: string,
  args: readonly string[],
  cwd: string,
  more: NodeJS.ProcessEnv = {},
): Promise<string> {
  const path = `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`;
  const env = { ...process.env, PATH: path, PYTHONDONTWRITEBYTECODE: '1', ...more };
  try {
    return (await promisify(execFile)(program, args, { cwd, env })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${program}: ${stdout ?? ''}${stderr ?? ''}`, { cause: error });
  }
}
