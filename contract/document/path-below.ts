import nodePath, { type PlatformPath } from 'node:path';

/**
 * The path below a folder, with slashes on every system, empty for the folder itself; `undefined` for a path that is not
 * below it. On Windows, a path on another drive has no relative path.
 */
export function pathBelow(
  folder: string,
  path: string,
  { relative, isAbsolute, sep }: Pick<PlatformPath, 'relative' | 'isAbsolute' | 'sep'> = nodePath,
): string | undefined {
  const name = relative(folder, path);
  return name === '..' || name.startsWith(`..${sep}`) || isAbsolute(name) ? undefined : name.split(sep).join('/');
}
