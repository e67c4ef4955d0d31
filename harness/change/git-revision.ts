import { realpathSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { ParityError } from '../../contract/parity-error.js';
import { type Git, gitIn, gitMessage, gitText } from '../sources/git.js';

/** An earlier revision of the git repository that contains a given folder. All paths are absolute. */
export interface GitRevision {
  /** The revision as the user wrote it. */
  readonly ref: string;
  /**
   * The short id of the commit to compare with. It is the merge base of `ref` and `HEAD`, or `ref` itself if the merge
   * base is unknown.
   */
  readonly commit: string;
  /**
   * Files that differ between the commit and the working tree, because they were edited, added or removed. Untracked
   * files are included, and ignored files are not.
   */
  readonly changed: readonly string[];
  /** The bytes of a file at the commit; `undefined` if the commit does not have the file. */
  readonly read: (path: string) => Uint8Array | undefined;
  /** Returns true if git tracks a file, or would add it with `git add`. Returns false for ignored files. */
  readonly isKnown: (path: string) => boolean;
}

/** The revision with the name `ref`. Throws a `ParityError` if there is no repository or no such revision. */
export function gitRevision(folder: string, ref: string): GitRevision {
  const { root, git, commit: named } = gitCommit(folder, ref, '--changed-since');
  const commit = base(git, named) ?? named;
  const differing = git('diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', commit, '--');
  // `git ls-files -t` marks untracked files with `?`.
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

/**
 * A commit of the git repository that contains a folder. `option` is the command-line option that error messages
 * mention.
 */
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
      isMissing ? 'git cannot be started' : `${folder} is not in a git working tree${reason(error)}`,
      isMissing
        ? `Install git, or omit \`${option}\` to check everything.`
        : `Run the command in a clone, or omit \`${option}\` to check everything.`,
      { cause: error },
    );
  }
}

/**
 * The message of git, for example that the folder belongs to a different user. Empty if git only reports that there is
 * no repository.
 */
function reason(error: unknown): string {
  const written = gitMessage(error);
  return written === '' || written.includes('not a git repository') ? '' : `: ${written}`;
}

function commitNamed(git: Git, ref: string, option: string): string {
  try {
    // With `--end-of-options`, git does not read a name that starts with a hyphen as an option.
    return gitText(git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`));
  } catch (error) {
    const isShallow = quietly(() => gitText(git('rev-parse', '--is-shallow-repository'))) === 'true';
    throw new ParityError(
      'git-revision-missing',
      `the repository has no commit \`${ref}\`${isShallow ? ': it is a shallow clone' : ''}`,
      isShallow
        ? `Run \`git fetch --depth=1 origin ${branchOf(ref)}\`, and then pass \`${option} FETCH_HEAD\`. In GitHub Actions, you can instead set \`fetch-depth: 0\` for the checkout.`
        : 'Name a commit, tag or branch, such as `origin/main`; `git fetch` gets the branches of the server.',
      { cause: error },
    );
  }
}

function branchOf(ref: string): string {
  return ref.replace(/^(?:refs\/remotes\/)?origin\//, '');
}

/** The merge base of a commit and `HEAD`; `undefined` if the repository does not contain it, as in a shallow clone. */
function base(git: Git, commit: string): string | undefined {
  const found = quietly(() => gitText(git('merge-base', commit, 'HEAD')));
  return found === '' ? undefined : found;
}

function contentAt(git: Git, commit: string, name: string): Uint8Array | undefined {
  return quietly(() => git('show', '--no-textconv', `${commit}:${name}`));
}

interface Inside {
  /**
   * The path of the folder as the caller stated it, possibly with symbolic links. The paths in the configuration start
   * with this path.
   */
  readonly written: string;
  /** The relative path from the folder up to the root of the repository, such as `../..`. */
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
