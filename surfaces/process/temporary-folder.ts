import { lstatSync, mkdirSync, readlinkSync, rmSync } from 'node:fs';
import { mkdtemp, readdir, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isRunning, processStart } from './process-start.js';

/**
 * The path of a folder is `<tmp>/contract-parity-<user>/<pid>-<start>-<pid namespace>/<name>-<random>`. It identifies
 * the process that made the folder, so that a later run can remove the folders of a killed process. Only the user may
 * enter the folders (mode 0700). Links are not followed.
 */

/** Makes a new folder of this process with `mkdtemp`. `removeTemporaryFolder` removes it. */
export function makeTemporaryFolder(name: string): Promise<string> {
  // The first attempt fails if another removal has just removed the parent folders as well.
  return attempt(name).catch(() => attempt(name));
}

async function attempt(name: string): Promise<string> {
  const parent = usersFolder(true);
  // Another user has created the parent folder. The new folder gets a different parent. Later runs will not find the
  // new folder, but other users cannot change it.
  if (parent === undefined) return mkdtemp(path.join(tmpdir(), `contract-parity-${name}-`));
  const own = path.join(parent, ownName());
  mkdirSync(own, { recursive: true, mode: 0o700 });
  return mkdtemp(path.join(own, `${name}-`));
}

/** A folder of this user that later runs can use again. `undefined` if other users can change its parent folder. */
export function keptFolder(name: string): string | undefined {
  const parent = usersFolder(true);
  if (parent === undefined) return undefined;
  const folder = path.join(parent, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Removes a folder that `makeTemporaryFolder` made, and its parent folders if they become empty. */
export async function removeTemporaryFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  const above = path.dirname(folder);
  if (!NAME.test(path.basename(above))) return;
  await rmdir(above)
    .then(() => rmdir(path.dirname(above)))
    .catch(() => undefined);
}

/** The part of the path that identifies a process: `<pid>-<start>-<pid namespace>`. */
export type OwnerName = string & { readonly ownerName: true };

/** The `OwnerName` of this process. */
export function ownName(): OwnerName {
  return `${process.pid}-${processStart(process.pid) ?? 0}-${pidNamespace()}` as OwnerName;
}

/** Removes all folders of one process. Synchronous, so that it can run while a process exits. */
export function removeTemporaryFolders(name: OwnerName): void {
  const parent = usersFolder(false);
  if (parent === undefined || !NAME.test(name)) return;
  try {
    rmSync(path.join(parent, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  } catch {
    // A process is still writing to the folder. The next run removes the folder.
  }
}

/**
 * How long a run waits for the removal of folders. The removal of a huge folder goes on in the background, or in the
 * next run.
 */
const MOST_REMOVAL_MS = 2000;

/** Removes the folders of processes that have ended. Folders of running processes are kept. */
export async function removeAbandonedTemporaryFolders(): Promise<void> {
  const parent = usersFolder(false);
  if (parent === undefined) return;
  const names = await readdir(parent).catch(() => []);
  const abandoned = names.filter((name) => isAbandoned(name));
  const removal = Promise.allSettled(
    abandoned.map((name) => rm(path.join(parent, name), { recursive: true, force: true })),
  );
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([removal, new Promise<void>((resolve) => (timer = setTimeout(resolve, MOST_REMOVAL_MS)))]);
  clearTimeout(timer);
}

/**
 * The private folder of this user for temporary files. It is created if `make` is true. `undefined` if it does not
 * exist, or if something else is at its path.
 */
function usersFolder(make: boolean): string | undefined {
  const folder = path.join(tmpdir(), usersName());
  try {
    if (make) mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isDirectory()) return undefined;
  const { getuid } = process;
  const isOwn = getuid === undefined || (stats.uid === getuid() && (stats.mode & 0o077) === 0);
  return isOwn ? folder : undefined;
}

function usersName(): string {
  return `contract-parity-${process.getuid?.() ?? 'user'}`;
}

const NAME = /^(\d{1,10})-([A-Za-z0-9]{1,40})-(\d{1,20})$/;

function isAbandoned(name: string): boolean {
  const [, pid, start, namespace] = NAME.exec(name) ?? [];
  // Another container may use the same parent folder. Its process ids have no meaning in this container.
  if (pid === undefined || namespace !== pidNamespace()) return false;
  const found = processStart(Number(pid));
  if (found !== undefined) return start !== '0' && found !== start;
  // A zombie still has a process id. Only Linux shows whether a process is a zombie.
  const showsAll = process.platform === 'linux' && processStart(process.pid) !== undefined;
  return showsAll || !isRunning(Number(pid));
}

/** The number of the PID namespace (pid_namespaces(7)). 0 on systems without PID namespaces. */
function pidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
}
