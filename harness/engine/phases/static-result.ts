import { ParityError } from '../../../contract/parity-error.js';
import type { NoteEntry } from '../../../reports/report.js';
import type { Finding } from '../../../rules/finding.js';

/** The result of a phase that runs no cases. */
export interface StaticResult {
  readonly findings: readonly Finding[];
  readonly notes: readonly NoteEntry[];
}

export function errorNote(error: unknown, surface?: string): NoteEntry {
  const known = error instanceof ParityError;
  return {
    kind: 'note',
    severity: 'error',
    code: known ? error.code : 'unexpected',
    message: error instanceof Error ? error.message : String(error),
    ...(known && { repair: error.repair, ...(error.location && { location: error.location }) }),
    ...(surface !== undefined && { surface }),
  };
}
