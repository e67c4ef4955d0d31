import { existsSync, statSync } from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { builtFrom, foldersAbove, readText } from '../sources/built-from.js';
import { isInside, isScript, linkedPackages, localImports, pageSources } from '../sources/local-modules.js';

/** The files of the project that belong to a program, as far as they are found without running the program. */
export interface ProgramFiles {
  /** Maps the absolute path of each file to the reason why the file belongs to the program. */
  readonly files: ReadonlyMap<string, string>;
  /** Folders whose files all belong to the program. Maps each folder to the reason. */
  readonly folders: ReadonlyMap<string, string>;
  /** Maps each source file to the built file that the program runs. */
  readonly sources: ReadonlyMap<string, string>;
  /**
   * The reason why not all files of the program could be found. If set, any file of the project may belong to the
   * program.
   */
  readonly unknown?: string;
}

interface Found {
  readonly files: Map<string, string>;
  readonly folders: Map<string, string>;
  readonly sources: Map<string, string>;
  unknown?: string;
}

/** The maximum number of files that are examined. */
const MOST_FILES = 5000;

/** Extensions of files that a program reads as data. */
const DATA = new Set([
  '.json',
  '.yaml',
  '.yml',
  '.toml',
  '.ini',
  '.env',
  '.txt',
  '.xml',
  '.csv',
  '.pem',
  '.sql',
  '.db',
]);

/** Files that mark a folder as a package, in several languages. */
const MANIFESTS = [
  'package.json',
  'pyproject.toml',
  'setup.py',
  'go.mod',
  'Cargo.toml',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'Gemfile',
  'composer.json',
  'mix.exs',
];

/**
 * The files of a program. `words` are the words of its command and the values of its environment; words that are not
 * the path of a file are ignored. Imports are followed in JavaScript and TypeScript. For a program in a different
 * language, all files of its package are returned.
 */
export function programFiles(
  words: readonly string[],
  root: string,
  isKnown: (path: string) => boolean = () => true,
): ProgramFiles {
  const found: Found = { files: new Map(), folders: new Map(), sources: new Map() };
  const paths = [...new Set(words.flatMap((word) => word.split(/[=:]/)).concat(words))]
    .filter((word) => word !== '')
    .map((word) => resolve(root, word))
    .filter((path) => isInside(root, path) && existsSync(path));
  let hasProgram = false;
  for (const path of paths) {
    if (statSync(path).isDirectory())
      found.folders.set(packageOf(join(path, 'x'), root) ?? path, `${name(path)} is run`);
    else if (isScript(path) || path.endsWith('.html')) follow(path, root, found);
    else if (DATA.has(extname(path))) found.files.set(path, 'the file is an argument of the command');
    else addPackage(path, root, found, isKnown);
    hasProgram ||= !DATA.has(extname(path));
  }
  if (!hasProgram) found.unknown = 'no word of the command is a file of the project';
  const built = [...found.files.keys()].find(
    (file) => isScript(file) && !isKnown(file) && ![...found.sources.values()].includes(file),
  );
  if (built !== undefined) found.unknown ??= `git ignores ${name(built)}, and its sources are not known`;
  return found;

  function name(path: string): string {
    return relative(root, path) || '.';
  }
}

/** Adds the whole package of a program whose imports cannot be followed. */
function addPackage(path: string, root: string, found: Found, isKnown: (path: string) => boolean): void {
  const folder = packageOf(path, root);
  found.files.set(path, 'the file is run');
  if (folder === undefined && !isKnown(path))
    found.unknown = `git ignores ${relative(root, path)}, and its sources are not known`;
  const near = folder ?? dirname(path);
  found.folders.set(near, `${relative(root, path)} is run from this package`);
}

/** The package folder of a file: the nearest folder above the file that contains a package manifest. */
function packageOf(path: string, root: string): string | undefined {
  return foldersAbove(path, root).find((folder) => MANIFESTS.some((file) => existsSync(join(folder, file))));
}

function follow(entry: string, root: string, found: Found): void {
  found.files.set(entry, 'the file is run');
  const queue = [entry];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    const own = file;
    const sources = [...builtFrom(own, root), ...pageSources(own, root)].filter(
      (source) => isInside(root, source.file) && existsSync(source.file),
    );
    for (const source of sources) {
      found.sources.set(source.file, own);
      add(source.file, `the file is the source of ${relative(root, own)}`);
    }
    for (const next of localImports(own))
      if (isInside(root, next)) add(next, `${relative(root, own)} imports the file`);
    // A package of a workspace belongs to the program with all its files. If a file computes the names of its imports,
    // the whole package of the file belongs to the program too.
    for (const folder of linkedPackages(own, root))
      found.folders.set(folder, `${relative(root, own)} imports this package`);
    if (sources.length === 0 && COMPUTED.test(readText(own) ?? ''))
      found.folders.set(
        packageOf(own, root) ?? dirname(own),
        `${relative(root, own)} imports modules by computed names`,
      );
  }

  function add(file: string, why: string): void {
    if (found.files.has(file)) return;
    if (found.files.size >= MOST_FILES) found.unknown = `the program has more than ${MOST_FILES} files`;
    else {
      found.files.set(file, why);
      queue.push(file);
    }
  }
}

const COMPUTED = /(?:[^.\w]import|[^.\w]require)\s*\(\s*[^"'\s)]/;
