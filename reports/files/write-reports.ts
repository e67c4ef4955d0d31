import { lstat, mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Report } from '../report.js';
import { renderHtml } from '../html/html.js';
import { FORMATS } from './formats.js';
import { temporaryPath } from './temporary-path.js';
import { unwritable } from '../stream/reports-unwritable.js';

export interface WriteResult {
  readonly folder: string;
  /** The absolute paths of the files, `report.ndjson` first. */
  readonly files: readonly string[];
}

type Renderers = readonly (readonly [name: string, render: (report: Report) => string])[];

const RENDERERS: Renderers = FORMATS.flatMap(({ file, render }) =>
  file === undefined ? [] : [[file, render] as const],
);
const WATCHED_RENDERERS: Renderers = RENDERERS.map(([name, render]) =>
  name === 'index.html' ? [name, (report) => renderHtml(report, { isWatched: true })] : [name, render],
);
const PAGE_RENDERERS = RENDERERS.slice(1);

/**
 * Writes `report.ndjson` and its pages (`PAGES`) into `folder`, and creates the folder. Other files in the folder are
 * unchanged. Each file is written to a temporary file and renamed, so that readers never see an incomplete file.
 * Rejects with a `ParityError` (`reports-unwritable`). `report` must be the result of `safeReport` or of a
 * `ReportStream`, because nothing is redacted here. With `isWatched`, the page reloads itself (`HtmlOptions`).
 */
export function writeReports(report: Report, folder: string, isWatched = false): Promise<WriteResult> {
  return writeRendered(report, folder, isWatched ? WATCHED_RENDERERS : RENDERERS);
}

/** Writes the pages of a stored report, without `report.ndjson`. */
export function writePages(report: Report, folder: string): Promise<WriteResult> {
  return writeRendered(report, folder, PAGE_RENDERERS);
}

async function writeRendered(report: Report, folder: string, renderers: Renderers): Promise<WriteResult> {
  const root = path.resolve(folder);
  const drafts = renderers.map(([name, render]) => ({
    target: path.join(root, name),
    temporary: temporaryPath(root, name),
    text: render(report),
  }));
  let made: string | undefined;
  try {
    made = await mkdir(root, { recursive: true });
    for (const { target } of drafts) await refuseFolder(target);
    for (const { temporary, text } of drafts) await writeFile(temporary, text, { flag: 'wx' });
    for (const { temporary, target } of drafts) await rename(temporary, target);
  } catch (error) {
    await Promise.all(drafts.map(({ temporary }) => rm(temporary, { force: true }).catch(() => undefined)));
    // `rmdir` removes only an empty folder. A folder that existed before must not be removed.
    if (made !== undefined) await rmdir(root).catch(() => undefined);
    throw unwritable(folder, error);
  }
  return { folder: root, files: drafts.map(({ target }) => target) };
}

/**
 * Throws if a folder has the path of a report file. This is checked before the first file is replaced, because a later
 * failure would leave new files next to old files.
 */
async function refuseFolder(target: string): Promise<void> {
  const stats = await lstat(target).catch(() => undefined);
  if (stats?.isDirectory() === true) throw Object.assign(new Error(`${target} is a folder`), { code: 'EISDIR' });
}
