import { readdir, readlink } from 'node:fs/promises';
import { isRunning } from '../../surfaces/fixtures/is-running.js';

/** Running processes with a working folder in `folder`. The result is empty on systems other than Linux. */
export async function processesOf(folder: string): Promise<readonly string[]> {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const folders = await Promise.all(
    ids.map(async (id) => [id, await readlink(`/proc/${id}/cwd`).catch(() => '')] as const),
  );
  return folders.filter(([id, path]) => path.startsWith(folder) && isRunning(Number(id))).map(([id]) => id);
}
