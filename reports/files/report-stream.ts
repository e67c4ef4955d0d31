import { closeSync, ftruncateSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { ParityError } from '../../contract/parity-error.js';
import { streamIdentity } from '../stream/entry-identity.js';
import { entryLine, renderNdjson } from '../stream/ndjson.js';
import type { Redactor } from '../stream/redact.js';
import type {
  CellEntry,
  CoverageEntry,
  FindingEntry,
  FooterEntry,
  HeaderEntry,
  NoteEntry,
  Report,
  ReportEntry,
  UnsteadyEntry,
} from '../report.js';
import { unwritable } from '../stream/reports-unwritable.js';
import { safeEntry, safeReport } from '../stream/safe-entry.js';
import { temporaryPath } from './temporary-path.js';
import { PAGES } from './format-names.js';

/** An entry that a run may append to the report before its end. */
type BodyEntry = CellEntry | FindingEntry | UnsteadyEntry | NoteEntry | CoverageEntry;

const BODY_KINDS: ReadonlySet<string> = new Set(['cell', 'finding', 'unsteady', 'note', 'coverage']);

export function isBodyEntry(entry: ReportEntry): entry is BodyEntry {
  return BODY_KINDS.has(entry.kind);
}

/** The report of a run whose footer is written: the run ended, or was interrupted and still wrote its footer. */
export type ClosedReport = Report & { readonly footer: FooterEntry };

/**
 * A report that a run writes step by step. `report.ndjson` is a valid report at any time: it contains every entry
 * written so far, like the report of an interrupted run.
 */
export interface ReportStream {
  /**
   * Makes the entry safe (`safeEntry`) and appends it to the file. The operating system has the data when this method
   * returns. The entry replaces earlier entries with the same identity (`streamIdentity`). An entry beyond the size
   * limits of the stream is not written; only the closed report contains it.
   */
  write(entry: BodyEntry): void;
  /**
   * Replaces the file with the whole report, in which each entry occurs once. Returns the report as it was written
   * (redacted and shortened), for the renderers.
   */
  close(report: ClosedReport): ClosedReport;
}

/**
 * Limits for the entries that a run appends before its end. They are less than half of the limits up to which a report
 * can be read (`READ_BOUNDS`).
 */
export interface StreamBounds {
  readonly lines: number;
  readonly bytes: number;
  /** The maximum number of different findings, including those that do not occur in every attempt. */
  readonly findings: number;
  /** The maximum number of lines with the same identity, such as updates of one finding. */
  readonly repeats: number;
}

export const REPORT_STREAM_BOUNDS: StreamBounds = {
  lines: 80_000,
  bytes: 96 * 1024 * 1024,
  findings: 2000,
  repeats: 32,
};

/**
 * Starts `report.ndjson` in `folder`, and creates the folder. The header is written to a temporary file, which then
 * replaces an older report. The pages of the older report are removed, because they could be mistaken for the result of
 * this run if it is killed. Writes are synchronous, so that each entry is stored even if the process is killed right
 * after it. Entries are few and small. This function and the methods of the stream throw a `ParityError`
 * (`reports-unwritable`).
 */
export function openReportStream(
  folder: string,
  header: HeaderEntry,
  redact: Redactor,
  bounds = REPORT_STREAM_BOUNDS,
): ReportStream {
  const file = openFile(folder, entryLine(safeEntry(header, redact)));
  const quota = new Quota(bounds);
  let isClosed = false;
  const refuseClosed = (kind: string): void => {
    const message = `A ${kind} was written after the report was closed.`;
    if (isClosed)
      throw new ParityError(
        'report-closed',
        message,
        'Write every entry before closing the report, and close it once.',
      );
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
  message: 'the run was interrupted; this file lacks some entries, because its size is limited until the run ends',
  repair: 'Run the check again to its end, or narrow it with --surface, --operation or --phase.',
};

/** Counts the appended lines and bytes, so that a run with many faults does not fill the disk. */
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
    const isOver =
      this.#lines >= bounds.lines ||
      this.#bytes + bytes > bounds.bytes ||
      (isNewFinding && this.#findings >= bounds.findings);
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
    // After the rename, the file descriptor still refers to the same file.
    renameSync(temporary, path.join(folder, 'report.ndjson'));
    // A report file name may belong to a folder. `removeFile` ignores this folder, and `writeReports` refuses it.
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

/**
 * Appends only whole lines to a file. If a write fails, for example because the disk is full, the file is cut after its
 * last whole line.
 */
function appendedFile(descriptor: number, folder: string): AppendedFile {
  let length = 0;
  return {
    append(line) {
      const bytes = Buffer.from(line, 'utf8');
      try {
        let written = 0;
        while (written < bytes.length)
          written += writeSync(descriptor, bytes, written, bytes.length - written, length + written);
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
