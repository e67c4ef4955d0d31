import type { ReportEntry } from '../report.js';

/**
 * A text that identifies an entry: a complete report contains only one entry with this identity. `undefined` for
 * entries that may be repeated. The text is JSON, so that the boundaries of its parts are clear.
 */
export function entryIdentity(entry: ReportEntry): string | undefined {
  if (entry.kind === 'cell') return JSON.stringify(['cell', entry.group, entry.surface, entry.backend]);
  if (entry.kind === 'coverage') return JSON.stringify(['coverage', entry.contract]);
  return entry.kind === 'finding' || entry.kind === 'unsteady'
    ? JSON.stringify([entry.kind, entry.finding.id])
    : undefined;
}

/**
 * A text that identifies an entry while the run still appends entries. The last entry with an identity replaces earlier
 * ones. An `unsteady` entry replaces the finding with the same id, because the run may find out later that the finding
 * cannot always be reproduced. Equal notes have the same identity.
 */
export function streamIdentity(entry: ReportEntry): string {
  if (entry.kind === 'finding' || entry.kind === 'unsteady') return JSON.stringify(['violation', entry.finding.id]);
  return entryIdentity(entry) ?? JSON.stringify(entry);
}
