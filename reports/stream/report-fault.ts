/** What is wrong with a report file, where, and how to mend it. */
export interface ReportFileFault {
  readonly code: string;
  readonly message: string;
  readonly repair: string;
  /** Counts from 1; 0 is the file as a whole. */
  readonly line: number;
  /** JSON pointer into the line's entry; `''` is the entry. */
  readonly pointer: string;
}

/** What a reader takes from a file that anyone may have written. */
export interface ReadBounds {
  /** Bytes of the file; characters where it is given as text. */
  readonly size: number;
  /** Characters of one line. */
  readonly line: number;
  readonly lines: number;
  readonly depth: number;
  /** After so many, reading stops. */
  readonly faults: number;
}

/** A report of 200 operations on 6 surfaces and 2 backends has some 2,400 lines of 1 kB; a finding's values are bounded to about 2 MiB. */
export const READ_BOUNDS: ReadBounds = { size: 256 * 1024 * 1024, line: 8 * 1024 * 1024, lines: 200_000, depth: 300, faults: 50 };
