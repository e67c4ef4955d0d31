import { readdirSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathBelow } from '../../contract/document/path-below.js';
import { type Source, builtFrom, fileStatus, foldersAbove, readText } from './built-from.js';

const SPECIFIER = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*["'](\.{1,2}\/[^"'\n]+)["']/g;

/** The local files that a JavaScript or TypeScript file imports by a relative path. */
export function localImports(file: string): readonly string[] {
  if (!isScript(file)) return [];
  const specifiers = [...(readText(file) ?? '').matchAll(SPECIFIER)].map(([, specifier = '']) =>
    resolve(dirname(file), specifier),
  );
  return specifiers.flatMap((path) =>
    [path, `${path}.js`, `${path}.ts`, path.replace(/\.([cm]?)js$/, '.$1ts'), `${path}.json`, join(path, 'index.js')]
      .filter((candidate) => fileStatus(candidate) !== undefined)
      .slice(0, 1),
  );
}

/** Returns true if a file is JavaScript or TypeScript, so that its imports can be followed. */
export function isScript(file: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(file);
}

const PACKAGE = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*["']((?:@[\w.-]+\/)?[\w-][\w.-]*)(?:\/[^"'\n]*)?["']/g;

/**
 * Folders of the project that a JavaScript file imports as packages. In a workspace, `node_modules` contains links to
 * these folders.
 */
export function linkedPackages(file: string, root: string): readonly string[] {
  if (!isScript(file)) return [];
  const names = new Set([...(readText(file) ?? '').matchAll(PACKAGE)].map(([, name = '']) => name));
  return [...names].flatMap((name) =>
    foldersAbove(file, root)
      .map((folder) => realFolder(join(folder, 'node_modules', name)))
      .filter((folder) => folder !== undefined)
      .filter((folder) => isInside(root, folder))
      .slice(0, 1),
  );
}

function realFolder(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Returns true if a path is in a folder, but not in a `node_modules` folder below it. */
export function isInside(folder: string, path: string): boolean {
  return pathBelow(folder, path)?.split('/').includes('node_modules') === false;
}

const MOST_MODULES = 200;

/**
 * The possible sources of an HTML page. A page has no source map. It may contain or load any module in its folder, so
 * the sources of all these modules are returned.
 */
export function pageSources(file: string, root: string): readonly Source[] {
  if (!file.endsWith('.html')) return [];
  const modules = readdirSync(dirname(file), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[cm]?js$/.test(name) && !name.includes('node_modules'))
    .slice(0, MOST_MODULES);
  return modules
    .flatMap((name) => builtFrom(join(dirname(file), name), root))
    .filter((source) => isInside(root, source.file) && fileStatus(source.file) !== undefined)
    .map((source) => ({ file: source.file }));
}
