import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isJsonObject, ownValue } from '../../../contract/json/json.js';
import { type Source, builtFrom, fileStatus, foldersAbove, parsed, readText } from '../../sources/built-from.js';
import { isInside, localImports, pageSources } from '../../sources/local-modules.js';

/** A built file that is older than its source. Paths are relative to the root of the project. */
export interface StaleBuild {
  readonly built: string;
  readonly source: string;
  /** The command that builds the file, if a package defines one. */
  readonly command?: string;
}

/** The maximum number of imported files that are checked. Further files are ignored. */
const MOST_FILES = 2000;
/** The maximum number of stale files that are collected. One build command usually updates all of them. */
const MOST_STALE = 20;

/**
 * Finds built files that are older than their sources. The search starts at `files`, follows their imports, and
 * compares each built file with its known sources.
 */
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
    // The sources of a bundle may themselves be built files.
    for (const next of [...sources.map((source) => source.file), ...localImports(own)]) {
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

/**
 * Returns true if the source changed after the build. If the source map contains the text of the source, the texts are
 * compared: a git checkout changes file times, so times would mislead.
 */
function isChanged(built: string, { file, content }: Source): boolean {
  if (content !== undefined) return readText(file) !== content;
  const [made, edited] = [built, file].map((path) => fileStatus(path)?.mtimeMs);
  return made !== undefined && edited !== undefined && edited > made;
}

function isOwn(root: string, file: string): boolean {
  return isInside(root, file) && existsSync(file);
}

/** The `build` script of the nearest package above the built file that has one. */
function buildCommand(built: string, root: string): string | undefined {
  for (const folder of foldersAbove(built, root)) {
    const scripts = ownValue(parsed(readText(join(folder, 'package.json'))), 'scripts');
    if (!isJsonObject(scripts) || ownValue(scripts, 'build') === undefined) continue;
    const inside = relative(root, folder);
    return inside === '' ? 'npm run build' : `npm run build --prefix ${inside}`;
  }
  return undefined;
}
