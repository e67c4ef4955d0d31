import { fileURLToPath } from 'node:url';

/**
 * Path of a file that the build puts next to a module. `here` is the URL of the module. `folder` is the folder of the
 * module, relative to the root of the project. If the module runs from its TypeScript source, the file is in `dist`.
 */
export function builtFile(here: string, folder: string, name: string): string {
  if (!here.endsWith('.ts')) return fileURLToPath(new URL(name, here));
  const root = '../'.repeat(folder.split('/').length);
  return fileURLToPath(new URL(`${root}dist/${folder}/${name}`, here));
}
