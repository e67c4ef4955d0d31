import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { interruptible } from '../command-line/interrupt.js';
import { busyCores } from './busy-cores.js';
import { type CheckRun, checkRun, writeConfig } from './check-run.js';
import { expressFramework } from './express-framework.js';
import { fastapiFramework } from './fastapi-framework.js';
import type { Framework, Places } from './framework.js';
import { type FrameworkResult, exitCodeOf, frameworkTable } from './framework-table.js';
import { goFramework } from './go-framework.js';

/**
 * `npm run frameworks [-- --runs N] [--framework NAME]`: services that keep their contract, in ordinary frameworks with their default
 * keep-alive, checked on one seed after the other while every core is busy. Whatever is found is a false alarm.
 * Exit 1 on any; 2 where a framework did not run, or a run was not verified.
 */
const USAGE = `npm run frameworks [-- OPTIONS]
  --runs N            runs of each framework, each on a seed of its own (20)
  --seed N            seed of the first run (1)
  --framework NAME    express, fastapi or go; may be repeated (all)
  --idle              leave the cores alone
  --express FOLDER    where \`npm install --prefix FOLDER express\` put Express
  --python PROGRAM    a Python with FastAPI and uvicorn ($PYTHON, or python3)
  --go PROGRAM        ($GO, or go)
  --reports FOLDER    keeps the report of every run
`;

const FRAMEWORKS: readonly Framework[] = [expressFramework, fastapiFramework, goFramework];

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    framework: { type: 'string', multiple: true, default: [] },
    idle: { type: 'boolean', default: false },
    express: { type: 'string' },
    python: { type: 'string', default: process.env['PYTHON'] ?? 'python3' },
    go: { type: 'string', default: process.env['GO'] ?? 'go' },
    reports: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const fault = faultOfFlags();
if (values.help) process.stdout.write(USAGE);
else if (fault !== undefined) {
  process.stderr.write(`${fault}\n${USAGE}`);
  process.exitCode = 2;
} else process.exitCode = await main();

function faultOfFlags(): string | undefined {
  for (const name of ['runs', 'seed'] as const) if (!/^[1-9]\d{0,5}$/.test(values[name])) return `--${name} takes an integer from 1`;
  const unknown = values.framework.find((name) => !FRAMEWORKS.some((framework) => framework.name === name));
  return unknown === undefined ? undefined : `there is no framework ${unknown}`;
}

async function main(): Promise<number> {
  const scratch = await mkdtemp(join(tmpdir(), 'parity-frameworks-'));
  const { signal, done } = interruptible();
  const { python, go, express } = values;
  const sources = fileURLToPath(new URL('../../../harness/frameworks', import.meta.url));
  const places: Places = { sources, scratch, programs: { python, go, ...(express !== undefined && { express: resolve(express) }) } };
  const results: FrameworkResult[] = [];
  try {
    for (const framework of FRAMEWORKS.filter(({ name }) => values.framework.length === 0 || values.framework.includes(name)))
      if (!signal.aborted) results.push(await resultOf(framework, places, signal));
  } finally {
    done();
    // Reports of a run that was not clean are its evidence.
    if (values.reports !== undefined || exitCodeOf(results) === 0 || isEmpty(results)) await rm(scratch, { recursive: true, force: true });
  }
  process.stdout.write(frameworkTable(results));
  return signal.aborted ? 130 : exitCodeOf(results);
}

async function resultOf(framework: Framework, places: Places, signal: AbortSignal): Promise<FrameworkResult> {
  const { name } = framework;
  const prepared = await framework.prepare(places);
  if (prepared.kind === 'missing') return { ...prepared, name };
  const folder = join(places.scratch, name);
  const config = await writeConfig(folder, join(places.sources, 'parcels.openapi.yaml'), prepared.service);
  const cores = values.idle ? undefined : busyCores();
  const runs: CheckRun[] = [];
  try {
    for (let seed = Number(values.seed); runs.length < Number(values.runs) && !signal.aborted; seed += 1) {
      process.stderr.write(`${name}: seed ${seed}\n`);
      runs.push(await checkRun(config, seed, join(values.reports === undefined ? folder : resolve(values.reports, name), `seed-${seed}`), signal));
    }
  } finally {
    await cores?.stop();
  }
  return { kind: 'ran', name, version: prepared.version, runs };
}

/** Nothing was written that anyone could read. */
function isEmpty(results: readonly FrameworkResult[]): boolean {
  return results.every(({ kind }) => kind === 'missing');
}
