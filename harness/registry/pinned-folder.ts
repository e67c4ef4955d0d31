import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Pin } from '../../rules/registry/pin.js';

/**
 * The folder on this machine that contains the files of a pinned server, relative to the root. `undefined` if there is
 * none.
 */
export async function pinnedFolder(root: string, pin: Pin): Promise<string | undefined> {
  if (pin.kind === 'local') return pin.path;
  return pin.kind === 'operator' && (await isFolder(resolve(root, pin.repository))) ? pin.repository : undefined;
}

/**
 * The folder of the package in exactly the pinned version. It is searched in `node_modules` of the root and its parent
 * folders, in Node's search order.
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
      // If the package is not in this folder, the search continues in the parent folder.
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
