import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { referenceService } from '../../surfaces/fixtures/reference-service.js';
import { hasPython } from '../../surfaces/sdk_python/fixtures/python.js';
import { hasBrowser } from '../../surfaces/ui_card/fixtures/has-browser.js';
import { type PackedProject, packedProject } from './packed-project.js';
import type { Ran } from './command.js';

const RUNS = 'node_modules/contract-parity/contract/science-runtime.openapi.yaml';
const STRICT: readonly string[] = (
  'strict noUnusedLocals noUnusedParameters exactOptionalPropertyTypes noUncheckedIndexedAccess verbatimModuleSyntax skipLibCheck ' +
  'erasableSyntaxOnly target=es2023 module=nodenext types=node'
)
  .split(' ')
  .flatMap((option) => `--${option}`.split('='));

const CONFIG = `import { defineConfig } from 'contract-parity';

const command = ['node', 'built/cli/generated/main.js'];

export default defineConfig({
  contracts: ['openapi.yaml', ${JSON.stringify(RUNS)}],
  prefix: 'svc',
  surfaces: {
    rest: { contracts: {
      'openapi.yaml': { driver: 'rest', generate: { generator: 'rest', output: 'rest' } },
      ${JSON.stringify(RUNS)}: { driver: 'rest', generate: { generator: 'rest', output: 'rest/runs', library: 'rest' } },
    } },
    cli: { contracts: {
      'openapi.yaml': { driver: 'cli', command, generate: { generator: 'cli', output: 'cli' } },
      ${JSON.stringify(RUNS)}: {
        driver: 'cli', command: ['node', 'built/cli/runs/generated/main.js'], generate: { generator: 'cli', output: 'cli/runs', library: 'cli' },
      },
    } },
    ui_card: { contracts: {
      'openapi.yaml': { driver: 'ui_card', page: 'card/generated/card.html', generate: { generator: 'ui_card', output: 'card' } },
      ${JSON.stringify(RUNS)}: {
        driver: 'ui_card', page: 'card/runs/generated/card.html', generate: { generator: 'ui_card', output: 'card/runs', library: 'card' },
      },
    } },
    mcp: { contracts: {
      'openapi.yaml': { driver: 'mcp', command: ['node', 'mcp.js'], generate: { generator: 'mcp', output: 'mcp' } },
    } },
    sdk_typescript: { contracts: {
      'openapi.yaml': { driver: 'sdk_typescript', module: 'built/sdk/generated/client.js', generate: { generator: 'sdk_typescript', output: 'sdk' } },
    } },
    sdk_python: { contracts: {
      'openapi.yaml': { driver: 'protocol', command: ['python3', 'worker.py'], generate: { generator: 'sdk_python', output: 'acme_client' } },
    } },
  },
});
`;

const ROUTES = `import { type OperationName, routes } from './rest/generated/routes.js';
import { schemas } from './rest/generated/schemas.js';

const names: readonly OperationName[] = routes.map(({ operationId }) => operationId);
console.log(names.join(), routes.every(({ success: { schema } }) => schema !== undefined && schema in schemas));
`;

describe('code that `parity generate` of the packed package writes in an empty project', () => {
  let project: PackedProject;
  let generated: Ran;
  let compiled: Ran;

  beforeAll(async () => {
    project = await packedProject();
    await project.add('typescript', '@types/node', 'playwright-core');
    await project.write('parity.config.ts', CONFIG);
    await project.write('use-routes.ts', ROUTES);
    generated = await project.parity('generate');
    const folders = ['rest/runs', 'cli', 'cli/runs', 'mcp', 'sdk'].map((folder) => `${folder}/generated/*.ts`);
    await project.write(
      'tsconfig.json',
      JSON.stringify({ include: ['use-routes.ts', ...folders], compilerOptions: { rootDir: '.' } }),
    );
    const tsc = join(project.folder, 'node_modules/typescript/bin/tsc');
    compiled = await project.run(process.execPath, tsc, ...STRICT, '--outDir', 'built', '-p', '.');
  });

  afterAll(() => project.remove());

  it('the generated code compiles', () => {
    expect(generated).toMatchObject({ exitCode: 0, stderr: '' });
    expect(compiled).toMatchObject({ exitCode: 0, stdout: '' });
  });

  it('the generated code is current after it is written', async () => {
    const { exitCode, stdout } = await project.parity('generate', '--check');
    expect([exitCode, stdout.split('\n').filter((line) => !line.endsWith(': current'))]).toEqual([0, []]);
  });

  it('the generated code imports only its own files, Node and undici', async () => {
    const { stdout } = await project.run('grep', '-rhoE', "(from|import\\() ?'[^']+'", 'built', '--include=*.js');
    const specifiers = stdout.split('\n');
    expect(specifiers.length).toBeGreaterThan(30);
    const outside = specifiers.filter((line) => !/'\.|'node:|'undici'/.test(line));
    expect(outside).toEqual([]);
  });

  it('the code of the generator rest contains the routes and their schemas', async () => {
    const { stdout } = await project.run(process.execPath, 'built/use-routes.js');
    expect(stdout).toBe('listItems,createItem,getItem true');
  });

  it('the generator cli writes a program, and a second program that uses the runtime of the first', async () => {
    const service = await referenceService();
    try {
      const env = [`SVC_BASE_URL=${service.url}`, 'SVC_TOKEN=right', 'SVC_APPROVE=list_items_review', process.execPath];
      const main = 'built/cli/generated/main.js';
      expect(await project.run('env', ...env, main, 'list-items')).toMatchObject({
        exitCode: 0,
        stdout: '{"items":[],"next_cursor":null}',
      });
      expect(await project.run('env', ...env, main, 'get-item', '--item-id', 'none')).toMatchObject({
        exitCode: 4,
        stdout: '',
      });
    } finally {
      await service.stop();
    }
    const { stdout } = await project.run(process.execPath, 'built/cli/runs/generated/main.js', '--version');
    expect(stdout).toBe('science-runtime-api 0.1.0');
  });

  it.skipIf(!hasPython)(
    'the generator sdk_python writes a package that can be imported (skipped without Python)',
    async () => {
      const ran = await project.run(
        'python3',
        '-W',
        'error',
        '-c',
        'from acme_client.generated import Client; print(Client.__name__)',
      );
      expect(ran).toMatchObject({ exitCode: 0, stdout: 'Client' });
    },
  );

  it('the generator ui_card writes a page that needs no other file', async () => {
    const page = await readFile(join(project.folder, 'card/generated/card.html'), 'utf8');
    expect(page.match(/(?:src|href)="(?!data:)/g)).toBeNull();
    expect(page).toMatch(/^<!doctype html>\n<!--\nGenerated by/);
  });

  it.skipIf(!hasBrowser)(
    'the generator ui_card writes forms that the driver can fill in (skipped without a browser)',
    async () => {
      // The generator does not write the tool server, so the check cannot read a card from a tool server.
      await project.write('card.config.ts', CONFIG.replace(/ {4}mcp: [^]*?\n {4}\} \},\n/, ''));
      const { exitCode, stdout } = await project.parity('smoke', '--config', 'card.config.ts', '--surface', 'ui_card');
      expect([exitCode, stdout]).toEqual([0, expect.stringContaining('pass: ')]);
      // If the contract has no parity groups, a card must offer every operation that its generator writes. This
      // includes streams.
      expect(stdout).toContain('\nok   streamRunEvents\n');
      expect(stdout).not.toContain('runScienceLoop');
    },
  );
});
