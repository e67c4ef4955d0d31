import { lstatSync, mkdirSync, readlinkSync, rmSync } from 'node:fs';
import { mkdtemp, readdir, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isRunning, processStart } from './process-start.js';

/*
 * `<tmp>/contract-parity-<user>/<pid>-<start>-<pid namespace>/<name>-<random>`: the owner of each folder can be told from its path, so
 * that the next run removes what a killed one has left. Only the user may enter (0700), and nothing is followed that is a link.
 */

/** A new folder of this process, as `mkdtemp` makes one, for `removeTemporaryFolder`. */
export function makeTemporaryFolder(name: string): Promise<string> {
  // Those above it may just have been removed with the last folder in them.
  return attempt(name).catch(() => attempt(name));
}

async function attempt(name: string): Promise<string> {
  const parent = usersFolder(true);
  // Somebody else has taken the name: a folder that the next run does not find is better than one that others can change.
  if (parent === undefined) return mkdtemp(path.join(tmpdir(), `contract-parity-${name}-`));
  const own = path.join(parent, ownName());
  mkdirSync(own, { recursive: true, mode: 0o700 });
  return mkdtemp(path.join(own, `${name}-`));
}

/** Removes a folder of `makeTemporaryFolder`, and those above it with the last in them. */
export async function removeTemporaryFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  const above = path.dirname(folder);
  if (!NAME.test(path.basename(above))) return;
  await rmdir(above)
    .then(() => rmdir(path.dirname(above)))
    .catch(() => undefined);
}

/** Names all temporary folders of one process. */
export type OwnerName = string & { readonly ownerName: true };

/** Of this process. */
export function ownName(): OwnerName {
  return `${process.pid}-${processStart(process.pid) ?? 0}-${pidNamespace()}` as OwnerName;
}

/** All that a process still has. Synchronous: for the end of a process. */
export function removeTemporaryFolders(name: OwnerName): void {
  const parent = usersFolder(false);
  if (parent === undefined || !NAME.test(name)) return;
  try {
    rmSync(path.join(parent, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  } catch {
    // Something still writes there; the next run removes it.
  }
}

/** A huge folder is removed in the background, or by the run after this one. */
const MOST_REMOVAL_MS = 2000;

/** Removes what processes left that are no more; never what a running one has. */
export async function removeAbandonedTemporaryFolders(): Promise<void> {
  const parent = usersFolder(false);
  if (parent === undefined) return;
  const names = await readdir(parent).catch(() => []);
  const abandoned = names.filter((name) => isAbandoned(name));
  const removal = Promise.allSettled(abandoned.map((name) => rm(path.join(parent, name), { recursive: true, force: true })));
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([removal, new Promise<void>((resolve) => (timer = setTimeout(resolve, MOST_REMOVAL_MS)))]);
  clearTimeout(timer);
}

/** `undefined`: there is none (`make` makes it), or what has its name is not a folder of this user alone. */
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
  // Of a container that shares the folder with others nothing can be known: its process ids mean nothing here.
  if (pid === undefined || namespace !== pidNamespace()) return false;
  const found = processStart(Number(pid));
  if (found !== undefined) return start !== '0' && found !== start;
  // A zombie still has its id, and Linux alone shows that it is one.
  const showsAll = process.platform === 'linux' && processStart(process.pid) !== undefined;
  return showsAll || !isRunning(Number(pid));
}

/** pid_namespaces(7); 0 where the system has none. */
function pidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
}
