import type { Report } from '../../../reports/report.js';
import { type DirectRun, isLintNote, nextSteps } from '../direct/next-steps.js';
import { stepsText } from '../direct/steps-text.js';
import { annotateGithub } from '../output/annotate-github.js';
import { printReport } from '../output/print-report.js';

/**
 * Prints the report of a run. If the run has no configuration, next steps are added. In a GitHub job, annotations are
 * added. `page` is the path of the HTML page, if it was written.
 */
export async function showReport(
  report: Report,
  page: string | undefined,
  direct: DirectRun | undefined,
): Promise<void> {
  printReport(direct === undefined ? report : withoutLint(report), page);
  if (direct !== undefined) process.stdout.write(stepsText(nextSteps(direct, report), process.stdout));
  await annotateGithub(report);
}

/**
 * Removes lint warnings from the report of a run without a configuration. The output states only how many there are, as
 * a next step.
 */
function withoutLint(report: Report): Report {
  return { ...report, notes: report.notes.filter((note) => !isLintNote(note)) };
}
