import type { Covered, PartCoverage } from '../../../contract/coverage/covered.js';
import type { CoverageEntry } from '../../report.js';
import { amount } from '../../text/amounts.js';

/**
 * The kinds of parts with their words in the sentence, in the order of the sentence. Kinds that a contract does not
 * have are left out.
 */
export const COVERED_WORDS: readonly (readonly [Covered, string])[] = [
  ['operations', 'operations'],
  ['parameters', 'parameters and bodies'],
  ['contents', 'media types'],
  ['keywords', 'keywords reached'],
  ['broken', 'keywords broken'],
  ['members', 'enum members'],
  ['branches', 'branches'],
  ['statuses', 'statuses'],
];

/** The maximum number of parts that the sentence lists as not reached. */
const MAX_NAMED = 5;

/**
 * Describes the coverage, for example `coverage of items.yaml: 3 of 3 operations, …, 38 of 40 keywords broken; not
 * reached: …`.
 */
export function coverageSentence(entry: CoverageEntry, named = MAX_NAMED): string {
  const parts = COVERED_WORDS.map(([part, words]) => ({ ...reachOf(entry, part), words }))
    .filter((reach) => reach.of > 0)
    .map(({ reached, of, words }) => `${amount(reached)} of ${amount(of)} ${words}`);
  const missing = missingNames(entry);
  const count = COVERED_WORDS.reduce((sum, [part]) => sum + reachOf(entry, part).of - reachOf(entry, part).reached, 0);
  const more = count > named ? `, and ${amount(count - Math.min(named, missing.length))} more` : '';
  const left = count === 0 ? '' : `; not reached: ${missing.slice(0, named).join(', ')}${more}`;
  return `coverage of ${entry.contract}: ${parts.join(', ')}${left}`;
}

const NOT_REACHED: Readonly<Partial<Record<Covered, string>>> = { contents: ' (not tried)', broken: ' (never broken)' };

/** The coverage of one kind of parts. Reports of earlier versions lack some kinds. */
function reachOf(entry: CoverageEntry, part: Covered): PartCoverage {
  return entry[part] ?? { reached: 0, of: 0, missing: [] };
}

/** The names of all parts that were not reached. They do not contain the file of the contract. */
export function missingNames(entry: CoverageEntry): readonly string[] {
  return COVERED_WORDS.flatMap(([part]) =>
    reachOf(entry, part).missing.map((name) => name.replace(`${entry.contract}#`, '#') + (NOT_REACHED[part] ?? '')),
  );
}
