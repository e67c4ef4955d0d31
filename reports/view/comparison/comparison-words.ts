import type { ComparisonEntry, EarlierFinding } from '../../change-entries.js';
import type { Report } from '../../report.js';
import { counted } from '../../text/amounts.js';
import { cellWords } from './comparison.js';

/** Names the earlier report, for example `1.2.0 (4f1c2ab, 2026-03-01)`. */
export function againstWords({ against: { contracts, commit, startedAt } }: ComparisonEntry): string {
  const versions = [...new Set(contracts.map(({ version }) => version))].join(', ');
  return `${versions} (${[...(commit === undefined ? [] : [commit.slice(0, 7)]), startedAt.slice(0, 10)].join(', ')})`;
}

/**
 * Describes the changes since the earlier report. The first sentence has the counts; the others list at most `most`
 * names each. The sentences have no full stop.
 */
export function comparisonSentences(report: Report, most: number): readonly string[] {
  const { comparison } = report;
  if (comparison === undefined) return [];
  const { findings, fixed, notVerified, cells } = comparison;
  const ids = (change: ComparisonEntry['findings'][number]['change']): readonly string[] =>
    findings.filter((each) => each.change === change).map(({ id }) => findingWords(report, id));
  const [regressions, fresh, known] = [ids('regression'), ids('new'), ids('known')];
  const counts = [
    counted(regressions.length, 'regression'),
    `${counted(fresh.length, 'finding')} that the earlier run could not show`,
    `${known.length} known`,
    `${fixed.length} fixed`,
    `${notVerified.length} no longer verified`,
  ];
  return [
    `since ${againstWords(comparison)}: ${counts.join(', ')}`,
    ...listed('regressions', regressions, most),
    ...listed('new', fresh, most),
    ...listed('fixed', fixed.map(earlierWords), most),
    ...listed(
      'no longer verified',
      notVerified.map((each) => `${earlierWords(each)}: ${each.reason}`),
      most,
    ),
    ...listed('cells that are no longer verified', cells.map(cellWords), most),
  ];
}

function listed(title: string, items: readonly string[], most: number): readonly string[] {
  if (items.length === 0) return [];
  const left = items.length - most;
  return [`${title}: ${items.slice(0, most).join('; ')}${left > 0 ? `; and ${counted(left, 'more', 'more')}` : ''}`];
}

function findingWords({ findings }: Report, id: string): string {
  const found = findings.find(({ finding }) => finding.id === id)?.finding;
  return found === undefined ? id : earlierWords(found);
}

function earlierWords({ id, rule, surfaces, operations }: EarlierFinding): string {
  const where = [operations.join(', '), surfaces.join(', ')].filter((part) => part !== '').join(' on ');
  return `${rule}${where === '' ? '' : ` (${where})`} ${id}`;
}
