import type { Pin } from '../../rules/registry/pin.js';
import { isOnPath } from '../../surfaces/process/program-on-path.js';
import { gitIn, gitText } from '../sources/git.js';
import { type Obstacle, obstacle } from './obstacle.js';

const GIT_MS = 10_000;

/**
 * The obstacle if the files of a server on this machine differ from the files of the revision to which it is pinned.
 * `undefined` if they are equal.
 */
export function pinnedFilesObstacle(
  root: string,
  { path, revision }: Extract<Pin, { kind: 'local' }>,
): Obstacle | undefined {
  if (!isOnPath('git'))
    return obstacle('comparing its files with the revision needs git, which is not installed', 'Install git.');
  const run = gitIn(root, { timeMs: GIT_MS });
  const git = (...args: readonly string[]): string | undefined => {
    try {
      return gitText(run(...args));
    } catch {
      return undefined;
    }
  };
  const wanted = git('rev-parse', '--verify', '--quiet', `${revision}:./${path}`);
  if (wanted === undefined) {
    const repair = 'Pin a revision of this repository. In a shallow clone, run `git fetch --unshallow` first.';
    return obstacle(`git finds no ${path} at ${revision}`, repair);
  }
  if (git('rev-parse', '--verify', '--quiet', `HEAD:./${path}`) !== wanted) {
    const repair = `Review \`git diff ${revision} HEAD -- ${path}\` and pin the intended revision, or check out the pinned revision.`;
    return obstacle(`${path} has changed since ${revision}`, repair);
  }
  const changes = git('status', '--porcelain', '--', path);
  if (changes === '') return undefined;
  return obstacle(`${path} has uncommitted changes`, 'Commit or stash the changes.');
}
