import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import type { WatchedFiles } from '../../change/edits.js';
import { unrelatedKind } from '../../change/file-owners.js';
import { gitIn } from '../../sources/git.js';
import { isInside } from '../../sources/local-modules.js';
import type { Certainty } from './edit-queue.js';

/** Folders that belong to tools. Their content is derived from other files, so they are not watched. */
const TOOLS = new Set([
  'node_modules',
  '.git',
  '.hg',
  '.svn',
  '__pycache__',
  '.venv',
  '.mypy_cache',
  '.pytest_cache',
  '.cache',
]);

/** Temporary files of editors, databases and programs. They are not watched. */
const NOISE =
  /(?:~|\.sw[a-z]|\.tmp|\.log|\.pyc|\.pid|\.lock|\.db|\.sqlite3?|-journal|-wal|-shm)$|^\.#|^#.*#$|^4913$|^\.DS_Store$/;

/**
 * Matches source files. An edit of one in a folder of the check certainly concerns the check, because programs do not
 * usually write source files at run time.
 */
const CODE =
  /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|cs|rb|php|swift|scala|exs?|cc?|cpp|h|hpp|sh|pl|lua|html|css|vue|svelte)$/;

export type PathKind = { readonly kind: Certainty | 'ignored' } | { readonly kind: 'source'; readonly built: string };

/** Decides which effect an edited file has on the check. */
export class WatchedPaths {
  readonly #digests: Map<string, string>;
  /** Files that were edited after the run started, possibly before they were watched. They need another run. */
  readonly editedMeanwhile: string[] = [];
  readonly #byGit = new Map<string, boolean>();

  /**
   * `startedAt` is the time at which the run that reported the files started; this run did not see later edits.
   * `former` is the previous watcher, whose digests of the files are reused.
   */
  constructor(
    private readonly watched: WatchedFiles,
    startedAt: number,
    former?: WatchedPaths,
  ) {
    this.#digests = new Map(former === undefined ? [] : former.#digests);
    for (const path of watched.files)
      if (!this.#isSame(path) && isBetween(mtimeOf(path), startedAt, Date.now())) this.editedMeanwhile.push(path);
  }

  /** Folders that are watched with everything below them. */
  get trees(): readonly string[] {
    return [this.watched.root, ...this.#outside(this.watched.folders)];
  }

  /** Folders outside of the project that contain a file of the check. */
  get folders(): readonly string[] {
    return this.#outside([...this.watched.files].map((file) => dirname(file)));
  }

  #outside(folders: readonly string[]): readonly string[] {
    return [...new Set(folders)].filter((folder) => !isInside(this.watched.root, folder));
  }

  isIgnored(path: string): boolean {
    const { root, reports, files } = this.watched;
    if (reports.some((folder) => isInside(folder, path))) return true;
    if (
      relative(root, path)
        .split(/[/\\]/)
        .some((name) => TOOLS.has(name))
    )
      return true;
    return NOISE.test(basename(path)) && !files.has(path);
  }

  /** Decides how an edited file affects the check. An edit that did not change the content of the file is ignored. */
  kindOf(path: string): PathKind {
    if (this.isIgnored(path)) return { kind: 'ignored' };
    const built = this.watched.sources.get(path);
    if (built !== undefined) return { kind: 'source', built };
    const isFile = this.watched.files.has(path);
    if (!isFile && unrelatedKind(this.watched.root, path) !== undefined) return { kind: 'ignored' };
    const isPart = this.watched.folders.some((folder) => isInside(folder, path));
    if (isFile || (isPart && CODE.test(path))) return { kind: this.#isSame(path) ? 'ignored' : 'certain' };
    return { kind: isPart || !this.#isIgnoredByGit(path) ? 'possible' : 'ignored' };
  }

  #isSame(path: string): boolean {
    const [former, now] = [this.#digests.get(path), digestOf(path)];
    if (now !== undefined) this.#digests.set(path, now);
    else this.#digests.delete(path);
    return former !== undefined && former === now;
  }

  #isIgnoredByGit(path: string): boolean {
    const known = this.#byGit.get(path) ?? ignoredByGit(this.watched.root, path);
    this.#byGit.set(path, known);
    return known;
  }
}

/** The digest of a file. `undefined` if the file cannot be read. */
function digestOf(path: string): string | undefined {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch {
    return undefined;
  }
}

/**
 * Returns true if a time is between `from` and `to`. A time in the future is ignored, because it may come from a
 * machine whose clock is ahead.
 */
function isBetween(time: number | undefined, from: number, to: number): boolean {
  return time !== undefined && time >= from && time <= to;
}

function mtimeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

function ignoredByGit(root: string, path: string): boolean {
  try {
    gitIn(root, { timeMs: 5000 })('check-ignore', '--quiet', '--', path);
    return true;
  } catch {
    return false;
  }
}
