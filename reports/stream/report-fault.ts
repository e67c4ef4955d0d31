/** A fault in a report file, with its location and repair. */
export interface ReportFileFault {
  readonly code: string;
  readonly message: string;
  readonly repair: string;
  /** The line number, counted from 1. 0 means the whole file. */
  readonly line: number;
  /** JSON pointer into the entry of the line. An empty pointer means the whole entry. */
  readonly pointer: string;
}

/** Limits for reading a file from an untrusted source. */
export interface ReadBounds {
  /** The maximum size of the file in bytes, or in characters if it is passed as a string. */
  readonly size: number;
  /** The maximum length of one line of the file, in characters. */
  readonly line: number;
  readonly lines: number;
  readonly depth: number;
  /** The number of faults after which reading stops. */
  readonly faults: number;
}

/**
 * The limits of a report. They are generous: a report of 200 operations on 6 surfaces and 2 backends has about 2,400
 * lines of 1 kB, and the values of a finding are limited to about 2 MiB.
 */
export const READ_BOUNDS: ReadBounds = {
  size: 256 * 1024 * 1024,
  line: 8 * 1024 * 1024,
  lines: 200_000,
  depth: 300,
  faults: 50,
};
