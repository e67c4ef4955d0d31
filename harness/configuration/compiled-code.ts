import { readdirSync, rmSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { keptFolder } from '../../surfaces/process/temporary-folder.js';

/** More files are of configurations and versions that are no longer used, such as those of tests. */
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
