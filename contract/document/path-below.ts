import nodePath, { type PlatformPath } from 'node:path';

/**
 * The path of a file below a folder, with slashes on every system. It is empty for the folder itself, and `undefined`
 * outside the folder. On Windows, a path on a different drive is outside the folder.
 */
export function pathBelow(
  folder: string,
  path: string,
  system: Pick<PlatformPath, 'relative' | 'isAbsolute' | 'sep'> = nodePath,
): string | undefined {
  const name = system.relative(folder, path);
  const isOutside = name === '..' || name.startsWith(`..${system.sep}`) || system.isAbsolute(name);
  return isOutside ? undefined : name.split(system.sep).join('/');
}
