import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The folder of the corpus: the first argument of the command, or a folder next to the project. */
export function corpusFolder(
  root: string,
  argument: string | undefined,
): { readonly folder: string; readonly exists: boolean } {
  const folder = argument === undefined ? join(root, '../shared/corpus') : resolve(argument);
  return { folder, exists: existsSync(join(folder, 'json-schema')) && existsSync(join(folder, 'openapi')) };
}
