import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { beforeAll, expect, test } from 'vitest';
import { contractAt } from '../../contract/fixtures/contracts.js';
import { hasPython } from '../../surfaces/sdk_python/fixtures/python.js';
import { hasBrowser } from '../../surfaces/ui_card/fixtures/has-browser.js';
import type { SurfaceConfig } from '../configuration/config.js';
import { writeGenerated } from '../generation/generate.js';
import { plantText } from './fixtures/plant-text.js';
import { FILES, SERVED, checkedFiles, folderWithContract, otherCells } from './fixtures/several-servers.js';

const root = folderWithContract();
const WORKER = join(process.cwd(), 'surfaces/sdk_python/reference/worker.py');

/** A generated client, the surface that drives it, and a fault to plant in the client. */
interface Generated {
  readonly generator: 'sdk_typescript' | 'sdk_python' | 'cli' | 'ui_card';
  readonly isUsable: boolean;
  readonly driven: SurfaceConfig;
  /**
   * The generated file that selects the server of each operation. `fault` replaces a part of this file, so that a wrong
   * server is selected.
   */
  readonly file: string;
  readonly fault: readonly [text: string, faulty: string];
}

const GENERATED: readonly Generated[] = [
  {
    generator: 'sdk_typescript',
    isUsable: true,
    driven: { driver: 'sdk_typescript', module: 'sdk_typescript/client.mjs', servers: 'each' },
    file: 'client.ts',
    fault: [`servers: ['${FILES}']`, "servers: ['https://api.example.com/v2']"],
  },
  {
    generator: 'sdk_python',
    isUsable: hasPython,
    driven: { driver: 'protocol', command: ['python3', WORKER, 'sdk_python', '.'], servers: 'each' },
    file: 'client.py',
    fault: [`servers=("${FILES}",)`, 'servers=()'],
  },
  {
    generator: 'cli',
    isUsable: true,
    driven: { driver: 'cli', command: [process.execPath, 'cli/main.mjs'], servers: 'each' },
    file: 'commands.ts',
    fault: ["baseUrls: ['BASE_URL_FILES_EXAMPLE_COM']", "baseUrls: ['BASE_URL_FILES']"],
  },
  {
    generator: 'ui_card',
    isUsable: hasBrowser,
    driven: { driver: 'ui_card', page: 'ui_card/generated/card.html', servers: 'each' },
    file: 'card.html',
    fault: [`"servers":["${FILES}"]`, '"servers":[]'],
  },
];
const usable = GENERATED.filter(({ isUsable }) => isUsable);
const surfaces = Object.fromEntries(usable.map(({ generator, driven }) => [generator, driven]));

beforeAll(async () => {
  symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
  await generate();
});

async function generate(): Promise<void> {
  const contract = await contractAt(join(root, 'files.json'), { root });
  for (const { generator } of usable) await writeGenerated({ generator, output: generator }, contract, root);
  writeFileSync(join(root, 'sdk_python/__init__.py'), '');
  await build();
}

/** Compiles the generated TypeScript files, as a user's build would do. */
async function build(): Promise<void> {
  for (const [input, file] of [
    ['sdk_typescript/generated/client.ts', 'sdk_typescript/client.mjs'],
    ['cli/generated/main.ts', 'cli/main.mjs'],
  ] as const) {
    const bundle = await rolldown({ input: join(root, input), platform: 'node', external: ['undici'] });
    await bundle.write({ file: join(root, file), codeSplitting: false });
    await bundle.close();
  }
}

test('generated clients and cards call each operation at its own server', async () => {
  const report = await checkedFiles(root, surfaces, SERVED);
  expect(report.findings.map(({ finding }) => finding.message)).toEqual([]);
  expect(otherCells(report)).toEqual([]);
  expect(report.cells).toHaveLength(4 * (1 + usable.length));
});

test('a generated client that calls an operation at a wrong server is reported', async () => {
  for (const { generator, file, fault } of usable) plantText(join(root, generator, 'generated', file), ...fault);
  await build();
  const report = await checkedFiles(root, surfaces, SERVED);
  const found = report.findings.map(({ finding }) => [finding.rule, ...finding.surfaces, finding.message].join(' '));
  const wrong = (base: string): string =>
    `The request \`PUT /../${base}/files\` is not below the base URL of ${FILES}, the server of putFile.`;
  const bases = { cli: 'tap', sdk_python: 'tap', sdk_typescript: 'tap-3-api.example.com-v2', ui_card: 'tap' };
  const want = usable.map(({ generator }) => `parity/same-operation ${generator} ${wrong(bases[generator])}`);
  expect(found.toSorted()).toEqual(want.toSorted());
});
