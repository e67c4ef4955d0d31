import { codeSpan, markdownProse, markdownText } from '../text/markdown.js';
import { mendings } from '../view/mending.js';
import type { Report } from '../report.js';
import { counted } from '../text/amounts.js';

/** So few can be read where they stand. */
const FEW = 4;
const MAX_JOBS = 20;
const MAX_NUMBERS = 10;

/** Who has to mend what, before the matrix that shows where it is broken. */
export function mendingList(report: Report): string | undefined {
  const jobs = mendings(report).flatMap(({ owner, jobs: of }) => of.map((job) => ({ owner, ...job })));
  if (jobs.reduce((sum, { findings }) => sum + findings.length, 0) < FEW) return undefined;
  const items = jobs.slice(0, MAX_JOBS).map(({ owner, rule, findings }) => {
    const numbers = findings
      .slice(0, MAX_NUMBERS)
      .map(({ number }) => number)
      .join(', ');
    const more = findings.length > MAX_NUMBERS ? ` and ${findings.length - MAX_NUMBERS} more` : '';
    const repair = markdownProse(findings[0]?.entry.finding.repair ?? '', 300);
    return `- **${markdownText(owner, 200)}**: ${counted(findings.length, 'finding')} of ${codeSpan(rule, 120)} (${numbers}${more}). ${repair}`;
  });
  const left = jobs.length - items.length;
  return ['**To mend**', '', ...items, ...(left > 0 ? [`- ${counted(left, 'more rule')} in the full report`] : [])].join('\n');
}
