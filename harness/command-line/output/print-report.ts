import type { Report } from '../../../reports/report.js';
import { renderTerminal } from '../../../reports/terminal/terminal.js';
import { hasColours } from './terminal-features.js';

/** The number of columns if the output is not a terminal. */
const WIDTH = 100;

/** Prints a report in the width and the colours of the terminal. `page`: the path of the page, if it was written. */
export function printReport(report: Report, page: string | undefined): void {
  const colour = hasColours(process.stdout);
  const width = process.stdout.columns || WIDTH;
  process.stdout.write(renderTerminal(report, { colour, width, ...(page !== undefined && { reportPage: page }) }));
}
