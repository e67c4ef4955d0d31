import { realpathSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { ParityError } from '../../contract/parity-error.js';
import { type Git, gitIn, gitMessage, gitText } from '../sources/git.js';

/** An earlier revision of the repository that contains a folder. All paths are absolute. */
export interface GitRevision {
  /** The revision as the user wrote it. */
  readonly ref: string;
  /**
   * The short id of the commit to compare with: the merge base with `ref`, or `ref` itself if there is no known merge
   * base.
   */
  readonly commit: string;
  /**
   * Files that differ between the commit and the working tree: edited, added (also untracked) or removed ones. Ignored
   * files are not included.
   */
  readonly changed: readonly string[];
  /** The bytes of a file at the commit; `undefined` if the commit does not have the file. */
  readonly read: (path: string) => Uint8Array | undefined;
  /** Whether git tracks the file or would add it. False for ignored files. */
  readonly isKnown: (path: string) => boolean;
}

/** Returns the revision. Throws a `ParityError` if there is no repository or no such revision. */
export function gitRevision(folder: string, ref: string): GitRevision {
  const { root, git, commit: named } = gitCommit(folder, ref, '--changed-since');
  const commit = base(git, named) ?? named;
  const differing = git('diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', commit, '--');
  // Files that git does not store yet have the tag `?`.
  const files = names(git('ls-files', '-z', '-t', '--cached', '--others', '--exclude-standard'));
  const added = files.filter((line) => line.startsWith('?')).map(withoutTag);
  const changed = [...new Set([...names(differing), ...added])];
  const known = new Set(files.map(withoutTag));
  const inside = realPathIn(root, folder);
  return {
    ref,
    commit: commit.slice(0, 12),
    changed: changed.map((name) => join(inside.written, inside.up, name)),
    read: (path) => contentAt(git, commit, inside.nameOf(path)),
    isKnown: (path) => known.has(inside.nameOf(path)),
  };
}

/** A commit of the repository that contains a folder. `option`: the command-line option, for messages. */
export function gitCommit(folder: string, ref: string, option: string): GitCommit {
  const root = realpathSync(repositoryRoot(folder, option));
  const git = gitIn(root);
  return { root, git, commit: commitNamed(git, ref, option) };
}

export interface GitCommit {
  /** The root of the repository. */
  readonly root: string;
  readonly git: Git;
  readonly commit: string;
}

function repositoryRoot(folder: string, option: string): string {
  try {
    return gitText(gitIn(folder)('rev-parse', '--show-toplevel'));
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new ParityError(
      isMissing ? 'git-missing' : 'git-repository-missing',
      isMissing ? 'git cannot be started' : `${folder} is in no git working tree${reason(error)}`,
      isMissing
        ? `Install git, or check everything, without \`${option}\`.`
        : `Run the command in a clone, or check everything, without \`${option}\`.`,
      { cause: error },
    );
  }
}

/** The message of git, such as that the folder belongs to another user; empty if git only reports no repository. */
function reason(error: unknown): string {
  const written = gitMessage(error);
  return written === '' || written.includes('not a git repository') ? '' : `: ${written}`;
}

function commitNamed(git: Git, ref: string, option: string): string {
  try {
    // `--end-of-options`: a name that begins with a hyphen must not be read as an option.
    return gitText(git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`));
  } catch (error) {
    const isShallow = quietly(() => gitText(git('rev-parse', '--is-shallow-repository'))) === 'true';
    throw new ParityError(
      'git-revision-missing',
      `the repository has no commit \`${ref}\`${isShallow ? ': it is a shallow clone' : ''}`,
      isShallow
        ? `Fetch it first: \`git fetch --depth=1 origin ${branchOf(ref)}\` and \`${option} FETCH_HEAD\`, or check out with \`fetch-depth: 0\` on GitHub.`
        : 'Name a commit, tag or branch, such as `origin/main`; `git fetch` gets the branches of the server.',
      { cause: error },
    );
  }
}

function branchOf(ref: string): string {
  return ref.replace(/^(?:refs\/remotes\/)?origin\//, '');
}

/** The merge base with the other branch; `undefined` if the repository does not contain it, as in a shallow clone. */
function base(git: Git, commit: string): string | undefined {
  const found = quietly(() => gitText(git('merge-base', commit, 'HEAD')));
  return found === '' ? undefined : found;
}

function contentAt(git: Git, commit: string, name: string): Uint8Array | undefined {
  return quietly(() => git('show', '--no-textconv', `${commit}:${name}`));
}

interface Inside {
  /** The folder as the user gave it. Paths of the configuration start with it. It may contain symbolic links. */
  readonly written: string;
  /** The path from the folder to the root of the repository. */
  readonly up: string;
  nameOf(path: string): string;
}

function realPathIn(root: string, folder: string): Inside {
  const below = relative(root, realpathSync(folder));
  const written = resolve(folder);
  return {
    written,
    up: relative(join(root, below), root),
    nameOf: (path) => join(below, relative(written, path)).split(sep).join('/'),
  };
}

function withoutTag(line: string): string {
  return line.slice(2);
}

function names(list: Buffer): readonly string[] {
  return list
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '');
}

function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
