import type { ReportEntry } from '../report.js';

/**
 * The identity of an entry. A complete report contains one entry for each identity. `undefined` for entries that may be
 * repeated. The identity is written as JSON, so that its parts cannot be confused.
 */
export function entryIdentity(entry: ReportEntry): string | undefined {
  if (entry.kind === 'cell') return JSON.stringify(['cell', entry.group, entry.surface, entry.backend]);
  if (entry.kind === 'coverage') return JSON.stringify(['coverage', entry.contract]);
  return entry.kind === 'finding' || entry.kind === 'unsteady'
    ? JSON.stringify([entry.kind, entry.finding.id])
    : undefined;
}

/**
 * The identity of an entry before the end of a run. The last entry with an identity replaces earlier entries. An
 * `unsteady` entry replaces the finding with the same id, because the run may discover later that the finding cannot be
 * reproduced. Equal notes have the same identity.
 */
export function streamIdentity(entry: ReportEntry): string {
  if (entry.kind === 'finding' || entry.kind === 'unsteady') return JSON.stringify(['violation', entry.finding.id]);
  return entryIdentity(entry) ?? JSON.stringify(entry);
}
