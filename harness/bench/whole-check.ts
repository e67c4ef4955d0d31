import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readReport } from '../../reports/stream/read-report.js';
import type { CellEntry } from '../../reports/report.js';
import { minimalEnvironment } from '../../surfaces/process/minimal-environment.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { type Surface, surfacesOf } from '../bindings/surfaces.js';
import { bareSpawn, exchanging } from './command-line-case.js';
import { type Figure, median, timed } from './figure.js';

const run = promisify(execFile);
const ROUNDS = 5;

/** Drivers whose cost consists of the parts below; a browser and workers in other languages have additional costs. */
const COUNTED: ReadonlySet<string> = new Set(['rest', 'sdk_typescript', 'cli', 'mcp']);

/**
 * The time of `parity check`, relative to the sum of its irreducible parts: starts, imports, and a process with an
 * exchange for each case of the command line.
 */
export async function wholeCheck(loaded: LoadedConfig): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parity-bench-'));
  try {
    const surfaces = await countedSurfaces(loaded);
    const names = [...new Set(surfaces.map(({ id }) => id))];
    const args = ['dist/harness/main.js', 'check', '--reports', folder, '--surface', ...names];
    const whole = await timed(() => run(process.execPath, args, { cwd: loaded.root }));
    const reading = readReport(await readFile(join(folder, 'report.ndjson')));
    const cells = reading.kind === 'report' ? reading.report.cells : [];
    const parts = await irreducible(loaded, surfaces, cells);
    const sum = parts.reduce((total, { ms }) => total + ms, 0);
    return [
      {
        ratio: whole / sum,
        aim: '≤ 2',
        what: `the check of ${names.join(', ')}, over the sum of its irreducible parts`,
        detail: `${(whole / 1000).toFixed(1)} s, ${(sum / 1000).toFixed(1)} s: ${parts.map(({ name, ms }) => `${name} ${(ms / 1000).toFixed(1)} s`).join(', ')}`,
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function countedSurfaces(loaded: LoadedConfig): Promise<readonly Surface[]> {
  const served = loaded.contracts.filter((contract) => contract.served);
  const all = await Promise.all(served.map(({ file }) => surfacesOf(loaded, file)));
  return all.flat().filter(({ config }) => COUNTED.has(config.driver));
}

interface Part {
  readonly name: string;
  readonly ms: number;
}

async function irreducible(
  loaded: LoadedConfig,
  surfaces: readonly Surface[],
  cells: readonly CellEntry[],
): Promise<readonly Part[]> {
  const spawns: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) spawns.push(await bareSpawn(minimalEnvironment()));
  const commandLines = new Set(surfaces.filter(({ config }) => config.driver === 'cli').map(({ id }) => id));
  const lanes = surfaces.reduce((sum, surface) => sum + surface.lanes, 0);
  const processCases = cells
    .filter(({ surface }) => commandLines.has(surface))
    .reduce((sum, cell) => sum + cell.cases, 0);
  // Processes of a command line run in parallel, one per lane.
  const sideBySide = Math.max(1, ...surfaces.filter(({ id }) => commandLines.has(id)).map((surface) => surface.lanes));
  return [
    {
      name: `${processCases} processes with an HTTP exchange on ${sideBySide} lanes`,
      ms: (processCases * (await exchanging())) / sideBySide,
    },
    { name: `${lanes} service starts`, ms: lanes * median(spawns) },
    { name: 'import of Spectral', ms: await importing('../../rules/contract/lint/spectral.js', loaded.root) },
    { name: 'import of Prism', ms: await importing('../backends/prism.js', loaded.root) },
  ];
}

/** `module` is relative to this file. */
async function importing(module: string, root: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    times.push(
      await timed(() =>
        run(
          process.execPath,
          ['--input-type=module', '-e', `await import(${JSON.stringify(new URL(module, import.meta.url).href)})`],
          { cwd: root },
        ),
      ),
    );
  return median(times);
}
