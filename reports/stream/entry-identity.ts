import type { ReportEntry } from '../report.js';

/**
 * The identity of an entry that a complete report has once; `undefined` for entries that may be repeated. JSON, so that
 * the parts stay separate.
 */
export function entryIdentity(entry: ReportEntry): string | undefined {
  if (entry.kind === 'cell') return JSON.stringify(['cell', entry.group, entry.surface, entry.backend]);
  if (entry.kind === 'coverage') return JSON.stringify(['coverage', entry.contract]);
  return entry.kind === 'finding' || entry.kind === 'unsteady'
    ? JSON.stringify([entry.kind, entry.finding.id])
    : undefined;
}

/**
 * The identity of an entry before the end of a run: the last entry with an identity supersedes earlier ones. An
 * `unsteady` entry supersedes the finding of the same id, because the run may find later that it cannot be reproduced.
 * Equal notes are one.
 */
export function streamIdentity(entry: ReportEntry): string {
  if (entry.kind === 'finding' || entry.kind === 'unsteady') return JSON.stringify(['violation', entry.finding.id]);
  return entryIdentity(entry) ?? JSON.stringify(entry);
}
