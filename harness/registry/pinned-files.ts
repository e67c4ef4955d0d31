import { execa } from 'execa';
import type { Pin } from '../../rules/registry/pin.js';
import { isOnPath } from '../../surfaces/process/program-on-path.js';
import { type Obstacle, obstacle } from './obstacle.js';

const GIT_MS = 10_000;

/** Obstacle if the files of a local pin differ from those of its revision; `undefined` if they are the same. */
export async function pinnedFilesObstacle(
  root: string,
  { path, revision }: Extract<Pin, { kind: 'local' }>,
): Promise<Obstacle | undefined> {
  if (!isOnPath('git'))
    return obstacle('comparing its files with the revision needs git, which is not installed', 'Install git.');
  const git = async (...args: readonly string[]): Promise<string | undefined> => {
    const result = await execa('git', args, { cwd: root, reject: false, timeout: GIT_MS, maxBuffer: 1024 * 1024 });
    return result.failed ? undefined : result.stdout;
  };
  const wanted = await git('rev-parse', '--verify', '--quiet', `${revision}:./${path}`);
  if (wanted === undefined) {
    const repair = 'Pin a revision of this repository; a shallow clone has it after `git fetch --unshallow`.';
    return obstacle(`git finds no ${path} at ${revision}`, repair);
  }
  if ((await git('rev-parse', '--verify', '--quiet', `HEAD:./${path}`)) !== wanted) {
    const repair = `Review \`git diff ${revision} HEAD -- ${path}\` and pin the intended revision, or check out the pinned one.`;
    return obstacle(`${path} has changed since ${revision}`, repair);
  }
  const changes = await git('status', '--porcelain', '--', path);
  if (changes === '') return undefined;
  return obstacle(`${path} has uncommitted changes`, 'Commit or stash the changes.');
}
