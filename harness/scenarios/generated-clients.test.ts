import { existsSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from './command.js';
import { ExampleProject } from './example-project.js';

/**
 * The folder with the packages of the generators. The packages are not dependencies of this project, because they take
 * 250 MB and need the compiler API of TypeScript 5 or 6.
 */
const PACKAGES = process.env['PARITY_GENERATED_CLIENTS'] ?? 'docs/examples/generated-clients/node_modules';
const missing = ['@hey-api/openapi-ts', 'openapi-typescript', 'openapi-fetch', 'typescript'].filter(
  (name) => !existsSync(join(PACKAGES, name)),
);
const note =
  missing.length === 0 ? '' : ` (skipped: \`npm install\` in docs/examples/generated-clients: ${missing.join()})`;

describe.skipIf(missing.length > 0)(`clients from generators of other projects${note}`, () => {
  let project: ExampleProject;
  beforeAll(async () => {
    project = new ExampleProject('generated-clients');
    symlinkSync(resolve(PACKAGES), join(project.folder, 'node_modules'));
    const { exitCode, stdout, stderr } = await command(project.folder, ['generate']);
    if (exitCode !== 0) throw new Error(stdout + stderr);
    await compiled();
  });
  afterAll(() => project.discard());

  async function compiled(): Promise<void> {
    await execa(process.execPath, [join(project.folder, 'node_modules/typescript/bin/tsc')], { cwd: project.folder });
  }

  it('clients from generators of other projects pass in every cell', async () => {
    const { exitCode, findings, report } = await project.check();
    expect([exitCode, findings]).toEqual([0, []]);
    expect(report.cells.filter(({ backend }) => backend === 'reference').map(({ verdict }) => verdict)).toEqual(
      Array.from({ length: 4 }, () => 'pass'),
    );
  });

  it('edited and outdated generated files are reported, but not overwritten', async () => {
    const freshness = ['--phase', 'freshness'];
    const edit = () => project.check(...freshness);
    const { findings } = await project.edited('src/hey-api/sdk.gen.ts', "url: '/notes'", "url: '/items'", edit);
    expect(findings).toEqual(['freshness/current differing hey_api']);
    const change = () => command(project.folder, ['generate', '--check']);
    const { exitCode, stdout } = await project.edited(
      '../first-check/openapi.yaml',
      'required: [title]',
      'required: []',
      change,
    );
    expect([exitCode, stdout]).toEqual([
      1,
      expect.stringMatching(/hey_api: src\/hey-api\/types.gen.ts:\d+.*\n(?:.*\n)*openapi_fetch: src\/schema.d.ts:/),
    ]);
    expect((await command(project.folder, ['generate', '--check'])).stdout.trim()).toBe(
      'hey_api: current\nopenapi_fetch: current',
    );
  });

  it.each([
    [
      'src/openapi-fetch.ts',
      '{ params, body }',
      '{ params, body: { ...(body as object), text: null } }',
      'parity/same-request omitted-became-null openapi_fetch',
    ],
    ['src/hey-api.ts', '...input, headers: header', 'headers: header', 'parity/same-request missing hey_api'],
  ])('a fault is found: in %s, `%s` becomes `%s`', async (file, from, to, want) => {
    const { findings } = await project.edited(file, from, to, async () => {
      await compiled();
      return project.check('--phase', 'examples', 'boundary');
    });
    expect(findings).toEqual(expect.arrayContaining([want]));
  });
});
