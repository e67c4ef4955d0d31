import { readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { keptFolder } from '../../surfaces/process/temporary-folder.js';

/**
 * The maximum number of files in a folder of compiled code. A folder with more files is emptied, because most of them
 * belong to versions and configurations that are no longer used.
 */
const MOST_FILES = { configurations: 200, modules: 4000 } as const;

/**
 * A folder outside the project in which compiled code is kept for later runs. Only the current user can read it.
 * `undefined` if `NODE_DISABLE_COMPILE_CACHE` is set, or if the folder cannot be created.
 */
export function compiledFolder(name: keyof typeof MOST_FILES): string | undefined {
  if ((process.env['NODE_DISABLE_COMPILE_CACHE'] ?? '') !== '') return undefined;
  try {
    const folder = keptFolder(`compiled-${name}`);
    if (folder !== undefined) emptyIfFull(folder, MOST_FILES[name]);
    return folder;
  } catch {
    // Without a writable temporary folder, each run compiles again.
    return undefined;
  }
}

/** Matches the name of a credential with the start of its literal value: `token: '…'`, `'x-api-key': "…"`. */
const CREDENTIAL = /(?:token|secret|password|authorization|key)['"]?\s*:\s*['"`]/i;

/**
 * Removes the files that contain a credential, so that no secret stays on disk. Only files that were written since
 * `sinceMs` are searched.
 */
export function forgetCredentials(folder: string, sinceMs: number): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    // Some file systems round times, so files that are up to two seconds older are searched too.
    const isNew = (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= sinceMs - 2000;
    if (isNew && CREDENTIAL.test(readFileSync(file, 'utf8'))) rmSync(file, { force: true });
  }
}

function emptyIfFull(folder: string, most: number): void {
  if (readdirSync(folder, { recursive: true }).length <= most) return;
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Makes Node keep compiled modules for later runs (Node 22.8 and later). */
export function keepCompiledModules(): void {
  const { enableCompileCache } = nodeModule as { readonly enableCompileCache?: (folder: string) => unknown };
  if (enableCompileCache === undefined) return;
  const folder = compiledFolder('modules');
  if (folder !== undefined) enableCompileCache(folder);
}

/**
 * Makes Node write the compiled modules to disk now (Node 22.10 and later). By default, Node writes them when the
 * process ends.
 */
export function writeCompiledModules(): void {
  const { flushCompileCache } = nodeModule as { readonly flushCompileCache?: () => void };
  flushCompileCache?.();
}
