import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether a program can be found. A name without a slash is looked up in the folders of `PATH` (execvp(3)). */
export function isOnPath(program: string): boolean {
  if (/[/\\\0]/.test(program)) return true;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => ['', '.exe', '.cmd'].some((ending) => existsSync(join(folder, program + ending))));
}
