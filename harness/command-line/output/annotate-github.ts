import { appendFile } from 'node:fs/promises';
import type { Report } from '../../../reports/report.js';

/**
 * Writes annotations and a job summary if the command runs in GitHub Actions. A run of one shard writes neither,
 * because `parity merge` writes them once for all shards.
 */
export async function annotateGithub(report: Report): Promise<void> {
  if (process.env['GITHUB_ACTIONS'] !== 'true' || report.header.scope?.shard !== undefined) return;
  const { renderAnnotations } = await import('../../../reports/formats/annotations.js');
  process.stdout.write(renderAnnotations(report));
  const summary = process.env['GITHUB_STEP_SUMMARY'];
  if (summary === undefined || summary === '') return;
  const { renderSummary } = await import('../../../reports/summary/summary.js');
  await appendFile(summary, renderSummary(report));
}
