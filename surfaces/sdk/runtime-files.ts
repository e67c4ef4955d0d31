import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { GeneratedFile } from '../generation/generator.js';

/**
 * What generated code stands on, to be written beside it for those who have no such library: the modules of a folder of this
 * package, found by the package's name since compiled files lie deeper than their sources. `adapted` makes of a module's text what
 * is right at its new place.
 */
export function runtimeFiles(
  folder: string,
  isPart: (name: string) => boolean,
  adapted: (text: string) => string,
): readonly GeneratedFile[] {
  const own = dirname(createRequire(import.meta.url).resolve('contract-parity/package.json'));
  const names = readdirSync(join(own, folder)).filter(isPart).toSorted();
  return names.map((name) => ({ path: name, text: adapted(readFileSync(join(own, folder, name), 'utf8')) }));
}
