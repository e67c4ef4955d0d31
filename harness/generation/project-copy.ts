import { type Dirent, existsSync } from 'node:fs';
import { constants, copyFile, mkdir, readdir, realpath, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { ParityError } from '../../contract/parity-error.js';

/**
 * The maximum size of a copied project. For a larger project, the generator must write to `{output}`, which needs no
 * copy.
 */
const MOST = { files: 20_000, bytes: 512 * 1024 * 1024 } as const;

/**
 * Copies a project without its generated files, so that a generator can write to its usual paths in the copy. Files of
 * the project are copied and not linked, because a module behind a link would find its original folder and write there.
 * Installed packages, hidden folders and other folders of the repository are linked, because they may contain the
 * contract or packages that several projects share; only their generated files are left out. Returns the project folder
 * in the copy.
 */
export async function copyProject(root: string, to: string, outputs: readonly string[]): Promise<string> {
  const left = outputs.map((output) => path.resolve(root, output));
  const counted = { files: 0, bytes: 0 };
  const project = await linkAround(root, repositoryOf(root), to);
  await copyFolder(root, project, false);
  return project;

  async function copyFolder(from: string, into: string, asLinks: boolean): Promise<void> {
    await mkdir(into, { recursive: true });
    for (const entry of await readdir(from, { withFileTypes: true })) {
      const [source, target] = [path.join(from, entry.name), path.join(into, entry.name)];
      if (left.includes(source)) continue;
      const linked = asLinks || isLinked(entry);
      const hasOutput = left.some((output) => output.startsWith(`${source}${path.sep}`));
      if (entry.isDirectory() && (hasOutput || !linked)) await copyFolder(source, target, linked);
      else if (linked || entry.isSymbolicLink()) await symlink(await realpath(source), target);
      else if (entry.isFile()) await copyOne(source, target);
    }
  }

  async function copyOne(source: string, target: string): Promise<void> {
    counted.files += 1;
    counted.bytes += (await stat(source)).size;
    if (counted.files > MOST.files || counted.bytes > MOST.bytes) throw tooLarge(root);
    await copyFile(source, target, constants.COPYFILE_FICLONE);
  }
}

/** The nearest repository at or above this folder. If there is none, the folder itself. */
function repositoryOf(root: string): string {
  for (let folder = root; folder !== path.dirname(folder); folder = path.dirname(folder))
    if (existsSync(path.join(folder, '.git'))) return folder;
  return root;
}

/** Creates the folders between the repository and the project, with links to their other contents. */
async function linkAround(root: string, repository: string, to: string): Promise<string> {
  const names = path
    .relative(repository, root)
    .split(path.sep)
    .filter((name) => name !== '');
  let [from, into] = [repository, to];
  for (const next of names) {
    await mkdir(into, { recursive: true });
    for (const name of await readdir(from))
      if (name !== next) await symlink(path.join(from, name), path.join(into, name));
    [from, into] = [path.join(from, next), path.join(into, next)];
  }
  return into;
}

function isLinked(entry: Dirent): boolean {
  return entry.isDirectory() && (entry.name === 'node_modules' || entry.name.startsWith('.'));
}

function tooLarge(root: string): ParityError {
  return new ParityError(
    'generator-failed',
    `${root} has more than ${MOST.files} files or ${MOST.bytes / 1024 / 1024} MiB, too many for a copy in which the generator runs`,
    'Use `{output}` in `generate.command` and one folder as `generate.output`; then the generator runs without a copy.',
  );
}
