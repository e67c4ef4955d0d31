import nodePath, { type PlatformPath } from 'node:path';

/**
 * The path below a folder, with slashes on every system; empty for the folder itself, `undefined` for a path outside
 * the folder. On Windows, a path on another drive has no relative path.
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
