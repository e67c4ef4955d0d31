import { counted } from '../../../reports/text/amounts.js';
import { printableText } from '../../../reports/text/printable.js';
import type { NoteEntry, Report } from '../../../reports/report.js';
import { formatLocation } from '../../../contract/json/source-location.js';
import { type Paint, paint } from '../../../reports/terminal/paint.js';
import { unverified, whereUnverified } from '../../../reports/view/required-fixes.js';
import { reportTotals } from '../../../reports/view/totals.js';
import { VERDICT_SYMBOL } from '../../../reports/view/words/words.js';
import type { Comparison } from './memory.js';

/** The maximum number of lines of each kind. The remaining entries are only in the report. */
const MOST_LINES = 8;

/** Formats the result of a run in a few lines: the verdict, and the differences from the previous run. */
export function compactVerdict(
  report: Report,
  comparison: Comparison,
  options: { readonly colour: boolean; readonly page: string },
): string {
  const style = paint(options.colour);
  const lines = [
    verdictLine(report, comparison, style),
    ...findingLines('new', comparison.fresh),
    ...findingLines('still', comparison.still),
    ...findingLines('fixed', comparison.fixed),
    ...findingLines('open, not run again', comparison.unverified),
    ...reasonLines(report),
    ...noteLines(report.notes),
    style.dim(`  report: ${printableText(options.page, 500)}`),
  ];
  return `${lines.join('\n')}\n`;
}

function verdictLine(report: Report, { fresh, still, fixed, unverified: open }: Comparison, style: Paint): string {
  const { verdict, cases } = reportTotals(report);
  const left = (report.header.scope?.changed?.notRequested ?? []).reduce((sum, each) => sum + each.surfaces.length, 0);
  const parts = [
    fresh.length + still.length === 0 ? 'no open finding' : counted(fresh.length + still.length, 'open finding'),
    ...(fresh.length > 0 && still.length > 0 ? [`${fresh.length} new`] : []),
    ...(fixed.length > 0 ? [`${fixed.length} fixed`] : []),
    ...(open.length > 0 ? [`${counted(open.length, 'earlier finding')} not run again`] : []),
    `${counted(report.cells.length, 'cell')} and ${counted(cases, 'case')} checked`,
    ...(left > 0 ? [`${counted(left, 'unchanged cell')} not requested`] : []),
    `${((report.footer?.durationMs ?? 0) / 1000).toFixed(1)} s`,
  ];
  // The verdict `pass` does not cover open findings whose operations did not run again.
  const words = `${VERDICT_SYMBOL[verdict]} ${verdict}${verdict === 'pass' && open.length > 0 ? ' for the operations that ran' : ''}`;
  return `${style.tone(verdict, style.bold(words))}: ${parts.join(', ')}`;
}

function findingLines(word: string, findings: Comparison['fresh']): readonly string[] {
  const lines = findings.slice(0, MOST_LINES).map(({ id, rule, surfaces, operations, message }) => {
    const where = [operations.slice(0, 3).join(', '), surfaces.join(', ')].filter((part) => part !== '').join(' on ');
    return printableText(`  ${word}: ${rule} [${id}]${where === '' ? '' : ` ${where}`}: ${message}`, 300);
  });
  const more = findings.length - lines.length;
  return [...lines, ...(more > 0 ? [`  ${word}: ${counted(more, 'more finding')}`] : [])];
}

/** Formats the reasons why operations could not be verified on some surfaces. */
function reasonLines(report: Report): readonly string[] {
  return unverified(report)
    .slice(0, MOST_LINES)
    .map((each) =>
      printableText(
        `  ${VERDICT_SYMBOL[each.verdict]} ${each.verdict}: ${whereUnverified(each, 100)}: ${each.reason}`,
        300,
      ),
    );
}

function noteLines(notes: readonly NoteEntry[]): readonly string[] {
  return notes
    .filter(({ severity }) => severity === 'error')
    .slice(0, MOST_LINES)
    .flatMap(({ code, message, repair, location }) => [
      printableText(`  ! ${code}${location === undefined ? '' : ` ${formatLocation(location)}`}: ${message}`, 500),
      ...(repair === undefined || repair === '' ? [] : [printableText(`    → ${repair}`, 500)]),
    ]);
}
