import { join, relative } from 'node:path';
import { type Redactor, redactor } from '../../../reports/stream/redact.js';
import type { HeaderEntry, Report, ReportEntry } from '../../../reports/report.js';
import { type ReportStream, isBodyEntry, openReportStream } from '../../../reports/files/report-stream.js';
import { safeReport } from '../../../reports/stream/safe-entry.js';
import { secretTexts } from '../../configuration/secret-texts.js';
import type { DirectRun } from '../direct/next-steps.js';
import { printError } from '../output/print-error.js';
import type { LoadedConfig } from '../../configuration/load-config.js';

/**
 * Writes the report files and prints the report. If a file cannot be written, the report is still printed, because a
 * full disk must not hide findings.
 */
export class ReportOutput {
  private stream: ReportStream | undefined;
  /** The first error that occurred while a file was written. `undefined` if there was none. */
  failure: unknown;
  private readonly redact: Redactor;

  constructor(
    loaded: LoadedConfig,
    private readonly folder: string,
    private readonly direct: DirectRun | undefined,
    private readonly isWatched = false,
  ) {
    this.redact = redactor(secretTexts(loaded));
  }

  entry(entry: ReportEntry): void {
    try {
      if (entry.kind === 'header') this.open(entry);
      else if (isBodyEntry(entry)) this.stream?.write(entry);
    } catch (error) {
      this.failure ??= error;
      this.stream = undefined;
    }
  }

  /** Writes the final files, prints the report and returns the exit code. */
  async finish(report: Report): Promise<number> {
    const safe = await this.store(report);
    const shown = relative(process.cwd(), this.folder) || '.';
    // The module is imported here, because loading it earlier would delay the first case.
    const { showReport } = await import('./show-report.js');
    await showReport(safe, this.failure === undefined ? join(shown, 'index.html') : undefined, this.direct);
    const exitCode = report.footer?.exitCode ?? 2;
    if (this.failure === undefined) return exitCode;
    printError(this.failure);
    return exitCode === 0 ? 2 : exitCode;
  }

  private open(header: HeaderEntry): void {
    this.stream = openReportStream(this.folder, header, this.redact);
  }

  /**
   * Writes the final files. They contain only the final report and not the earlier stream of entries, because later
   * results may replace entries of the stream.
   */
  async store(report: Report): Promise<Report> {
    if (this.stream === undefined || report.footer === undefined) return safeReport(report, this.redact);
    try {
      const safe = this.stream.close({ ...report, footer: report.footer });
      const { writeReports } = await import('../../../reports/files/write-reports.js');
      const { writeCounterexamples } = await import('../../engine/minimise/counterexample.js');
      await writeReports(safe, this.folder, this.isWatched);
      await writeCounterexamples(safe, this.folder);
      return safe;
    } catch (error) {
      this.failure ??= error;
      return safeReport(report, this.redact);
    }
  }
}
