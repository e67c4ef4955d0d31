import { type Dirent, type FSWatcher, existsSync, readdirSync, statSync, watch } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * The maximum number of watched folders. In a larger project, the user must list the files to watch in the
 * configuration.
 */
const MOST_FOLDERS = 10_000;

export interface TreeListener {
  /** Called when a file was written, added or removed. The path is absolute. The file may no longer exist. */
  edited(path: string): void;
  /** Called when a folder cannot be watched, so that edits in the folder are not noticed. */
  unwatched(folder: string, reason: string): void;
}

/**
 * Watches folders with everything below them. Each relevant folder is watched separately. On Linux, `fs.watch` with
 * `recursive` would watch every file, even in irrelevant folders such as `node_modules`.
 */
export class TreeWatcher {
  readonly #watchers = new Map<string, FSWatcher>();
  /** The files that existed when their folder was last read. */
  readonly #files = new Set<string>();
  #isFull = false;

  constructor(
    private readonly listener: TreeListener,
    private readonly isIgnored: (path: string) => boolean,
    private readonly isRecursive = process.platform === 'darwin' || process.platform === 'win32',
  ) {}

  /** Watches a folder and everything below it, unless it is already watched. */
  add(folder: string): void {
    const queue = [resolve(folder)];
    for (let next = queue.pop(); next !== undefined; next = queue.pop())
      if (this.addOnly(next) && !this.isRecursive) queue.push(...folders(next));
  }

  /** Watches the files of a folder, but no folders below it. Returns false if the folder is already watched. */
  addOnly(folder: string): boolean {
    return !this.#watchers.has(folder) && !this.isIgnored(folder) && this.#open(folder);
  }

  /** Returns true if the file exists now, or existed at the last call. Otherwise the file was only temporary. */
  isEdit(path: string): boolean {
    const [existed, exists] = [this.#files.has(path), existsSync(path)];
    if (exists) this.#files.add(path);
    else this.#files.delete(path);
    return existed || exists || this.isRecursive;
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #open(folder: string): boolean {
    if (this.#watchers.size >= MOST_FOLDERS) {
      if (!this.#isFull) this.listener.unwatched(folder, `there are more than ${MOST_FOLDERS} folders`);
      this.#isFull = true;
      return false;
    }
    try {
      const watcher = watch(folder, { recursive: this.isRecursive }, (_, name) => {
        if (name !== null) this.#changed(join(folder, name));
      });
      watcher.on('error', () => this.#forget(folder));
      this.#watchers.set(folder, watcher);
      for (const entry of entries(folder)) if (!entry.isDirectory()) this.#files.add(join(folder, entry.name));
      return true;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      // The folder may have been removed before it could be watched.
      if (code !== 'ENOENT' && code !== 'ENOTDIR') this.listener.unwatched(folder, reasonOf(code));
      return false;
    }
  }

  #changed(path: string): void {
    if (this.isIgnored(path)) return;
    if (!isFolder(path)) {
      this.#forget(path);
      this.listener.edited(path);
      return;
    }
    if (this.isRecursive || this.#watchers.has(path)) return;
    this.add(path);
    // Files may have been written to the new folder before it was watched.
    for (const file of filesBelow(path, this.isIgnored)) this.listener.edited(file);
  }

  #forget(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }
}

function reasonOf(code: string): string {
  return code === 'ENOSPC' || code === 'EMFILE' ? `the system limits the number of watched folders (${code})` : code;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function entries(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function folders(folder: string): readonly string[] {
  return entries(folder)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));
}

function filesBelow(folder: string, isIgnored: (path: string) => boolean): readonly string[] {
  if (isIgnored(folder)) return [];
  return entries(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path, isIgnored) : [path];
  });
}
