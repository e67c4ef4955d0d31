import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readReport } from '../../reports/stream/read-report.js';
import { openBrowser } from '../../surfaces/ui_card/browser/open-browser.js';
import { type Surface, surfacesOf } from '../bindings/surfaces.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import {
  type OpenBareCall,
  bareExchange,
  bareNodeWorker,
  barePageCall,
  bareProcess,
  bareProcessWithExchange,
  barePythonWorker,
  bareToolCall,
} from './surfaces/bare-calls.js';
import { onLane } from './surfaces/case-lane.js';
import { type Figure, median, timed } from './runs/figure.js';
import { meanOf } from './surfaces/surface-cases.js';

const run = promisify(execFile);
const ROUNDS = 5;

const EXCHANGES = { open: bareExchange, calls: 200, name: 'HTTP exchanges' } as const;

/**
 * For each surface: the minimal program for a case, and the number of calls in one measurement.
 */
const PARTS: Readonly<Record<string, { readonly open: OpenBareCall; readonly calls: number; readonly name: string }>> =
  {
    rest: EXCHANGES,
    sdk_typescript: { open: bareNodeWorker, calls: 200, name: 'calls of a Node worker with an exchange' },
    sdk_python: { open: barePythonWorker, calls: 100, name: 'calls of a Python worker with an exchange' },
    cli: { open: bareProcessWithExchange, calls: 5, name: 'processes with an exchange' },
    mcp: { open: bareToolCall, calls: 100, name: 'official tool calls with an exchange' },
    ui_card: { open: barePageCall, calls: 50, name: 'evaluations in a page, each with a fetch' },
  };

interface Part {
  readonly name: string;
  readonly ms: number;
}

/**
 * Measures the time of `parity check`, relative to the total time of minimal programs that start the same processes and
 * make the same calls.
 */
export async function wholeCheck(loaded: LoadedConfig): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parity-bench-'));
  try {
    const surfaces = await servedSurfaces(loaded);
    const args = ['lib/main.js', 'check', '--reports', folder];
    const whole = await timed(() => run(process.execPath, args, { cwd: loaded.root, maxBuffer: Infinity }));
    const reading = readReport(await readFile(join(folder, 'report.ndjson')));
    const { times = [], resets } = (reading.kind === 'report' ? reading.report.footer : undefined) ?? {};
    const count = (id: string): number =>
      times.filter(({ surface }) => surface === id).reduce((sum, { calls }) => sum + calls, 0);
    const parts = [
      ...(await starts(loaded, surfaces)),
      ...(await callsOf(loaded, surfaces, count)),
      await resetsOf(resets?.count ?? 0),
    ];
    const sum = parts.reduce((total, { ms }) => total + ms, 0);
    const list = parts.map(({ name, ms }) => `${name} ${seconds(ms)}`).join(', ');
    return [
      {
        ratio: whole / sum,
        aim: '≤ 1.5',
        what: 'time of a check of all surfaces, divided by the total time of minimal programs that do its parts',
        detail: `${seconds(whole)}, ${seconds(sum)}: ${list}`,
        limit:
          '1 is the sum of the parts. Making, recording and judging cases must add less than half of this time. The minimal programs do none of the work of the services, the tool servers and the card, which share the processor cores with the check.',
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function servedSurfaces(loaded: LoadedConfig): Promise<readonly Surface[]> {
  const served = loaded.contracts.filter((contract) => contract.served);
  return (await Promise.all(served.map(({ file }) => surfacesOf(loaded, file)))).flat();
}

/** The programs that start once in a check, or once for each session. */
async function starts(loaded: LoadedConfig, surfaces: readonly Surface[]): Promise<readonly Part[]> {
  const lanes = surfaces.reduce((sum, surface) => sum + surface.lanes, 0);
  const workers = surfaces.filter(({ id }) => id === 'sdk_python' || id === 'sdk_typescript' || id === 'mcp').length;
  // Cards with the same configured browser share one process.
  const browsers = new Set(surfaces.flatMap(({ config }) => (config.driver === 'ui_card' ? [config.browser] : [])))
    .size;
  const bare = await bareProcess(Buffer.alloc(0));
  const start = await medianOf(bare.call);
  const opened = browsers === 0 ? 0 : await medianOf(async () => (await openBrowser(undefined)).close());
  return [
    { name: `${lanes} service starts`, ms: lanes * start },
    { name: `${workers} worker starts`, ms: workers * start },
    { name: `${browsers} browser starts`, ms: browsers * opened },
    { name: 'import of Spectral', ms: await importing('../../rules/contract/lint/spectral.js', loaded.root) },
    { name: 'import of Prism', ms: await importing('../backends/prism.js', loaded.root) },
  ];
}

/** The time of the resets. Each of them is an exchange. */
async function resetsOf(count: number): Promise<Part> {
  return { name: `${count} resets`, ms: count * (await bareMs(EXCHANGES, Buffer.alloc(0))) };
}

/**
 * The time of the calls of each surface. A case has one call, a sequence several. A surface may run several calls at
 * the same time.
 */
async function callsOf(
  loaded: LoadedConfig,
  surfaces: readonly Surface[],
  count: (surface: string) => number,
): Promise<readonly Part[]> {
  const parts: Part[] = [];
  for (const id of new Set(surfaces.map((surface) => surface.id))) {
    const part = PARTS[id];
    const lanes = Math.max(...surfaces.filter((surface) => surface.id === id).map((surface) => surface.lanes));
    const each = part && (await onLane(loaded, id, ({ body }) => bareMs(part, body)));
    if (part === undefined || each === undefined) continue;
    const beside = lanes > 1 ? ` on ${lanes} lanes` : '';
    parts.push({ name: `${count(id)} ${part.name}${beside}`, ms: (count(id) * each) / lanes });
  }
  return parts;
}

async function bareMs({ open, calls }: { open: OpenBareCall; calls: number }, body: Buffer): Promise<number> {
  const bare = await open(body);
  try {
    await meanOf(calls, bare.call);
    const means: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) means.push(await meanOf(calls, bare.call));
    return median(means);
  } finally {
    await bare.close();
  }
}

/** Imports a module. `module` is relative to this file. */
function importing(module: string, root: string): Promise<number> {
  const script = `await import(${JSON.stringify(new URL(module, import.meta.url).href)})`;
  return medianOf(() => run(process.execPath, ['--input-type=module', '-e', script], { cwd: root }));
}

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timed(work));
  return median(times);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
