import { fileURLToPath } from 'node:url';

/**
 * The path of a file that the build writes next to a compiled module. `here` is the URL of the module, and `folder` is
 * its folder relative to the root of the project. If the module runs from its TypeScript source, the path is in `dist`.
 */
export function builtFile(here: string, folder: string, name: string): string {
  if (!here.endsWith('.ts')) return fileURLToPath(new URL(name, here));
  const root = '../'.repeat(folder.split('/').length);
  return fileURLToPath(new URL(`${root}dist/${folder}/${name}`, here));
}
