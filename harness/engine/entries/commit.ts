import { gitIn, gitText } from '../../sources/git.js';

const TIME_MS = 5000;

/**
 * The commit that is checked out in a folder, with `+` appended if there are uncommitted changes. `undefined` outside a
 * repository.
 */
export function commitOf(folder: string): string | undefined {
  const git = gitIn(folder, { timeMs: TIME_MS });
  try {
    const commit = gitText(git('rev-parse', '--short=12', 'HEAD'));
    return gitText(git('status', '--porcelain', '--untracked-files=no')) === '' ? commit : `${commit}+`;
  } catch {
    return undefined;
  }
}
