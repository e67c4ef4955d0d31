import type { Report } from '../../../reports/report.js';
import { toolVersion } from '../../configuration/tool-version.js';
import { mergedReport } from '../../engine/merge/merge-shards.js';
import { redactor } from '../../../reports/stream/redact.js';
import { safeReport } from '../../../reports/stream/safe-entry.js';
import { type ShardReport, readShard } from '../../engine/merge/read-shard.js';
import type { CoverageLimit } from '../../engine/options/coverage-limit.js';
import { storedReport } from './stored-report.js';

/**
 * Merges the stored reports of all shards of a run. `folder` is the folder with the counterexamples, which the replay
 * commands in the report use.
 */
export async function mergedReports(
  paths: readonly string[],
  folder: string,
  limits: readonly CoverageLimit[] = [],
): Promise<Report> {
  const shards: ShardReport[] = [];
  for (const path of paths) shards.push(readShard(path, await storedReport(path)));
  return mergedReport(shards, `contract-parity ${toolVersion()}`, folder, limits);
}

/**
 * Shortens the report to the size limits of all outputs. Secrets were redacted when the shards stored their reports.
 */
export function boundedReport(report: Report): Report {
  return safeReport(report, redactor([]));
}
