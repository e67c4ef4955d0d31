import type { Report, ReportVerdict } from '../report.js';
import { amount, counted } from '../text/amounts.js';
import { reportTotals } from '../view/totals.js';

const COLOUR: Readonly<Record<ReportVerdict, string>> = {
  pass: 'brightgreen',
  fail: 'red',
  inconclusive: 'yellow',
  interrupted: 'lightgrey',
};

/** `badge.json`: the data of an endpoint badge for shields.io (schema version 1). */
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
