import { join, relative, resolve, sep } from 'node:path';
import { ParityError } from '../../../contract/parity-error.js';
import { type ComparisonOptions, comparedReport } from '../../../reports/view/comparison/comparison.js';
import { withHistory } from '../../../reports/files/history.js';
import type { Report } from '../../../reports/report.js';
import { READ_BOUNDS } from '../../../reports/stream/report-fault.js';
import { gitIn, gitMessage } from '../../sources/git.js';
import { parsedReport, storedReport } from './stored-report.js';

export interface CompareFlags {
  /** The report with which this run is compared: a file, its folder, or `git:REF`. */
  readonly against?: string;
  readonly failOn?: ComparisonOptions['failOn'];
  /** The folder of the history. `true` stands for the folder `history` beside the report folder. */
  readonly history?: string | true;
}

/**
 * Reads the earlier report. Returns a function that compares a new report with the earlier report, and records the run.
 * `comparing` must be called before the run, because the run may overwrite the earlier report.
 */
export async function comparing(
  { against, failOn = 'any', history }: CompareFlags,
  folder: string,
  cwd = process.cwd(),
): Promise<(report: Report) => Promise<Report>> {
  if (against === undefined && failOn === 'new')
    throw new ParityError(
      'options-conflict',
      '`--fail-on new` needs an earlier report',
      'Name the earlier report with `--against`: `git:origin/main`, a folder or a report.ndjson.',
    );
  const earlier = against === undefined ? undefined : whole(await earlierReport(against, folder, cwd), against);
  return async (report) => {
    const compared =
      earlier === undefined || against === undefined
        ? report
        : comparedReport(report, earlier, { source: against, failOn });
    if (history === undefined) return compared;
    return withHistory(compared, history === true ? resolve(folder, '..', 'history') : resolve(history));
  };
}

const GIT = 'git:';

async function earlierReport(against: string, folder: string, cwd: string): Promise<Report> {
  if (!against.startsWith(GIT)) return storedReport(resolve(cwd, against));
  const [ref = '', path = committedPath(folder, cwd)] = against.slice(GIT.length).split(/:(.*)/s);
  return parsedReport(against, committed(ref, path, cwd));
}

/** The path of the report in the commit, relative to the current folder. */
function committedPath(folder: string, cwd: string): string {
  return join(relative(cwd, folder), 'report.ndjson').split(sep).join('/');
}

function committed(ref: string, path: string, cwd: string): Uint8Array {
  try {
    const git = gitIn(cwd, { bytes: READ_BOUNDS.size });
    // `--end-of-options` is needed because the name may begin with a hyphen. `./` makes the path relative to the
    // current folder.
    return git('show', '--no-textconv', '--end-of-options', `${ref}:./${path}`);
  } catch (cause) {
    const written = gitMessage(cause);
    throw new ParityError(
      'report-unreadable',
      `git has no file ${path} at \`${ref}\`${written === '' ? '' : `: ${written}`}`,
      'Commit the report.ndjson of a run, or name another report: `--against git:REF:path/report.ndjson`. A shallow clone may lack the revision: fetch it first.',
      { cause },
    );
  }
}

/**
 * Returns the report if it covers a whole run, otherwise throws. In a comparison with a report of a partial run,
 * findings that were not checked would wrongly count as fixed.
 */
function whole(report: Report, against: string): Report {
  const { header, footer } = report;
  const what =
    header.scope?.shard !== undefined
      ? `belongs to shard ${header.scope.shard.index} of ${header.scope.shard.count}`
      : footer === undefined || footer.interrupted
        ? 'belongs to an interrupted run'
        : undefined;
  if (what === undefined) return report;
  throw new ParityError(
    'report-incomplete',
    `${against} ${what}`,
    'Compare with the report of a run that ended; merge shards first.',
  );
}
