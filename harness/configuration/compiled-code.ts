import { readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { keptFolder } from '../../surfaces/process/temporary-folder.js';

/**
 * The maximum number of stored files. More files belong to configurations and versions that are no longer used, such as
 * those of tests.
 */
const MOST_FILES = { configurations: 200, modules: 4000 } as const;

/**
 * The folder in which later runs find compiled code: a private one of this user, never in the user's project. `undefined`
 * if Node's own switch `NODE_DISABLE_COMPILE_CACHE` is set, or if there is no such folder.
 */
export function compiledFolder(name: keyof typeof MOST_FILES): string | undefined {
  if ((process.env['NODE_DISABLE_COMPILE_CACHE'] ?? '') !== '') return undefined;
  try {
    const folder = keptFolder(`compiled-${name}`);
    if (folder !== undefined) emptyIfFull(folder, MOST_FILES[name]);
    return folder;
  } catch {
    // A system without a writable folder for temporary files compiles each time.
    return undefined;
  }
}

/** A literal after a name of a credential: `token: '…'`, `'x-api-key': "…"`. */
const CREDENTIAL = /(?:token|secret|password|authorization|key)['"]?\s*:\s*['"`]/i;

/** Removes what was stored since then and has a credential in its text: no secret stays in a file of ours. */
export function forgetCredentials(folder: string, sinceMs: number): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    // File systems round times.
    const isNew = (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= sinceMs - 2000;
    if (isNew && CREDENTIAL.test(readFileSync(file, 'utf8'))) rmSync(file, { force: true });
  }
}

function emptyIfFull(folder: string, most: number): void {
  if (readdirSync(folder, { recursive: true }).length <= most) return;
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Since Node 22.8; earlier versions compile each module of each run. */
export function keepCompiledModules(): void {
  const { enableCompileCache } = nodeModule as { readonly enableCompileCache?: (folder: string) => unknown };
  if (enableCompileCache === undefined) return;
  const folder = compiledFolder('modules');
  if (folder !== undefined) enableCompileCache(folder);
}
