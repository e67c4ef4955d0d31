import type { NoteEntry } from '../../../reports/report.js';
import { counted } from '../../../reports/text/amounts.js';
import type { BackendKind } from '../../../rules/rule.js';

const MOST_SHOWN = 3;

/**
 * A note that names the regular expressions (`pattern`) which a backend does not enforce. It accepts some values that
 * the contract forbids.
 */
export function unenforcedNotes(kind: BackendKind, patterns: readonly string[]): readonly NoteEntry[] {
  if (patterns.length === 0) return [];
  const shown = patterns.slice(0, MOST_SHOWN).map((pattern) => JSON.stringify(pattern.slice(0, 100)));
  return [
    {
      kind: 'note',
      severity: 'warning',
      code: 'pattern-unenforced',
      message: `the ${kind} does not enforce ${counted(patterns.length, 'pattern')}, because matching could take exponential time: ${shown.join(', ')}`,
      repair: 'Rewrite the pattern so that a string can match it in only one way, or check against a real `service`.',
    },
  ];
}
