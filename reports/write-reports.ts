import { randomBytes } from 'node:crypto';
import { lstat, mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { renderHtml } from './html.js';
import { renderJunit } from './junit.js';
import { renderNdjson } from './ndjson.js';
import type { Report } from './report.js';
import { unwritable } from './reports-unwritable.js';
import { renderSummary } from './summary.js';

export interface WriteResult {
  readonly folder: string;
  /** Paths of the files, absolute, `report.ndjson` first. */
  readonly files: readonly string[];
}

/**
 * Writes `report.ndjson`, `index.html`, `junit.xml` and `summary.md` into `folder`, which is made; other files there are left
 * alone. All are written aside first and then renamed, so that no reader ever meets half a file. Rejects with a `ParityError`
 * (`reports-unwritable`). `report` must have passed `safeReport`, or be what a `ReportStream` returned: nothing is redacted here.
 */
export async function writeReports(report: Report, folder: string): Promise<WriteResult> {
  const root = path.resolve(folder);
  const drafts = renderAll(report).map(([name, text]) => ({ target: path.join(root, name), temporary: temporaryPath(root, name), text }));
  let made: string | undefined;
  try {
    made = await mkdir(root, { recursive: true });
    for (const { target } of drafts) await refuseFolder(target);
    for (const { temporary, text } of drafts) await writeFile(temporary, text, { flag: 'wx' });
    for (const { temporary, target } of drafts) await rename(temporary, target);
  } catch (error) {
    await Promise.all(drafts.map(({ temporary }) => rm(temporary, { force: true }).catch(() => undefined)));
    // Only an empty folder can be removed so, and only one that was made here should be.
    if (made !== undefined) await rmdir(root).catch(() => undefined);
    throw unwritable(folder, error);
  }
  return { folder: root, files: drafts.map(({ target }) => target) };
}

function renderAll(report: Report): readonly (readonly [name: string, text: string])[] {
  return [
    ['report.ndjson', renderNdjson(report)],
    ['index.html', renderHtml(report)],
    ['junit.xml', renderJunit(report)],
    ['summary.md', renderSummary(report)],
  ];
}

/** In the same folder, as a rename is atomic only within one file system; unforeseeable, so that nobody can lay a link there. */
export function temporaryPath(folder: string, name: string): string {
  return path.join(folder, `.${name}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`);
}

/** Found out before the first rename: a folder in a file's place would leave new files beside old ones. */
async function refuseFolder(target: string): Promise<void> {
  const stats = await lstat(target).catch(() => undefined);
  if (stats?.isDirectory() === true) throw Object.assign(new Error(`${target} is a folder`), { code: 'EISDIR' });
}
