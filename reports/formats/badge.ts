import type { Report, ReportVerdict } from '../report.js';
import { amount, counted } from '../text/amounts.js';
import { reportTotals } from '../view/totals.js';

const COLOUR: Readonly<Record<ReportVerdict, string>> = {
  pass: 'brightgreen',
  fail: 'red',
  inconclusive: 'yellow',
  interrupted: 'lightgrey',
};

/** `badge.json`: the data from which shields.io draws a badge (schema version 1 of its endpoint badge). */
export function renderBadge(report: Report): string {
  const totals = reportTotals(report);
  const { verdict, regressions, cells } = totals;
  const message =
    verdict === 'pass'
      ? `${amount(cells.pass)} cells pass`
      : verdict === 'fail'
        ? counted(regressions, 'finding')
        : verdict;
  return `${JSON.stringify({ schemaVersion: 1, label: 'contract parity', message, color: COLOUR[verdict] })}\n`;
}
