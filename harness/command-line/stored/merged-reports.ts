import type { Report } from '../../../reports/report.js';
import { toolVersion } from '../../configuration/tool-version.js';
import { mergedReport } from '../../engine/merge/merge-shards.js';
import { redactor } from '../../../reports/stream/redact.js';
import { safeReport } from '../../../reports/stream/safe-entry.js';
import { type ShardReport, readShard } from '../../engine/merge/read-shard.js';
import type { CoverageLimit } from '../../engine/options/coverage-limit.js';
import { storedReport } from './stored-report.js';

/**
 * Merges the stored reports of all shards of a run. `folder`: the folder of its counterexamples, for replay commands.
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

/** The report within the limits of every output. Its secrets were redacted when the parts were stored. */
export function boundedReport(report: Report): Report {
  return safeReport(report, redactor([]));
}
