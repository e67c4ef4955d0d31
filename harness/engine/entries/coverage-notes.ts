import { COVERED, type Covered } from '../../../contract/coverage/contract-coverage.js';
import type { CoverageEntry, NoteEntry } from '../../../reports/report.js';
import { amount } from '../../../reports/text/amounts.js';
import { missingNames } from '../../../reports/view/coverage-words.js';
import type { CoverageLimit } from '../options/coverage-limit.js';

/** Most names of parts in a note. */
const MAX_NAMED = 5;

/** An error for each contract and limit that the run does not meet. A contract without such parts meets it. */
export function coverageNotes(
  coverages: readonly CoverageEntry[],
  limits: readonly CoverageLimit[],
): readonly NoteEntry[] {
  return coverages.flatMap((entry) => limits.flatMap((limit) => coverageNote(entry, limit) ?? []));
}

function coverageNote(entry: CoverageEntry, { part, percent }: CoverageLimit): NoteEntry | undefined {
  const { reached = 0, of = 0, missing = [] } = entry[part] ?? {};
  // Whole numbers: 0.29 × 100 is less than 29.
  if (reached * 100 >= percent * of) return undefined;
  const names = missingNames({ ...entry, ...withoutOthers(entry, part) }).slice(0, MAX_NAMED);
  const more = missing.length > names.length ? ', …' : '';
  return {
    kind: 'note',
    severity: 'error',
    code: 'coverage-low',
    message: `The cases reached ${amount(reached)} of ${amount(of)} ${part} of ${entry.contract}, less than ${percent}%. Not reached: ${names.join(', ')}${more}.`,
    repair: 'Run more phases or cases, add examples to the operations, or lower `--min-coverage`.',
  };
}

const NOTHING = { reached: 0, of: 0, missing: [] };

function withoutOthers(entry: CoverageEntry, part: Covered): Partial<CoverageEntry> {
  return Object.fromEntries(
    COVERED.filter((other) => other !== part && entry[other] !== undefined).map((other) => [other, NOTHING]),
  );
}
