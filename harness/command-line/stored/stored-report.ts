import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ParityError } from '../../../contract/parity-error.js';
import type { Report } from '../../../reports/report.js';
import { readReport } from '../../../reports/stream/read-report.js';
import { type ReadBounds, READ_BOUNDS } from '../../../reports/stream/report-fault.js';
import { counted } from '../../../reports/text/amounts.js';

/** Reads the report in a file or folder. Throws a `ParityError` if the report cannot be read. */
export async function storedReport(path: string): Promise<Report> {
  const file = (await isFolder(path)) ? join(path, 'report.ndjson') : path;
  return parsedReport(file, await contents(file, READ_BOUNDS));
}

/** Parses the bytes of a report. Error messages call the report `file`. */
export function parsedReport(file: string, bytes: Uint8Array): Report {
  const reading = readReport(bytes);
  if (reading.kind === 'report') return reading.report;
  const [first, ...others] = reading.faults;
  const more = others.length === 0 ? '' : ` (and ${counted(others.length, 'more fault')})`;
  throw new ParityError(
    first?.code ?? 'report-invalid',
    `${file}: ${first?.message ?? ''}${more}`,
    first?.repair ?? '',
  );
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

/**
 * Reads a file, but at most one byte more than `size`. If there is such a byte, the file is too large. Devices and
 * pipes are refused, because reading them could block.
 */
async function contents(file: string, { size }: ReadBounds): Promise<Uint8Array> {
  try {
    if (!(await stat(file)).isFile()) throw new Error('it is not a regular file');
    const handle = await open(file);
    try {
      const bytes = Buffer.alloc(Math.min((await handle.stat()).size, size + 1));
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
      return bytes.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (cause) {
    const repair = 'Name the report.ndjson of a run, or its folder.';
    throw new ParityError('report-unreadable', `${file} cannot be read: ${(cause as Error).message}`, repair, {
      cause,
    });
  }
}
