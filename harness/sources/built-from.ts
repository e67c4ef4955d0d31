import { type Stats, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathBelow } from '../../contract/document/path-below.js';
import { fileURLToPath } from 'node:url';
import { isJsonObject, type Json, ownValue } from '../../contract/json/json.js';

/**
 * A source file of a built file. `content` is its text at build time, if the source map contains it (`sourcesContent`).
 */
export interface Source {
  readonly file: string;
  readonly content?: string;
}

/** The maximum size of a file that is read. Source maps of hand-written code are smaller. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * The source files of a built file, from its source map (ECMA-426) or from the nearest TypeScript configuration above
 * the file.
 */
export function builtFrom(file: string, root: string): readonly Source[] {
  return mapSources(file) ?? compiledFrom(file, root);
}

/** The text of a file; `undefined` if it cannot be read or is too large. */
export function readText(file: string): string | undefined {
  const status = fileStatus(file);
  if (status === undefined || status.size > MOST_BYTES) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** The status of a regular file; `undefined` if the path is not a readable regular file. */
export function fileStatus(file: string): Stats | undefined {
  try {
    const status = statSync(file);
    return status.isFile() ? status : undefined;
  } catch {
    return undefined;
  }
}

function mapSources(file: string): readonly Source[] | undefined {
  const mapFile = `${file}.map`;
  const map = parsed(readText(mapFile));
  const sources = ownValue(map, 'sources');
  if (!Array.isArray(sources)) return undefined;
  const sourceRoot = ownValue(map, 'sourceRoot');
  const contents = ownValue(map, 'sourcesContent');
  const folder = resolve(dirname(mapFile), typeof sourceRoot === 'string' ? sourceRoot : '');
  return sources.flatMap((source: Json, index): Source[] => {
    const path = typeof source === 'string' ? localPath(folder, source) : undefined;
    const content = Array.isArray(contents) ? (contents[index] as Json | undefined) : undefined;
    return path === undefined ? [] : [{ file: path, ...(typeof content === 'string' && { content }) }];
  });
}

/**
 * Converts a source in a source map to a path. `undefined` for URLs such as `webpack://…`, which are not paths of
 * files.
 */
function localPath(folder: string, source: string): string | undefined {
  if (source.startsWith('file:')) return fileURLToPath(source);
  return /^[a-z][a-z0-9+.-]+:/i.test(source) ? undefined : resolve(folder, source);
}

const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};
const CONFIGURATIONS = ['tsconfig.json', 'tsconfig.build.json'];

/** The source of a compiled file. TypeScript compiles `rootDir/a/b.ts` to `outDir/a/b.js`. */
function compiledFrom(file: string, root: string): readonly Source[] {
  const extension = /\.[cm]?js$/.exec(file)?.[0];
  if (extension === undefined) return [];
  for (const folder of foldersAbove(file, root)) {
    for (const name of CONFIGURATIONS) {
      const options = compilerOptions(readText(join(folder, name)));
      if (options?.outDir === undefined) continue;
      const below = pathBelow(resolve(folder, options.outDir), file)?.slice(0, -extension.length);
      if (below === undefined) continue;
      const candidates = [options.rootDir ?? 'src', '.'].flatMap((from) =>
        (EXTENSIONS[extension] ?? []).map((end) => resolve(folder, from, below + end)),
      );
      const found = candidates.find((candidate) => existsSync(candidate));
      if (found !== undefined) return [{ file: found }];
    }
  }
  return [];
}

/** The folders above a file, from its own folder up to the root. */
export function foldersAbove(file: string, root: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = dirname(file); pathBelow(root, folder) !== undefined; folder = dirname(folder)) {
    folders.push(folder);
    if (folder === dirname(folder)) break;
  }
  return folders;
}

interface CompilerOptions {
  readonly outDir?: string;
  readonly rootDir?: string;
}

/**
 * The options `outDir` and `rootDir` of a TypeScript configuration. They are found with a pattern, because the file may
 * contain comments and trailing commas, which are not JSON.
 */
function compilerOptions(text: string | undefined): CompilerOptions | undefined {
  if (text === undefined) return undefined;
  const code = text.replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g, '$1');
  const members = new Map(
    [...code.matchAll(/"(outDir|rootDir)"\s*:\s*"([^"]+)"/g)].map(([, name, value = '']) => [name, value] as const),
  );
  const [outDir, rootDir] = [members.get('outDir'), members.get('rootDir')];
  return { ...(outDir !== undefined && { outDir }), ...(rootDir !== undefined && { rootDir }) };
}

export function parsed(text: string | undefined): Json | undefined {
  try {
    const value: unknown = text === undefined ? undefined : JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
