import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { interruptible } from '../command-line/commands/interrupt.js';
import { busyCores } from './busy-cores.js';
import { type CheckRun, checkRun, writeConfig } from './check-run.js';
import { expressFramework } from './express-framework.js';
import { fastapiFramework } from './fastapi-framework.js';
import type { Framework, Places } from './framework.js';
import { type FrameworkResult, exitCodeOf, frameworkTable } from './framework-table.js';
import { goFramework } from './go-framework.js';

/**
 * `npm run frameworks [-- --runs N] [--framework NAME]`: checks correct services in common frameworks with their
 * default keep-alive settings. Each run uses the next seed, and every core of the machine is kept busy. The services
 * are correct, so every finding is a false alarm. Exits with 1 for any finding, and with 2 if a framework did not run
 * or a run was not verified.
 */
const USAGE = `npm run frameworks [-- OPTIONS]
  --runs N            runs of each framework, each with its own seed (20)
  --seed N            seed of the first run (1)
  --framework NAME    express, fastapi or go; may be repeated (all)
  --idle              do not keep the cores busy
  --express FOLDER    where \`npm install --prefix FOLDER express\` put Express
  --python PROGRAM    a Python with FastAPI and uvicorn ($PYTHON, or python3)
  --go PROGRAM        ($GO, or go)
  --reports FOLDER    keeps the report of every run
`;

const FRAMEWORKS: readonly Framework[] = [expressFramework, fastapiFramework, goFramework];

const values = flags();
if (typeof values === 'string') {
  process.stderr.write(`${values}\n${USAGE}`);
  process.exitCode = 2;
} else if (values.help) process.stdout.write(USAGE);
else process.exitCode = await main(values);

interface Flags {
  readonly runs: number;
  readonly seed: number;
  readonly framework: readonly string[];
  readonly idle: boolean;
  readonly express?: string;
  readonly python: string;
  readonly go: string;
  readonly reports?: string;
  readonly help: boolean;
}

/** Returns the parsed flags, or a message about an invalid flag. */
function flags(): Flags | string {
  try {
    const { values: given } = parseArgs({
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
    for (const name of ['runs', 'seed'] as const)
      if (!/^[1-9]\d{0,5}$/.test(given[name])) return `--${name} needs an integer from 1 to 999999`;
    const unknown = given.framework.find((name) => !FRAMEWORKS.some((framework) => framework.name === name));
    return unknown === undefined
      ? { ...given, runs: Number(given.runs), seed: Number(given.seed) }
      : `Unknown framework '${unknown}'`;
  } catch (error) {
    return (error as Error).message;
  }
}

async function main(given: Flags): Promise<number> {
  const scratch = await mkdtemp(join(tmpdir(), 'parity-frameworks-'));
  const { signal, done } = interruptible();
  const { python, go, express } = given;
  const sources = fileURLToPath(new URL('../../../harness/frameworks', import.meta.url));
  const places: Places = {
    sources,
    scratch,
    programs: { python, go, ...(express !== undefined && { express: resolve(express) }) },
  };
  const results: FrameworkResult[] = [];
  try {
    for (const framework of FRAMEWORKS.filter(
      ({ name }) => given.framework.length === 0 || given.framework.includes(name),
    ))
      if (!signal.aborted) results.push(await resultOf(framework, places, given, signal));
  } finally {
    done();
    // If a run has findings, the reports are kept to explain them.
    const hasEvidence = !signal.aborted && exitCodeOf(results) !== 0 && results.some(({ kind }) => kind === 'ran');
    if (given.reports !== undefined || !hasEvidence) await rm(scratch, { recursive: true, force: true });
  }
  process.stdout.write(frameworkTable(results));
  return signal.aborted ? 130 : exitCodeOf(results);
}

async function resultOf(
  framework: Framework,
  places: Places,
  given: Flags,
  signal: AbortSignal,
): Promise<FrameworkResult> {
  const { name } = framework;
  const prepared = await framework.prepare(places);
  if (prepared.kind === 'missing') return { ...prepared, name };
  const folder = join(places.scratch, name);
  const reports = given.reports === undefined ? folder : resolve(given.reports, name);
  const config = await writeConfig(folder, join(places.sources, 'parcels.openapi.yaml'), prepared.service);
  const cores = given.idle ? undefined : busyCores();
  const runs: CheckRun[] = [];
  try {
    for (let seed = given.seed; runs.length < given.runs && !signal.aborted; seed += 1) {
      process.stderr.write(`${name}: seed ${seed}\n`);
      runs.push(await checkRun(config, seed, join(reports, `seed-${seed}`), signal));
    }
  } finally {
    await cores?.stop();
  }
  return { kind: 'ran', name, version: prepared.version, runs };
}
