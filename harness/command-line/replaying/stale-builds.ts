import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { isJsonObject, ownValue } from '../../../contract/json/json.js';
import { type Source, builtFrom, fileStatus, foldersAbove, parsed, readText } from './built-from.js';

/** A built file that is older than its source. Paths are relative to the project's root. */
export interface StaleBuild {
  readonly built: string;
  readonly source: string;
  /** A command that builds the file again, if a package has one. */
  readonly command?: string;
}

/** Most files that are followed; the rest of a larger program is not checked. */
const MOST_FILES = 2000;
/** Most stale files that are collected: one build command usually updates all of them. */
const MOST_STALE = 20;

/** Follows the imports of the files, and compares each file whose sources are known with these sources. */
export function staleBuilds(root: string, files: readonly string[]): readonly StaleBuild[] {
  const stale = new Map<string, StaleBuild>();
  const queue = [...files];
  const seen = new Set(queue);
  for (let file = queue.shift(); file !== undefined && stale.size < MOST_STALE; file = queue.shift()) {
    const own = file;
    const sources = builtFrom(own, root).filter((source) => isOwn(root, source.file));
    const changed =
      sources.find((source) => isChanged(own, source)) ??
      pageSources(own, root).find((source) => isChanged(own, source));
    if (changed !== undefined) stale.set(own, staleBuild(root, own, changed.file));
    // A bundle is made from files that may be built themselves.
    for (const next of [...sources.map((source) => source.file), ...importsOf(own)]) {
      if (seen.has(next) || seen.size >= MOST_FILES || !isOwn(root, next)) continue;
      seen.add(next);
      queue.push(next);
    }
  }
  return [...stale.values()];
}

function staleBuild(root: string, built: string, source: string): StaleBuild {
  const command = buildCommand(built, root);
  return { built: relative(root, built), source: relative(root, source), ...(command !== undefined && { command }) };
}

/** Compares contents if the source map holds them: a checkout changes file times and nothing else. */
function isChanged(built: string, { file, content }: Source): boolean {
  if (content !== undefined) return readText(file) !== content;
  const [made, edited] = [built, file].map((path) => fileStatus(path)?.mtimeMs);
  return made !== undefined && edited !== undefined && edited > made;
}

function isOwn(root: string, file: string): boolean {
  const inside = relative(root, file);
  return !inside.startsWith('..') && !inside.split(/[/\\]/).includes('node_modules') && existsSync(file);
}

const SPECIFIER = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*["'](\.{1,2}\/[^"'\n]+)["']/g;

/** Local modules that a JavaScript file imports by a relative path. */
function importsOf(file: string): readonly string[] {
  if (!/\.[cm]?js$/.test(file)) return [];
  const specifiers = [...(readText(file) ?? '').matchAll(SPECIFIER)].map(([, specifier = '']) =>
    resolve(dirname(file), specifier),
  );
  return specifiers.flatMap((path) =>
    [path, `${path}.js`, join(path, 'index.js')].filter((candidate) => fileStatus(candidate) !== undefined).slice(0, 1),
  );
}

const MOST_MODULES = 200;

/**
 * A page has no source map of its own. It contains or loads the modules in its folder, so their sources are its
 * sources.
 */
function pageSources(file: string, root: string): readonly Source[] {
  if (!file.endsWith('.html')) return [];
  const modules = readdirSync(dirname(file), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[cm]?js$/.test(name) && !name.includes('node_modules'))
    .slice(0, MOST_MODULES);
  return modules
    .flatMap((name) => builtFrom(join(dirname(file), name), root))
    .filter((source) => isOwn(root, source.file))
    .map((source) => ({ file: source.file }));
}

/** The script `build` of the nearest package that has one. */
function buildCommand(built: string, root: string): string | undefined {
  for (const folder of foldersAbove(built, root)) {
    const scripts = ownValue(parsed(readText(join(folder, 'package.json'))), 'scripts');
    if (!isJsonObject(scripts) || ownValue(scripts, 'build') === undefined) continue;
    const inside = relative(root, folder);
    return inside === '' ? 'npm run build' : `npm run build --prefix ${inside}`;
  }
  return undefined;
}
