import type { ReadBounds, ReportFileFault } from './report-fault.js';

export interface NumberedLine {
  /** The line number, counted from 1. */
  readonly number: number;
  readonly text: string;
}

export type LinesReading =
  | { readonly kind: 'lines'; readonly lines: readonly NumberedLine[] }
  | { readonly kind: 'faults'; readonly faults: readonly ReportFileFault[] };

/**
 * The lines of a report file that are not blank. An incomplete last line is left out, because an interrupted run may
 * end within a line.
 */
export function readLines(source: string | Uint8Array, bounds: ReadBounds): LinesReading {
  if (source.length > bounds.size) {
    return failed(
      'report-too-large',
      `The report is larger than ${bounds.size} bytes.`,
      'Pass a report.ndjson that parity check wrote.',
    );
  }
  const text = typeof source === 'string' ? source : decode(source);
  if (text === undefined) {
    return failed('report-not-utf8', 'The report is not UTF-8 text.', 'Pass the uncompressed report.ndjson.');
  }
  const lines: NumberedLine[] = [];
  let start = 0;
  for (let number = 1; start < text.length; number += 1) {
    if (number > bounds.lines) {
      return failed(
        'report-too-large',
        `The report has more than ${bounds.lines} lines.`,
        'Pass a report.ndjson that parity check wrote.',
      );
    }
    const newline = text.indexOf('\n', start);
    const line = text.slice(start, newline < 0 ? text.length : newline);
    if (line.trim() !== '' && (newline >= 0 || isWhole(line))) lines.push({ number, text: line });
    start = newline < 0 ? text.length : newline + 1;
  }
  return { kind: 'lines', lines };
}

/**
 * Decodes the bytes of a report file. Only complete lines must be valid UTF-8, because a killed run may leave a last
 * line that ends within a character.
 */
function decode(bytes: Uint8Array): string | undefined {
  const end = bytes.lastIndexOf(0x0a) + 1;
  try {
    const whole = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, end));
    return whole + new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(end));
  } catch {
    return undefined;
  }
}

/**
 * True if the last line is complete. A line without a line feed is complete if it is valid JSON: an editor may remove
 * the line feed, but a truncated object is never valid.
 */
function isWhole(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

function failed(code: string, message: string, repair: string): LinesReading {
  return { kind: 'faults', faults: [{ code, message, repair, line: 0, pointer: '' }] };
}
