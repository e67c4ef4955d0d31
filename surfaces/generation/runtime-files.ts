import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { GeneratedFile } from './generator.js';

/**
 * The hand-written modules that generated code needs. For a user who has no hand-written library, they are written next
 * to the generated code. `adapted` changes the text of a module so that it fits its new folder.
 */
export function runtimeFiles(
  folder: string,
  isPart: (name: string) => boolean,
  adapted: (text: string) => string,
): readonly GeneratedFile[] {
  const path = join(packageRoot(), folder);
  const names = readdirSync(path).filter(isPart).toSorted();
  return names.map((name) => ({ path: name, text: adapted(readFileSync(join(path, name), 'utf8')) }));
}

/**
 * The TypeScript modules of `surfaces/<surface>/runtime`, to be written to the folder `generated/runtime`. They are the
 * same for every contract, so their opening comment has no digest of the contract.
 */
export function typescriptRuntime(surface: string, [title = '']: readonly string[]): readonly GeneratedFile[] {
  const isPart = (name: string): boolean => name.endsWith('.ts') && !name.endsWith('.test.ts');
  const files = runtimeFiles(`surfaces/${surface}/runtime`, isPart, (text) =>
    text.replaceAll("'../generated/", "'../"),
  );
  return files.map(({ path, text }) => ({ path: `generated/runtime/${path}`, text: `// ${title}\n\n${text}` }));
}

/**
 * The path with which a file in the folder `generated` imports the runtime. For `library` and `isWritten`, see
 * `Generator.render`.
 */
export function runtimePlace(library: string | undefined, isWritten: boolean): string {
  if (library === undefined) return './runtime';
  return `${library}/${isWritten ? 'generated/runtime' : 'runtime'}`;
}

/**
 * The root folder of this package. It is resolved by the name of the package, because compiled files are in deeper
 * folders than their sources.
 */
function packageRoot(): string {
  return dirname(createRequire(import.meta.url).resolve('contract-parity/package.json'));
}
