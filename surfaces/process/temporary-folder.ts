import { lstatSync, mkdirSync, readlinkSync, rmSync } from 'node:fs';
import { mkdtemp, readdir, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isRunning, processStart } from './process-start.js';

/**
 * `<tmp>/contract-parity-<user>/<pid>-<start>-<pid namespace>/<name>-<random>`: the path of a folder names its owner,
 * so that the next run can remove the folders of a killed process. Only the user may enter (0700), and links are not
 * followed.
 */

/** A new folder of this process, made by `mkdtemp`. `removeTemporaryFolder` removes it. */
export function makeTemporaryFolder(name: string): Promise<string> {
  // The second attempt is for the case that the removal of another folder has just removed the parent folders as well.
  return attempt(name).catch(() => attempt(name));
}

async function attempt(name: string): Promise<string> {
  const parent = usersFolder(true);
  // Another user has created a folder with this name. A folder with a new name is used: later runs will not find it,
  // but other users cannot change it.
  if (parent === undefined) return mkdtemp(path.join(tmpdir(), `contract-parity-${name}-`));
  const own = path.join(parent, ownName());
  mkdirSync(own, { recursive: true, mode: 0o700 });
  return mkdtemp(path.join(own, `${name}-`));
}

/**
 * A folder of this user that outlives the process, so that later runs can use it. `undefined` if a file or folder with
 * this name exists that other users can change.
 */
export function keptFolder(name: string): string | undefined {
  const parent = usersFolder(true);
  if (parent === undefined) return undefined;
  const folder = path.join(parent, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Removes a folder of `makeTemporaryFolder`, and its parent folders if they become empty. */
export async function removeTemporaryFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  const above = path.dirname(folder);
  if (!NAME.test(path.basename(above))) return;
  await rmdir(above)
    .then(() => rmdir(path.dirname(above)))
    .catch(() => undefined);
}

/** The name that all temporary folders of one process share. */
export type OwnerName = string & { readonly ownerName: true };

/** The name for the folders of this process. */
export function ownName(): OwnerName {
  return `${process.pid}-${processStart(process.pid) ?? 0}-${pidNamespace()}` as OwnerName;
}

/** Removes all folders of a process. Synchronous, for use at the end of a process. */
export function removeTemporaryFolders(name: OwnerName): void {
  const parent = usersFolder(false);
  if (parent === undefined || !NAME.test(name)) return;
  try {
    rmSync(path.join(parent, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  } catch {
    // A process still writes to the folder; the next run removes the folder.
  }
}

/** Longest wait for a removal. A huge folder is removed in the background, or by the next run. */
const MOST_REMOVAL_MS = 2000;

/** Removes the folders of processes that have ended. Folders of running processes stay. */
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
 * The folder of this user. `undefined` if it does not exist (`make` creates it), or if a file or folder with its name
 * exists that is not a private folder of this user.
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
  // The folder may be shared with other containers, whose process ids have no meaning here.
  if (pid === undefined || namespace !== pidNamespace()) return false;
  const found = processStart(Number(pid));
  if (found !== undefined) return start !== '0' && found !== start;
  // A zombie still has its id, and only Linux shows that it is one.
  const showsAll = process.platform === 'linux' && processStart(process.pid) !== undefined;
  return showsAll || !isRunning(Number(pid));
}

/** The number of the PID namespace (pid_namespaces(7)); 0 where the system has none. */
function pidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
}
