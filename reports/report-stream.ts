import { closeSync, ftruncateSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { ParityError } from '../contract/parity-error.js';
import { entryLine } from './ndjson.js';
import type { Redactor } from './redact.js';
import type { CellEntry, CoverageEntry, FindingEntry, FooterEntry, HeaderEntry, NoteEntry, Report, ReportEntry, UnsteadyEntry } from './report.js';
import { unwritable } from './reports-unwritable.js';
import { safeEntry } from './safe-entry.js';
import { temporaryPath } from './write-reports.js';

/** What stands between header and footer. */
export type BodyEntry = CellEntry | FindingEntry | UnsteadyEntry | NoteEntry | CoverageEntry;

/** A report while it is made. At every moment `report.ndjson` is a valid report of an interrupted run. */
export interface ReportStream {
  /** Makes the entry safe (`safeEntry`) and appends it; it is with the operating system when this returns. */
  write(entry: BodyEntry): void;
  /** Appends the footer and returns everything that was written, redacted and bounded, for `writeReports` and the other renderers. */
  close(footer: FooterEntry): Report;
}

/**
 * Begins `report.ndjson` in `folder`, which is made. The header is written aside and renamed over an older report; what follows is
 * appended to the same file. Synchronous, because whoever is about to be killed has no time to wait, and entries are few and small.
 * Throws a `ParityError` (`reports-unwritable`), as do the methods.
 */
export function openReportStream(folder: string, header: HeaderEntry, redact: Redactor): ReportStream {
  const first = safeEntry(header, redact) as HeaderEntry;
  const file = openFile(folder, entryLine(first));
  const report = {
    header: first, cells: [] as CellEntry[], findings: [] as FindingEntry[], unsteady: [] as UnsteadyEntry[], notes: [] as NoteEntry[], coverage: [] as CoverageEntry[],
  };
  let closed = false;
  const append = (entry: ReportEntry): void => {
    const message = `A ${entry.kind} came after the report was closed.`;
    if (closed) throw new ParityError('report-closed', message, 'Close the report last, and once.');
    file.append(entryLine(entry));
  };
  return {
    write(entry) {
      const safe = safeEntry(entry, redact);
      append(safe);
      if (safe.kind === 'cell') report.cells.push(safe);
      else if (safe.kind === 'finding') report.findings.push(safe);
      else if (safe.kind === 'unsteady') report.unsteady.push(safe);
      else if (safe.kind === 'note') report.notes.push(safe);
      else if (safe.kind === 'coverage') report.coverage.push(safe);
    },
    close(footer) {
      try {
        append(footer);
      } finally {
        if (!closed) file.close();
        closed = true;
      }
      const { unsteady, coverage, ...others } = report;
      return { ...others, ...(unsteady.length > 0 && { unsteady }), ...(coverage.length > 0 && { coverage }), footer };
    },
  };
}

interface AppendedFile {
  append(line: string): void;
  close(): void;
}

function openFile(folder: string, firstLine: string): AppendedFile {
  const temporary = temporaryPath(path.resolve(folder), 'report.ndjson');
  let file: AppendedFile | undefined;
  try {
    mkdirSync(folder, { recursive: true });
    file = appendedFile(openSync(temporary, 'wx'), folder);
    file.append(firstLine);
    // The descriptor stays with the file through the rename.
    renameSync(temporary, path.join(folder, 'report.ndjson'));
    return file;
  } catch (error) {
    file?.close();
    if (file !== undefined) rmSync(temporary, { force: true });
    throw error instanceof ParityError ? error : unwritable(folder, error);
  }
}

/** Whole lines only: where the disk is full in the middle of one, the file is cut back to the last whole line. */
function appendedFile(descriptor: number, folder: string): AppendedFile {
  let length = 0;
  return {
    append(line) {
      const bytes = Buffer.from(line, 'utf8');
      try {
        let written = 0;
        while (written < bytes.length) written += writeSync(descriptor, bytes, written, bytes.length - written, length + written);
        length += bytes.length;
      } catch (error) {
        ftruncateSync(descriptor, length);
        throw unwritable(folder, error);
      }
    },
    close() {
      closeSync(descriptor);
    },
  };
}
