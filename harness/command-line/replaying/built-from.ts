import { type Stats, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isJsonObject, type Json, ownValue } from '../../../contract/json/json.js';

/** A file that another one was made from; `content`: what it held then, where the build has kept that. */
export interface Source {
  readonly file: string;
  readonly content?: string;
}

/** No source map of hand-written code is larger. */
const MOST_BYTES = 16 * 1024 * 1024;

/** The files that a built file was made from: by its source map (ECMA-426), or by the compiler's configuration above it. */
export function builtFrom(file: string, root: string): readonly Source[] {
  return mapSources(file) ?? compiledFrom(file, root);
}

/** The text of a file; `undefined` where it cannot be read or is too large. */
export function readText(file: string): string | undefined {
  const status = fileStatus(file);
  if (status === undefined || status.size > MOST_BYTES) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** `undefined` for what is no file, or cannot be looked at. */
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

/** `webpack://…` and the like name no file. */
function localPath(folder: string, source: string): string | undefined {
  if (source.startsWith('file:')) return fileURLToPath(source);
  return /^[a-z][a-z0-9+.-]+:/i.test(source) ? undefined : resolve(folder, source);
}

const EXTENSIONS: Readonly<Record<string, readonly string[]>> = { '.js': ['.ts', '.tsx'], '.mjs': ['.mts'], '.cjs': ['.cts'] };
const CONFIGURATIONS = ['tsconfig.json', 'tsconfig.build.json'];

/** `outDir/a/b.js` is made from `rootDir/a/b.ts` (TypeScript's compiler options). */
function compiledFrom(file: string, root: string): readonly Source[] {
  const extension = /\.[cm]?js$/.exec(file)?.[0];
  if (extension === undefined) return [];
  for (const folder of foldersAbove(file, root)) {
    for (const name of CONFIGURATIONS) {
      const options = compilerOptions(readText(join(folder, name)));
      if (options?.outDir === undefined) continue;
      const below = relative(resolve(folder, options.outDir), file).slice(0, -extension.length);
      if (below.startsWith('..')) continue;
      const candidates = [options.rootDir ?? 'src', '.'].flatMap((from) => (EXTENSIONS[extension] ?? []).map((end) => resolve(folder, from, below + end)));
      const found = candidates.find((candidate) => existsSync(candidate));
      if (found !== undefined) return [{ file: found }];
    }
  }
  return [];
}

/** From the file's own folder up to the root. */
export function foldersAbove(file: string, root: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = dirname(file); !relative(root, folder).startsWith('..'); folder = dirname(folder)) {
    folders.push(folder);
    if (folder === dirname(folder)) break;
  }
  return folders;
}

interface CompilerOptions {
  readonly outDir?: string;
  readonly rootDir?: string;
}

/** The file may hold comments and trailing commas; only two members matter, wherever they stand. */
function compilerOptions(text: string | undefined): CompilerOptions | undefined {
  if (text === undefined) return undefined;
  const code = text.replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g, '$1');
  const members = new Map([...code.matchAll(/"(outDir|rootDir)"\s*:\s*"([^"]+)"/g)].map(([, name, value = '']) => [name, value] as const));
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
