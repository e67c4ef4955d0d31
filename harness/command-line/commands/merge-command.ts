import { join, relative, resolve } from 'node:path';
import { printReport } from '../output/print-report.js';
import { writeReports } from '../../../reports/files/write-reports.js';
import { coverageLimit } from '../../engine/options/coverage-limit.js';
import { writeCounterexamples } from '../../engine/minimise/counterexample.js';
import { annotateGithub } from '../output/annotate-github.js';
import { type CompareFlags, comparing } from '../stored/earlier-report.js';
import { boundedReport, mergedReports } from '../stored/merged-reports.js';

export interface MergeFlags extends CompareFlags {
  /** The folder for the merged report. */
  readonly reports?: string;
  readonly minCoverage?: readonly string[];
}

/** `parity merge`: merges the reports of all shards of a run, and sets the exit code of the whole run. */
export async function mergeCommand(paths: readonly string[], flags: MergeFlags): Promise<void> {
  const folder = resolve(flags.reports ?? 'reports/latest');
  const compared = await comparing(flags, folder);
  const limits = (flags.minCoverage ?? []).map(coverageLimit);
  const shown = relative(process.cwd(), folder) || '.';
  const merged = await mergedReports(paths, shown, limits);
  const report = boundedReport(await compared(merged));
  await writeReports(report, folder);
  await writeCounterexamples(report, folder);
  printReport(report, join(shown, 'index.html'));
  await annotateGithub(report);
  process.exitCode = report.footer?.exitCode ?? 2;
}
