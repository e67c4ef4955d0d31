import { execa } from 'execa';
import type { Pin } from '../../rules/registry/pin.js';
import { isOnPath } from '../../surfaces/process/program-on-path.js';
import { type Obstacle, obstacle } from './obstacle.js';

const GIT_MS = 10_000;

/** How the files of a local pin differ from those of its revision; `undefined` where they do not. */
export async function departure(root: string, { path, revision }: Extract<Pin, { kind: 'local' }>): Promise<Obstacle | undefined> {
  if (!isOnPath('git'))
    return obstacle('whether its files are those of the revision, git alone can say, which is not installed', 'Install git.');
  const git = async (...args: readonly string[]): Promise<string | undefined> => {
    const result = await execa('git', args, { cwd: root, reject: false, timeout: GIT_MS, maxBuffer: 1024 * 1024 });
    return result.failed ? undefined : result.stdout;
  };
  const wanted = await git('rev-parse', '--verify', '--quiet', `${revision}:./${path}`);
  if (wanted === undefined) {
    const repair = 'Pin a revision of this repository; a shallow clone has it after `git fetch --unshallow`.';
    return obstacle(`git does not know ${path} at ${revision}`, repair);
  }
  if ((await git('rev-parse', '--verify', '--quiet', `HEAD:./${path}`)) !== wanted) {
    const repair = `Review \`git diff ${revision} HEAD -- ${path}\` and pin the revision that is meant, or check that one out.`;
    return obstacle(`${path} has changed since ${revision}`, repair);
  }
  const changes = await git('status', '--porcelain', '--', path);
  if (changes === '') return undefined;
  return obstacle(`${path} has changes that are not committed`, 'Commit or stash them.');
}
