import { COVERED, type Coverage, type Covered } from '../../../contract/coverage/covered.js';
import type { CoverageEntry, NoteEntry } from '../../../reports/report.js';
import { amount } from '../../../reports/text/amounts.js';
import { missingNames } from '../../../reports/view/words/coverage-words.js';
import type { SurfaceId } from '../../../surfaces/observation.js';
import type { CoverageLimit } from '../options/coverage-limit.js';

/** The maximum number of unreached parts that a note names. */
const MAX_NAMED = 5;

/**
 * Returns an error for each contract whose coverage is below a limit of `--min-coverage`. A contract without parts of
 * the kind that the limit names, such as operations, meets the limit.
 */
export function coverageNotes(
  coverages: readonly CoverageEntry[],
  limits: readonly CoverageLimit[],
): readonly NoteEntry[] {
  return coverages.flatMap((entry) => limits.flatMap((limit) => coverageNote(entry, limit) ?? []));
}

function coverageNote(entry: CoverageEntry, { surface, part, percent }: CoverageLimit): NoteEntry | undefined {
  const parts = surface === undefined ? entry : onSurface(entry, surface);
  const { reached = 0, of = 0, missing = [] } = parts[part] ?? {};
  // The comparison multiplies whole numbers, because in floating point 0.29 × 100 is less than 29.
  if (reached * 100 >= percent * of) return undefined;
  const names = missingNames({ ...parts, ...withoutOthers(parts, part) }).slice(0, MAX_NAMED);
  const more = missing.length > names.length ? ', …' : '';
  const left = names.length === 0 ? '' : ` Not reached: ${names.join(', ')}${more}.`;
  const cases = surface === undefined ? 'The cases' : `The cases on ${surface}`;
  return {
    kind: 'note',
    severity: 'error',
    code: 'coverage-low',
    message: `${cases} reached ${amount(reached)} of ${amount(of)} ${part} of ${entry.contract}, less than ${percent}%.${left}`,
    repair: 'Run more phases or cases, add examples to the operations, or lower `--min-coverage`.',
    ...(surface !== undefined && { surface }),
  };
}

/** The coverage that one surface reached. If the surface ran no case, it reached nothing. */
function onSurface(entry: CoverageEntry, surface: SurfaceId): CoverageEntry {
  const found = entry.surfaces?.find((each) => each.surface === surface);
  if (found !== undefined) return { ...entry, ...found };
  const nothing = COVERED.map((kind) => [kind, { reached: 0, of: entry[kind]?.of ?? 0, missing: [] }]);
  return { ...entry, ...(Object.fromEntries(nothing) as Coverage) };
}

const NOTHING = { reached: 0, of: 0, missing: [] };

function withoutOthers(entry: CoverageEntry, part: Covered): Partial<CoverageEntry> {
  return Object.fromEntries(
    COVERED.filter((other) => other !== part && entry[other] !== undefined).map((other) => [other, NOTHING]),
  );
}
