import { hangingLines } from '../text/display-width.js';
import { type RuleFix, requiredFixes } from '../view/required-fixes.js';
import { printableText } from '../text/printable.js';
import type { Report } from '../report.js';
import { amount, counted } from '../text/amounts.js';
import type { Paint } from './paint.js';

/** The required fixes are listed only if at least this number of findings must be fixed. */
const FEW = 8;
const MAX_LINES = 20;
const MAX_NUMBERS = 8;

/**
 * The required fixes by owner. They are at the end of a long output, where readers look first. `shown`: the number of
 * findings that are printed in full above.
 */
export function fixesLines(report: Report, shown: number, paint: Paint, width: number): readonly string[] {
  const owners = requiredFixes(report);
  if (owners.reduce((sum, { count }) => sum + count, 0) < FEW) return [];
  const entries = owners.flatMap(({ owner, count, fixes }) => {
    const of = fixes.map((job) => ({ indent: '    ', text: fixText(job, shown) }));
    const [only, ...others] = of;
    const name = printableText(owner, 300);
    if (only !== undefined && others.length === 0) return [{ indent: '  ', text: `${name}: ${only.text}` }];
    return [{ indent: '  ', text: `${name}: ${counted(count, 'finding')}` }, ...of];
  });
  const left = entries.length - MAX_LINES;
  const lines = entries
    .slice(0, MAX_LINES)
    .flatMap(({ indent, text }) => hangingLines(text, width, indent, `${indent}  `));
  return [
    paint.bold('Required fixes by owner'),
    ...lines,
    ...(left > 0 ? [paint.dim(`  ${counted(left, 'more line')} like these in the report.`)] : []),
  ];
}

function fixText({ rule, findings }: RuleFix, shown: number): string {
  const numbers = findings.filter(({ number }) => number <= shown).slice(0, MAX_NUMBERS);
  const left = findings.length - numbers.length;
  const shownNumbers = numbers.map(({ number }) => `#${number}`).join(' ');
  const more = numbers.length === 0 ? '' : left > 0 ? ` ${shownNumbers} and ${amount(left)} more` : ` ${shownNumbers}`;
  return `${amount(findings.length)} × ${printableText(rule, 200)}${more}`;
}
