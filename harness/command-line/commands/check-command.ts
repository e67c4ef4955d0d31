import { relative, resolve } from 'node:path';
import { ParityError } from '../../../contract/parity-error.js';
import type { FooterEntry, Report } from '../../../reports/report.js';
import type { LoadedConfig } from '../../configuration/load-config.js';
import { check } from '../../engine/check.js';
import { coverageLimit } from '../../engine/options/coverage-limit.js';
import { type CheckEvents, type CheckOptions, phasesNamed } from '../../engine/options/check-options.js';
import { runChoice } from '../../engine/plan/surface-runs.js';
import { withSupervision } from '../../processes/supervise.js';
import { directArguments } from '../direct/direct-command.js';
import type { CheckFlags } from './check-flags.js';
import { type CheckSubject, checkSubject } from './check-subject.js';
import { interruptible } from './interrupt.js';
import { ReportOutput } from './report-output.js';
import { progressOf } from '../output/progress.js';

/**
 * `parity check`: runs the phases, writes the reports and sets the exit code. `startedMs` is the start of the time
 * budget, measured by `performance.now()`.
 */
export async function checkCommand(
  config: string | undefined,
  contract: string | undefined,
  flags: CheckFlags,
  startedMs = performance.now(),
): Promise<void> {
  const subject = await checkSubject(config, contract, flags, process.cwd());
  if (subject.kind === 'faults') return (await import('../output/print-faults.js')).printFaults(subject.faults);
  const { loaded, direct } = subject;
  const folder = reportsFolder(loaded, flags);
  if (flags.shard !== undefined && (flags.against !== undefined || flags.history !== undefined))
    throw new ParityError(
      'options-conflict',
      'the report of one shard cannot be compared with an earlier report, or recorded in the history',
      'Give `--against`, `--fail-on` and `--history` to `parity merge`.',
    );
  const compared = await comparison(flags, folder);
  const balance = await balanceTimes(flags);
  const { signal, done } = interruptible();
  const progress = progressOf(process.stderr);
  const output = new ReportOutput(loaded, folder, direct);
  const url = direct && loaded.config.service?.url;
  if (url !== undefined) progress.phase('service', url);
  try {
    process.exitCode = await withSupervision(async () => {
      const report = await checked(
        loaded,
        { ...checkOptions(subject, flags, folder), balance, signal, startedMs },
        {
          entry: (entry) => {
            progress.entry(entry);
            output.entry(entry);
          },
          phase: progress.phase,
          progress: progress.cases,
        },
        flags,
      );
      progress.end();
      return output.finish(await compared(report));
    });
  } finally {
    progress.end();
    done();
  }
}

/** Returns a function that compares the report with an earlier report and records it in the history. */
async function comparison(flags: CheckFlags, folder: string): Promise<(report: Report) => Promise<Report>> {
  const { against, failOn, history } = flags;
  if (against === undefined && failOn === undefined && history === undefined) return async (report) => report;
  return (await import('../stored/earlier-report.js')).comparing(flags, folder);
}

/**
 * Reads from an earlier report how long each operation took. These durations are used to split the work into shards of
 * equal duration.
 */
async function balanceTimes({ balance }: CheckFlags): Promise<NonNullable<FooterEntry['times']>> {
  if (balance === undefined) return [];
  const { storedReport } = await import('../stored/stored-report.js');
  return (await storedReport(balance)).footer?.times ?? [];
}

/** Checks the working tree, and also a released version if the flags name one. */
async function checked(
  loaded: LoadedConfig,
  options: CheckOptions,
  events: CheckEvents,
  { surfacesFrom, serviceFrom }: CheckFlags,
): Promise<Report> {
  if (surfacesFrom === undefined && serviceFrom === undefined) return check(loaded, options, events);
  const { checkVersions } = await import('../../versions/check-versions.js');
  return checkVersions(loaded, options, events, {
    ...(surfacesFrom !== undefined && { surfacesFrom }),
    ...(serviceFrom !== undefined && { serviceFrom }),
  });
}

/** The absolute path of the report folder. */
export function reportsFolder(loaded: LoadedConfig, { reports }: CheckFlags): string {
  return resolve(reports ?? resolve(loaded.root, loaded.reports));
}

export function checkOptions(
  { loaded, contracts, direct }: CheckSubject,
  flags: CheckFlags,
  folder: string,
): Omit<CheckOptions, 'signal'> {
  const { changedSince } = flags;
  return {
    contracts: [...(flags.contract ?? []), ...contracts],
    surfaces: flags.surface ?? [],
    operations: flags.operation ?? [],
    exclude: [...(flags.exclude ?? []), ...(direct?.leftOut?.keys() ?? [])],
    phases: phasesNamed(flags.phase ?? loaded.phases ?? []),
    backends: flags.backend ?? (flags.quick === true ? loaded.backends.slice(0, 1) : loaded.backends),
    runs: runChoice(flags.runs ?? (flags.quick === true ? undefined : loaded.runs), flags.quick),
    seed: flags.seed ?? loaded.seed,
    ...(flags.budget !== undefined && { budgetMs: flags.budget }),
    ...(flags.shard !== undefined && { shard: flags.shard }),
    ...(flags.probe !== undefined && { probe: flags.probe }),
    ...(flags.strict === true && { strict: true }),
    ...(flags.minCoverage !== undefined && { minCoverage: flags.minCoverage.map(coverageLimit) }),
    ...(changedSince !== undefined && {
      requested: async (promised) => {
        const { changesSince } = await import('../../change/changes-since.js');
        return changesSince(loaded, promised, changedSince, [folder, resolve(loaded.root, loaded.reports)]);
      },
    }),
    reports: relative(process.cwd(), folder) || '.',
    ...(direct && { replayArguments: directArguments(direct.name, direct.flags) }),
  };
}
