import { open, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import pc from 'picocolors';
import { ParityError } from '../../../contract/parity-error.js';
import type { FormatName } from '../../../reports/files/format-names.js';
import { FORMATS } from '../../../reports/files/formats.js';
import { renderHtml } from '../../../reports/html/html.js';
import { readReport } from '../../../reports/stream/read-report.js';
import type { Report } from '../../../reports/report.js';
import { type ReadBounds, READ_BOUNDS } from '../../../reports/stream/report-fault.js';
import { renderTerminal } from '../../../reports/terminal/terminal.js';
import { writePages } from '../../../reports/files/write-reports.js';

export interface ReportFlags {
  /** File to write the HTML page to. */
  readonly html?: string;
  /** Folder to write all pages to. */
  readonly out?: string;
  /** The name of the format that is printed instead of the text for the terminal. */
  readonly format?: FormatName;
}

/** `parity report`: shows a stored report, including that of an interrupted or killed run. */
export async function reportCommand(path: string, flags: ReportFlags): Promise<void> {
  const file = (await isFolder(path)) ? join(path, 'report.ndjson') : path;
  const report = storedReport(file, await contents(file, READ_BOUNDS));
  const page = await written(report, flags);
  const format = FORMATS.find(({ name }) => name === flags.format);
  if (format !== undefined) return void process.stdout.write(format.render(report));
  const colour = pc.isColorSupported && process.stdout.isTTY;
  const width = process.stdout.columns || 100;
  process.stdout.write(renderTerminal(report, { colour, width, ...(page !== undefined && { reportPage: page }) }));
}

/** Path of the page that was written, relative to the current folder. */
async function written(report: Report, { html, out }: ReportFlags): Promise<string | undefined> {
  if (html !== undefined) {
    await writeFile(html, renderHtml(report)).catch((cause: unknown) => {
      const reason = (cause as Error).message;
      throw new ParityError(
        'page-unwritable',
        `${html} cannot be written: ${reason}`,
        'Name a file in a writable folder.',
        { cause },
      );
    });
  }
  if (out === undefined) return html;
  const { folder } = await writePages(report, out);
  return join(relative(process.cwd(), folder) || '.', 'index.html');
}

function storedReport(file: string, bytes: Uint8Array): Report {
  const reading = readReport(bytes);
  if (reading.kind === 'report') return reading.report;
  const [first, ...others] = reading.faults;
  const more = others.length === 0 ? '' : ` (and ${others.length} more faults)`;
  throw new ParityError(
    first?.code ?? 'report-invalid',
    `${file}: ${first?.message ?? ''}${more}`,
    first?.repair ?? '',
  );
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

/** Reads at most one byte more than a report may have. Devices and pipes are refused, as a read could block. */
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
