import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The corpus is next to the project, or in the folder of the command's first argument. */
export function corpusFolder(
  root: string,
  argument: string | undefined,
): { readonly folder: string; readonly exists: boolean } {
  const folder = argument === undefined ? join(root, '../shared/corpus') : resolve(argument);
  return { folder, exists: existsSync(join(folder, 'json-schema')) && existsSync(join(folder, 'openapi')) };
}
