import { execFileSync } from 'node:child_process';

/**
 * The commit that is checked out in a folder, with `+` for uncommitted changes; `undefined` outside of a repository.
 */
export function commitOf(folder: string): string | undefined {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 5000,
    }).trim();
  try {
    const commit = git('rev-parse', '--short=12', 'HEAD');
    return git('status', '--porcelain', '--untracked-files=no') === '' ? commit : `${commit}+`;
  } catch {
    return undefined;
  }
}
