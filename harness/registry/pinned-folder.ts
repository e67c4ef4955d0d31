import { stat } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { execa } from 'execa';
import type { Pin } from '../../rules/registry/pin.js';

/** Where the files of a pinned server lie on this machine, relative to the root; `undefined` where they do not. */
export async function pinnedFolder(root: string, pin: Pin): Promise<string | undefined> {
  switch (pin.kind) {
    case 'package':
      return pin.manager === 'npm' ? installedPackage(root, pin.name, pin.version) : undefined;
    case 'local':
      return pin.path;
    case 'operator':
      return (await isFolder(resolve(root, pin.repository))) ? pin.repository : undefined;
    case 'http':
      return undefined;
    default:
      return pin satisfies never;
  }
}

/** The package of exactly that version in a `node_modules` at the root or above it, as Node looks for it. */
function installedPackage(root: string, name: string, version: string): string | undefined {
  for (let folder = resolve(root); ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    try {
      const manifest = JSON.parse(readFileSync(join(found, 'package.json'), 'utf8')) as { readonly version?: unknown };
      if (manifest.version === version) return relative(root, found);
    } catch {
      // Not here; perhaps further up.
    }
    if (dirname(folder) === folder) return undefined;
  }
}

const GIT_MS = 10_000;

/** Why the files of a local pin are not those of its revision; `undefined` where they are. */
export async function departure(root: string, { path, revision }: Extract<Pin, { kind: 'local' }>): Promise<string | undefined> {
  const git = async (...args: readonly string[]): Promise<string | undefined> => {
    const result = await execa('git', args, { cwd: root, reject: false, timeout: GIT_MS, maxBuffer: 1024 * 1024 });
    return result.failed ? undefined : result.stdout;
  };
  const wanted = await git('rev-parse', '--verify', '--quiet', `${revision}:./${path}`);
  if (wanted === undefined) return `git does not know ${path} at ${revision}`;
  if ((await git('rev-parse', '--verify', '--quiet', `HEAD:./${path}`)) !== wanted) return `${path} has changed since ${revision}`;
  const changes = await git('status', '--porcelain', '--', path);
  return changes === '' ? undefined : `${path} has changes that are not committed`;
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
