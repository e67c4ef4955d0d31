import { randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { HistoryEntry, RecordedRun } from '../change-entries.js';
import type { Report } from '../report.js';
import { VALIDATORS } from '../stream/entry-validators.js';
import { unwritable } from '../stream/reports-unwritable.js';
import { recordOf } from '../view/cell-history.js';
import { temporaryPath } from './temporary-path.js';

/** The maximum number of runs that a report shows. */
const MOST_SHOWN = 20;
/** The maximum size of a record in bytes, enough for more than 1,000 operations on 10 surfaces. */
const MOST_BYTES = 4 * 1024 * 1024;
const NAME = /^\d{8}T\d{6}(?:\d{3})?Z-[0-9a-f]{6,12}\.json$/;

/**
 * Writes the record of a run to a new file in the history folder, and returns the report with the latest records. Only
 * runs of the whole configuration are recorded. Existing files are not changed. Files that are not records are ignored.
 */
export async function withHistory(report: Report, folder: string): Promise<Report> {
  const own = recordOf(report);
  if (own !== undefined) await append(own, folder);
  const runs = await recordedRuns(folder);
  return runs.length === 0 ? report : { ...report, history: { kind: 'history', runs } };
}

async function append(run: RecordedRun, folder: string): Promise<void> {
  const time = run.startedAt.replaceAll(/[-:.]/g, '');
  const name = `${time}-${run.commit?.slice(0, 12) ?? randomBytes(4).toString('hex')}.json`;
  const file = path.join(folder, name);
  const temporary = temporaryPath(folder, name);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(temporary, `${JSON.stringify(run)}\n`, { flag: 'wx' });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw unwritable(folder, error);
  }
}

/** The newest records in a history folder, the newest last. */
async function recordedRuns(folder: string): Promise<HistoryEntry['runs']> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => NAME.test(name)).toSorted();
  const runs: RecordedRun[] = [];
  for (const name of names.slice(-MOST_SHOWN)) {
    const value = await stored(path.join(folder, name));
    if (value !== undefined && VALIDATORS.recordedRun(value)) runs.push(value);
  }
  return runs;
}

async function stored(file: string): Promise<RecordedRun | undefined> {
  if ((await stat(file)).size > MOST_BYTES) return undefined;
  try {
    return JSON.parse(await readFile(file, 'utf8')) as RecordedRun;
  } catch {
    return undefined;
  }
}
