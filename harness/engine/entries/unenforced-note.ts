import type { NoteEntry } from '../../../reports/report.js';
import { counted } from '../../../reports/text/amounts.js';
import type { Backend } from '../../backends/backend.js';

const MOST_SHOWN = 3;

/** That a backend accepts texts which the contract refuses, because it does not match with some patterns. */
export function unenforcedNotes({ kind, unenforced }: Backend): readonly NoteEntry[] {
  const patterns = unenforced?.() ?? [];
  if (patterns.length === 0) return [];
  const shown = patterns.slice(0, MOST_SHOWN).map((pattern) => JSON.stringify(pattern.slice(0, 100)));
  return [
    {
      kind: 'note',
      severity: 'warning',
      code: 'pattern-unenforced',
      message: `the ${kind} does not enforce ${counted(patterns.length, 'pattern')}, which could take it exponential time: ${shown.join(', ')}`,
      repair: 'Write the pattern so that a text can match it in one way only, or check against a real `service`.',
    },
  ];
}
