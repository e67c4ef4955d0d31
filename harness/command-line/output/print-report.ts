import type { Report } from '../../../reports/report.js';
import { renderTerminal } from '../../../reports/terminal/terminal.js';
import { hasColours } from './terminal-features.js';

/** The width that is used if the output is not a terminal. */
const WIDTH = 100;

/**
 * Prints a report with the width and the colours of the terminal. `page` is the path of the HTML page, if it was
 * written.
 */
export function printReport(report: Report, page: string | undefined): void {
  const colour = hasColours(process.stdout);
  const width = process.stdout.columns || WIDTH;
  process.stdout.write(renderTerminal(report, { colour, width, ...(page !== undefined && { reportPage: page }) }));
}
