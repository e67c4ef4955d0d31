import type { Report } from '../../reports/report.js';
import type { SurfaceByContract, SurfaceConfig } from '../configuration/config.js';
import { type LoadedConfig, loadConfig } from '../configuration/load-config.js';
import { check } from '../engine/check.js';
import { runChoice } from '../engine/plan/surface-runs.js';
import { withSupervision } from '../processes/supervise.js';
import type { CheckOrder } from './check-order.js';

/**
 * The time budget of a check. It is lower than the parent's time limit for this process, so a slow check still reports
 * its findings.
 */
const BUDGET_MS = 240_000;

/**
 * Runs checks one after the other and sends the reports to its parent. The harness is loaded and compiled once for many
 * checks, which halves the time.
 */
await withSupervision(
  () =>
    new Promise<void>((resolve) => {
      process.on('message', (order: CheckOrder) => void answer(order));
      process.once('disconnect', resolve);
    }),
);
// A check that is still running would keep the process alive.
process.exit();

async function answer(order: CheckOrder): Promise<void> {
  const answered = await checked(order).then(
    (report) => ({ report }),
    (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
  );
  if (process.connected) process.send?.(answered);
}

async function checked({ folder, seed, runs, isQuick = false, mostOnRest, ...narrowed }: CheckOrder): Promise<Report> {
  const configured = await loadConfig(undefined, folder);
  const loaded = mostOnRest === undefined ? configured : withRunsOfRest(configured, mostOnRest);
  const options = {
    ...narrowed,
    backends: ['reference'] as const,
    runs: runChoice(isQuick ? undefined : (runs ?? loaded.runs), isQuick),
    seed: seed ?? loaded.seed,
    signal: new AbortController().signal,
    budgetMs: BUDGET_MS,
    reports: '.',
  };
  return check(loaded, options, { entry: () => undefined, phase: () => undefined, progress: () => undefined });
}

function withRunsOfRest(loaded: LoadedConfig, runs: number): LoadedConfig {
  const limited = (surface: SurfaceConfig | SurfaceByContract): SurfaceConfig | SurfaceByContract => {
    if (!('contracts' in surface)) return { ...surface, runs };
    const entries = Object.entries(surface.contracts).map(([file, config]) => [file, { ...config, runs }] as const);
    return { contracts: Object.fromEntries(entries) };
  };
  const { surfaces } = loaded.config;
  if (surfaces['rest'] === undefined) return loaded;
  return { ...loaded, config: { ...loaded.config, surfaces: { ...surfaces, rest: limited(surfaces['rest']) } } };
}
