import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { mkdir, readFile, readdir, realpath, symlink } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { canonicalJson } from '../../contract/json/canonical-json.js';
import { type Json, isJsonObject } from '../../contract/json/json.js';
import { ParityError } from '../../contract/parity-error.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../surfaces/process/temporary-folder.js';
import { GIT_ENVIRONMENT } from '../sources/git.js';
import { type GitCommit, gitCommit } from '../change/git-revision.js';

/** A revision such as `v1.2`, and the option with which the user named it, such as `--surfaces-from`. */
export interface NamedRevision {
  readonly ref: string;
  readonly option: string;
}

/** The files of a commit in a temporary folder. */
export interface RevisionFolder {
  /** The short id of the commit. */
  readonly commit: string;
  /** The folder with the files of the commit. It corresponds to the folder of the configuration. */
  readonly root: string;
  /**
   * Folders of the commit in which no installed packages are linked, because the commit needs different packages from
   * the working tree.
   */
  readonly notInstalled: readonly string[];
  remove(): Promise<void>;
}

const MOST = { files: 100_000, bytes: 1024 * 1024 * 1024 } as const;
const TIME_MS = 300_000;

/**
 * Writes the files of a commit to a temporary folder, without changing the repository or using the network. If a folder
 * of the commit needs the same packages as in the working tree, the installed packages are linked.
 */
export async function revisionFolder(
  folder: string,
  { ref, option }: NamedRevision,
  signal: AbortSignal,
): Promise<RevisionFolder> {
  const revision = gitCommit(folder, ref, option);
  const below = relative(revision.root, realpathSync(folder));
  const names = filesOf(revision, ref);
  const temporary = await makeTemporaryFolder('version');
  const remove = (): Promise<void> => removeTemporaryFolder(temporary);
  try {
    const tree = join(temporary, 'tree');
    await checkOut(revision, temporary, tree, signal);
    const root = join(tree, below);
    if (!existsSync(root))
      throw new ParityError('git-revision-missing', `${ref} has no folder ${below}`, 'Name a later revision.');
    const notInstalled: string[] = [];
    for (const name of names.filter((each) => /(?:^|\/)package\.json$/.test(each)))
      if (!(await linkPackages(revision.root, tree, dirname(name)))) notInstalled.push(dirname(name));
    return { commit: revision.commit.slice(0, 12), root, notInstalled, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

function filesOf({ git, commit }: GitCommit, ref: string): readonly string[] {
  const entries = git('ls-tree', '-r', '-l', '-z', '--full-tree', commit).toString('utf8').split('\0').filter(Boolean);
  const bytes = entries.reduce((sum, entry) => sum + (Number(/^\S+ \S+ \S+ +(\d+)\t/.exec(entry)?.[1]) || 0), 0);
  if (entries.length <= MOST.files && bytes <= MOST.bytes) return entries.map((entry) => entry.split('\t', 2)[1] ?? '');
  throw new ParityError(
    'version-too-large',
    `${ref} has ${entries.length} files with ${Math.round(bytes / 1024 / 1024)} MiB; at most ${MOST.files} files with ${MOST.bytes / 1024 / 1024} MiB are copied`,
    'Remove large files from the repository, or check the versions in a smaller repository.',
  );
}

/** Writes the files of a commit to a folder. A separate index is used, so the repository does not change. */
async function checkOut(
  { root, commit }: GitCommit,
  temporary: string,
  tree: string,
  signal: AbortSignal,
): Promise<void> {
  const env = {
    ...process.env,
    ...GIT_ENVIRONMENT,
    GIT_INDEX_FILE: join(temporary, 'index'),
    GIT_LFS_SKIP_SMUDGE: '1',
  };
  for (const args of [
    ['read-tree', commit],
    ['checkout-index', '--all', '--force', `--prefix=${tree}${sep}`],
  ])
    await promisify(execFile)('git', args, { cwd: root, env, signal, timeout: TIME_MS, maxBuffer: 1024 * 1024 });
}

/**
 * Links the packages of the working tree to a folder of the commit. Returns false if the folder needs different
 * packages.
 */
async function linkPackages(from: string, to: string, name: string): Promise<boolean> {
  const [source, target] = [join(from, name, 'node_modules'), join(to, name, 'node_modules')];
  if (existsSync(target)) return true;
  const isSame = await needSame(join(from, name), join(to, name));
  if (!existsSync(source)) return isSame;
  if (!isSame) return false;
  await linkEach(source, target, from, to);
  return true;
}

/**
 * Links each installed package. If a package is part of the repository itself, the link leads to the files of the
 * commit.
 */
async function linkEach(source: string, target: string, from: string, to: string): Promise<void> {
  await mkdir(target);
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const [package_, link] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory() && entry.name.startsWith('@')) {
      await linkEach(package_, link, from, to);
      continue;
    }
    const found = await realpath(package_).catch(() => undefined);
    if (found === undefined) continue;
    const inside = relative(from, found);
    const isOwn = !inside.startsWith('..') && !inside.split(sep).includes('node_modules');
    await symlink(isOwn ? join(to, inside) : found, link);
  }
}

const LOCKS = ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb'];

async function needSame(one: string, other: string): Promise<boolean> {
  for (const lock of LOCKS) {
    const [mine, theirs] = await Promise.all([packagesOf(join(one, lock)), packagesOf(join(other, lock))]);
    if (mine !== undefined || theirs !== undefined) return mine === theirs;
  }
  return (await dependenciesOf(one)) === (await dependenciesOf(other));
}

/**
 * The content of a lock file, for comparison. In a lock file of npm, the versions of the project's own packages are
 * removed, because each release changes them.
 */
async function packagesOf(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'latin1').catch(() => undefined);
  const lock = text === undefined || !file.endsWith('.json') ? undefined : parsed(text);
  if (!isJsonObject(lock)) return text;
  const { version: _, packages, ...rest } = lock;
  if (!isJsonObject(packages)) return canonicalJson(rest);
  const own = Object.entries(packages).map(([name, entry]) => {
    if (name.includes('node_modules') || !isJsonObject(entry)) return [name, entry] as const;
    const { version: __, ...others } = entry;
    return [name, others] as const;
  });
  return canonicalJson({ ...rest, packages: Object.fromEntries(own) });
}

/** The dependencies in a `package.json`, for comparison if there is no lock file. */
async function dependenciesOf(folder: string): Promise<string> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}');
  const written = parsed(text);
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
  return canonicalJson(kinds.map((kind) => (isJsonObject(written) ? (written[kind] ?? null) : null)));
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
