import type { OperationId } from '../../../contract/operation.js';
import type { NoteEntry } from '../../../reports/report.js';
import type { Tallies, Tally } from './tally.js';

/** An operation is noted if the service refused at least this many valid inputs, */
const LEAST_REFUSED = 20;
/** and at least this many for each accepted call. */
const REFUSED_PER_ACCEPTED = 20;
/** The maximum number of operations in the note. */
const MOST_SHOWN = 5;

/**
 * A note about operations of a service that accepted almost no valid input. The refusals are permitted, for example
 * because of a rule that only a description states. But the effects of these operations were hardly checked, and a user
 * would not see it in a cell that passed.
 */
export function fewAcceptedNotes(tallies: Tallies): readonly NoteEntry[] {
  const found = new Map<OperationId, string>();
  for (const operations of tallies.values()) {
    for (const [operation, tally] of operations) {
      const refused = refusedCount(tally);
      const isNoted = tally.accepted > 0 && refused >= Math.max(LEAST_REFUSED, tally.accepted * REFUSED_PER_ACCEPTED);
      if (isNoted && !found.has(operation))
        found.set(operation, `${operation} (${tally.accepted} accepted, ${refused} refused)`);
    }
  }
  if (found.size === 0) return [];
  const shown = [...found.values()].slice(0, MOST_SHOWN).join(', ');
  return [
    {
      kind: 'note',
      severity: 'info',
      code: 'few-accepted',
      message: `The service accepted almost no valid input: ${shown}${found.size > MOST_SHOWN ? ', …' : ''}. Its refusals are permitted, but what these operations change was hardly checked.`,
      repair:
        'Configure `values` that the service accepts together, or give the operations examples that it always accepts.',
    },
  ];
}

/** The number of valid inputs that the service refused with a client error other than 404. */
function refusedCount({ validRefused }: Tally): number {
  return [...validRefused]
    .filter(([status]) => /^4\d\d$/.test(status) && status !== '404')
    .reduce((sum, [, count]) => sum + count, 0);
}
