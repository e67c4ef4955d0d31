import type { ReportEntry } from '../report.js';

/** What a complete report has once; `undefined` for what may stand in it more often. JSON keeps the parts apart, whatever characters they hold. */
export function entryIdentity(entry: ReportEntry): string | undefined {
  if (entry.kind === 'cell') return JSON.stringify(['cell', entry.group, entry.surface, entry.backend]);
  if (entry.kind === 'coverage') return JSON.stringify(['coverage', entry.contract]);
  return entry.kind === 'finding' || entry.kind === 'unsteady' ? JSON.stringify([entry.kind, entry.finding.id]) : undefined;
}

/**
 * Before the end of a run, of the entries with the same identity the last one holds. A violation is a finding until it does
 * not show again, so that an `unsteady` entry supersedes the finding of the same id; equal notes are one.
 */
export function streamIdentity(entry: ReportEntry): string {
  if (entry.kind === 'finding' || entry.kind === 'unsteady') return JSON.stringify(['violation', entry.finding.id]);
  return entryIdentity(entry) ?? JSON.stringify(entry);
}
