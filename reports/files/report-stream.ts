import { closeSync, ftruncateSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { ParityError } from '../../contract/parity-error.js';
import { streamIdentity } from '../stream/entry-identity.js';
import { entryLine, renderNdjson } from '../stream/ndjson.js';
import type { Redactor } from '../stream/redact.js';
import type { CellEntry, CoverageEntry, FindingEntry, FooterEntry, HeaderEntry, NoteEntry, Report, UnsteadyEntry } from '../report.js';
import { unwritable } from '../stream/reports-unwritable.js';
import { safeEntry, safeReport } from '../stream/safe-entry.js';
import { PAGES, temporaryPath } from './write-reports.js';

/** What stands between header and footer. */
type BodyEntry = CellEntry | FindingEntry | UnsteadyEntry | NoteEntry | CoverageEntry;

/** A report of a run that came to its end, or was interrupted in order. */
export type ClosedReport = Report & { readonly footer: FooterEntry };

/** A report while it is made. At every moment `report.ndjson` is a valid report of an interrupted run, with all that was written. */
export interface ReportStream {
  /**
   * Makes the entry safe (`safeEntry`) and appends it; it is with the operating system when this returns. An entry of the same
   * identity (`streamIdentity`) is superseded. What exceeds the bounds of the stream is skipped: the closed report has it.
   */
  write(entry: BodyEntry): void;
  /** Replaces what was written by the whole report, each entry once, and returns it redacted and bounded for the renderers. */
  close(report: ClosedReport): ClosedReport;
}

/** What a run may append before its end; the reader's own bounds (`READ_BOUNDS`) are more than twice as large. */
export interface StreamBounds {
  readonly lines: number;
  readonly bytes: number;
  /** Different findings, unsteady ones included. */
  readonly findings: number;
  /** Lines of one identity. */
  readonly repeats: number;
}

export const REPORT_STREAM_BOUNDS: StreamBounds = { lines: 80_000, bytes: 96 * 1024 * 1024, findings: 2000, repeats: 32 };

/**
 * Begins `report.ndjson` in `folder`, which is made. The header is written aside and renamed over an older report, whose pages
 * are removed: beside a run that is killed they would pass for its result. What follows is appended to the same file.
 * Synchronous, because whoever is about to be killed has no time to wait, and entries are few and small.
 * Throws a `ParityError` (`reports-unwritable`), as do the methods.
 */
export function openReportStream(folder: string, header: HeaderEntry, redact: Redactor, bounds = REPORT_STREAM_BOUNDS): ReportStream {
  const file = openFile(folder, entryLine(safeEntry(header, redact)));
  const quota = new Quota(bounds);
  let isClosed = false;
  const refuseClosed = (kind: string): void => {
    const message = `A ${kind} came after the report was closed.`;
    if (isClosed) throw new ParityError('report-closed', message, 'Close the report last, and once.');
  };
  return {
    write(entry) {
      refuseClosed(entry.kind);
      const safe = safeEntry(entry, redact) as BodyEntry;
      const line = entryLine(safe);
      const admission = quota.admit(safe, Buffer.byteLength(line));
      if (admission === 'admitted') file.append(line);
      else if (admission === 'first-refused') file.append(entryLine(FULL));
    },
    close(report) {
      refuseClosed('footer');
      isClosed = true;
      file.close();
      const safe = safeReport(report, redact) as ClosedReport;
      replaceFile(folder, renderNdjson(safe));
      return safe;
    },
  };
}

const FULL: NoteEntry = {
  kind: 'note',
  severity: 'warning',
  code: 'report-stream-full',
  message: 'the run was interrupted after it had found more than is stored before its end; some entries are not in this file',
  repair: 'Run it again to its end, or narrow it with --surface, --operation or --phase.',
};

/** Counts what was appended, so that no run, however many faults it meets, fills the disk before its end. */
class Quota {
  #lines = 0;
  #bytes = 0;
  #findings = 0;
  #isFull = false;
  readonly #repeats = new Map<string, number>();

  constructor(private readonly bounds: StreamBounds) {}

  admit(entry: BodyEntry, bytes: number): 'admitted' | 'repeated' | 'first-refused' | 'refused' {
    const { bounds } = this;
    const key = streamIdentity(entry);
    const repeats = this.#repeats.get(key) ?? 0;
    if (repeats >= (entry.kind === 'note' ? 1 : bounds.repeats)) return 'repeated';
    const isNewFinding = repeats === 0 && (entry.kind === 'finding' || entry.kind === 'unsteady');
    const isOver = this.#lines >= bounds.lines || this.#bytes + bytes > bounds.bytes || (isNewFinding && this.#findings >= bounds.findings);
    if (isOver) return this.#refused();
    this.#repeats.set(key, repeats + 1);
    this.#findings += isNewFinding ? 1 : 0;
    this.#lines += 1;
    this.#bytes += bytes;
    return 'admitted';
  }

  #refused(): 'first-refused' | 'refused' {
    const isFirst = !this.#isFull;
    this.#isFull = true;
    return isFirst ? 'first-refused' : 'refused';
  }
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
    // A folder of such a name is refused when the pages are written.
    for (const name of PAGES) removeFile(path.join(folder, name));
    return file;
  } catch (error) {
    file?.close();
    if (file !== undefined) rmSync(temporary, { force: true });
    throw error instanceof ParityError ? error : unwritable(folder, error);
  }
}

function removeFile(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_FS_EISDIR') throw error;
  }
}

function replaceFile(folder: string, text: string): void {
  const temporary = temporaryPath(path.resolve(folder), 'report.ndjson');
  try {
    writeFileSync(temporary, text, { flag: 'wx' });
    renameSync(temporary, path.join(folder, 'report.ndjson'));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw unwritable(folder, error);
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
