import { readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { keptFolder } from '../../surfaces/process/temporary-folder.js';

/**
 * The maximum number of stored files. A folder with more files is emptied, because most of them come from
 * configurations and versions that are no longer used.
 */
const MOST_FILES = { configurations: 200, modules: 4000 } as const;

/**
 * The private folder of this user in which later runs find compiled code, outside of the project. `undefined` if
 * `NODE_DISABLE_COMPILE_CACHE` is set, or if no such folder can be created.
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

/** A string literal that follows the name of a credential: `token: '…'`, `'x-api-key': "…"`. */
const CREDENTIAL = /(?:token|secret|password|authorization|key)['"]?\s*:\s*['"`]/i;

/** Removes files that contain a credential and were stored since `sinceMs`, so that no secret stays on disk. */
export function forgetCredentials(folder: string, sinceMs: number): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    // File systems round times, so two seconds are added.
    const isNew = (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= sinceMs - 2000;
    if (isNew && CREDENTIAL.test(readFileSync(file, 'utf8'))) rmSync(file, { force: true });
  }
}

function emptyIfFull(folder: string, most: number): void {
  if (readdirSync(folder, { recursive: true }).length <= most) return;
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Stores compiled modules for later runs (Node 22.8 and later). */
export function keepCompiledModules(): void {
  const { enableCompileCache } = nodeModule as { readonly enableCompileCache?: (folder: string) => unknown };
  if (enableCompileCache === undefined) return;
  const folder = compiledFolder('modules');
  if (folder !== undefined) enableCompileCache(folder);
}
