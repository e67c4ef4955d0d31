import { stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ParityError } from '../../../contract/parity-error.js';
import { renderHtml } from '../../../reports/html/html.js';
import { openPage } from '../output/open-page.js';
import { storedReport } from './stored-report.js';

/** `parity show-report`: opens the HTML page of a report in the browser, and always prints its URL. */
export async function showReportCommand(path: string): Promise<void> {
  const url = pathToFileURL(await pageOf(path)).href;
  const isOpened = await openPage(url, process.platform, process.env);
  process.stdout.write(isOpened ? `${url}\n` : `No browser was found. Open this URL:\n${url}\n`);
}

/**
 * Finds the HTML page of a report: the given file, or `index.html` beside the report stream. The page is written if it
 * is missing or older than the stream.
 */
export async function pageOf(path: string): Promise<string> {
  if (path.endsWith('.html') && (await changedAt(path)) !== undefined) return resolve(path);
  const folder = basename(path) === 'report.ndjson' ? dirname(path) : path;
  const page = resolve(join(folder, 'index.html'));
  const [stream, written] = [await changedAt(join(folder, 'report.ndjson')), await changedAt(page)];
  if (written !== undefined && (stream === undefined || stream <= written + CLOSE_MS)) return page;
  const text = renderHtml(await storedReport(path));
  await writeFile(page, text).catch((cause: unknown) => {
    const reason = (cause as Error).message;
    const repair = 'Write the page elsewhere: `npx contract-parity report REPORT --html FILE`.';
    throw new ParityError('page-unwritable', `${page} cannot be written: ${reason}`, repair, { cause });
  });
  return page;
}

/**
 * The maximum difference between file times that count as equal. A run writes the stream and the page one after the
 * other.
 */
const CLOSE_MS = 5000;

async function changedAt(path: string): Promise<number | undefined> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isFile() === true ? stats.mtimeMs : undefined;
}
