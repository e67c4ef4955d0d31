import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Pin } from '../../rules/registry/pin.js';

/** Folder on this machine with the files of a pinned server, relative to the root; `undefined` if there is none. */
export async function pinnedFolder(root: string, pin: Pin): Promise<string | undefined> {
  if (pin.kind === 'local') return pin.path;
  return pin.kind === 'operator' && (await isFolder(resolve(root, pin.repository))) ? pin.repository : undefined;
}

/**
 * Folder of the package in exactly the pinned version, in a `node_modules` at the root or above it, in Node's search
 * order.
 */
export function installedPackage(
  root: string,
  { name, version }: Extract<Pin, { kind: 'package' }>,
): string | undefined {
  for (let folder = resolve(root); ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    try {
      const manifest = JSON.parse(readFileSync(join(found, 'package.json'), 'utf8')) as { readonly version?: unknown };
      if (manifest.version === version) return found;
    } catch {
      // Not in this folder; try the parent folder.
    }
    if (dirname(folder) === folder) return undefined;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
