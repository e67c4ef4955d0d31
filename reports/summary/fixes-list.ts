import { codeSpan, markdownProse, markdownText } from '../text/markdown.js';
import { requiredFixes } from '../view/required-fixes.js';
import type { Report } from '../report.js';
import { counted } from '../text/amounts.js';

/**
 * The list is shown only if at least this number of findings must be fixed. Fewer findings are easy to survey without
 * it.
 */
const FEW = 4;
const MAX_FIXES = 20;
const MAX_NUMBERS = 10;

/** The required fixes by owner, as a list above the matrix. */
export function fixesList(report: Report): string | undefined {
  const fixes = requiredFixes(report).flatMap(({ owner, fixes: of }) => of.map((job) => ({ owner, ...job })));
  if (fixes.reduce((sum, { findings }) => sum + findings.length, 0) < FEW) return undefined;
  const items = fixes.slice(0, MAX_FIXES).map(({ owner, rule, findings }) => {
    const numbers = findings
      .slice(0, MAX_NUMBERS)
      .map(({ number }) => number)
      .join(', ');
    const more = findings.length > MAX_NUMBERS ? ` and ${findings.length - MAX_NUMBERS} more` : '';
    const repair = markdownProse(findings[0]?.entry.finding.repair ?? '', 300);
    return `- **${markdownText(owner, 200)}**: ${counted(findings.length, 'finding')} of ${codeSpan(rule, 120)} (${numbers}${more}). ${repair}`;
  });
  const left = fixes.length - items.length;
  return [
    '**Required fixes by owner**',
    '',
    ...items,
    ...(left > 0 ? [`- ${counted(left, 'more rule')} in the full report`] : []),
  ].join('\n');
}
