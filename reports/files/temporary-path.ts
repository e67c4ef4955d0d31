import { randomBytes } from 'node:crypto';
import path from 'node:path';

/**
 * A random path for a temporary file that is later renamed to `name`. It is in the same folder, because a rename is
 * atomic only within one file system. It is random, so that nobody can create a link at this path in advance.
 */
export function temporaryPath(folder: string, name: string): string {
  return path.join(folder, `.${name}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`);
}
