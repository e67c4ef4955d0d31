import { randomBytes } from 'node:crypto';
import path from 'node:path';

/**
 * A random path in the folder of the given file. The folder is the same because a rename is atomic only within one file
 * system. The path is random, so that nobody can create a link at this path in advance.
 */
export function temporaryPath(folder: string, name: string): string {
  return path.join(folder, `.${name}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`);
}
