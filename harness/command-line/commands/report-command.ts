import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { printReport } from '../output/print-report.js';
import { ParityError } from '../../../contract/parity-error.js';
import type { FormatName } from '../../../reports/files/format-names.js';
import { FORMATS } from '../../../reports/files/formats.js';
import { renderHtml } from '../../../reports/html/html.js';
import type { Report } from '../../../reports/report.js';
import { writePages } from '../../../reports/files/write-reports.js';
import { storedReport } from '../stored/stored-report.js';

/** The default report folder of `check` and `merge`. */
const DEFAULT_FOLDER = 'reports/latest';

export interface ReportFlags {
  /** The file to which the HTML page is written. */
  readonly html?: string;
  /** The folder to which all pages are written. */
  readonly out?: string;
  /** The format to print. The default is the text for the terminal. */
  readonly format?: FormatName;
}

/** `parity report`: shows a stored report. The report may come from an interrupted run, or from all shards of a run. */
export async function reportCommand(paths: readonly string[], flags: ReportFlags): Promise<void> {
  const report = await readReports(paths);
  const page = await written(report, flags);
  const format = FORMATS.find(({ name }) => name === flags.format);
  if (format !== undefined) return void process.stdout.write(format.render(report));
  printReport(report, page);
}

/**
 * Reads one report, or merges the reports of all shards of a run. Only `parity merge` also writes the counterexamples
 * that replays need.
 */
async function readReports(paths: readonly string[]): Promise<Report> {
  const [path = DEFAULT_FOLDER, ...others] = paths;
  if (others.length === 0) return storedReport(path);
  const { boundedReport, mergedReports } = await import('../stored/merged-reports.js');
  return boundedReport(await mergedReports(paths, DEFAULT_FOLDER));
}

/** Writes the requested pages. Returns the path of the HTML page, or `undefined` if no page was requested. */
async function written(report: Report, { html, out }: ReportFlags): Promise<string | undefined> {
  if (html !== undefined) {
    await writeFile(html, renderHtml(report)).catch((cause: unknown) => {
      const reason = (cause as Error).message;
      throw new ParityError(
        'page-unwritable',
        `${html} cannot be written: ${reason}`,
        'Name a file in a writable folder.',
        { cause },
      );
    });
  }
  if (out === undefined) return html;
  const { folder } = await writePages(report, out);
  return join(relative(process.cwd(), folder) || '.', 'index.html');
}
