import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = import.meta.dirname;

/** Each top folder, and the top folders that it may import. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contract: ['contract'],
  surfaces: ['contract', 'surfaces'],
  rules: ['contract', 'surfaces', 'rules'],
  reports: ['contract', 'surfaces', 'rules', 'reports'],
  harness: ['contract', 'surfaces', 'rules', 'reports', 'harness'],
};

/** Folders in `surfaces` that are not surfaces. */
const SHARED_BY_SURFACES: ReadonlySet<string> = new Set(['generation', 'http', 'kinds', 'process', 'sdk']);

/** Code that reads the name of an operation on one surface: the name of its tool, command or method. */
const OWN_NAME = /\b(?:tool|command)\??\.name\b(?!\()|\bmethod_?name\b(?!=)/i;

interface Source {
  /** Path relative to the root of the project. */
  readonly path: string;
  readonly text: string;
  /** Paths of the project's files that the source imports, including imports of types. */
  readonly imports: readonly string[];
}

const SOURCES: readonly Source[] = Object.keys(MAY_IMPORT).flatMap((room) => sourcesOf(room));
const OWN = SOURCES.filter(({ path }) => !path.endsWith('.test.ts'));

const COMMENT = /^ *(?:\*|\/\/|\/\*\*)/;

describe('source tree', () => {
  it('the tests of the architecture find the source files and their imports', () => {
    expect(OWN.length).toBeGreaterThan(100);
    expect(OWN.flatMap(({ imports }) => imports).length).toBeGreaterThan(300);
  });

  it('top folders import only the folders that the architecture allows', () => {
    const broken = SOURCES.flatMap(({ path, imports }) =>
      imports
        .filter((target) => !(MAY_IMPORT[roomOf(path)] ?? []).includes(roomOf(target)))
        .map((target) => `${path} → ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('in rules, reports and the harness, only two modules read the tool name, command name or method name of an operation', () => {
    const readers = OWN.filter(
      ({ path, text }) => /^(?:rules|reports|harness\/(?!selftest\/))/.test(path) && OWN_NAME.test(text),
    );
    expect(readers.map(({ path }) => path)).toEqual([
      'harness/registry/offered-commands.ts',
      'harness/smoke/hosted-steps.ts',
    ]);
  });

  it('a reference implementation is imported only by its own kind of surface', () => {
    const broken = SOURCES.flatMap(({ path, imports }) =>
      imports
        .filter((target) => target.includes('/reference/') && surfaceOf(path) !== surfaceOf(target))
        .map((target) => `${path} → ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('a runtime that is copied into user projects imports only itself and generated code', () => {
    // The runtime of the card is not written as files: it is bundled into one page.
    const runtimes = OWN.filter(({ path }) => /^surfaces\/(?!ui_card)\w+\/runtime\//.test(path));
    const outside = runtimes.flatMap(({ path, imports }) =>
      imports.filter(
        (target) => !target.startsWith(dirname(path)) && !/\/generated\/(?:errors|failures)\.ts$/.test(target),
      ),
    );
    expect(runtimes.length).toBeGreaterThan(15);
    expect(outside).toEqual([]);
  });

  it('surfaces do not import each other', () => {
    const broken = OWN.flatMap(({ path, imports }) =>
      imports
        .filter((target) => surfaceOf(path) !== '' && surfaceOf(target) !== '' && surfaceOf(path) !== surfaceOf(target))
        .map((target) => `${path} → ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('imports between files have no cycle', () => {
    expect(cycles(new Map(OWN.map(({ path, imports }) => [path, imports])))).toEqual([]);
  });

  it('imports between folders have no cycle', () => {
    const folders = new Map<string, Set<string>>();
    for (const { path, imports } of OWN) {
      const folder = folders.get(moduleOf(path)) ?? new Set();
      for (const target of imports) if (moduleOf(target) !== moduleOf(path)) folder.add(moduleOf(target));
      folders.set(moduleOf(path), folder);
    }
    expect(cycles(folders)).toEqual([]);
  });

  it('no source uses the type `any`', () => {
    const found = SOURCES.flatMap(({ path, text }) =>
      withoutProse(text)
        .split('\n')
        .flatMap((line, index) =>
          /(?::|\bas|<|\|)\s*any\b(?!\w)/.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
        ),
    );
    expect(found).toEqual([]);
  });

  it('no source has more than 300 lines, and no test more than 350', () => {
    const long = SOURCES.filter(({ path }) => !path.includes('/generated/'))
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
      .filter(({ path, lines }) => lines > (path.endsWith('.test.ts') ? 350 : 300));
    expect(long).toEqual([]);
  });

  // The formatter wraps code, but not comments.
  it('no line of a comment has more than 120 characters', () => {
    const long = SOURCES.filter(({ path }) => !path.includes('/generated/')).flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) => (line.length > 120 && COMMENT.test(line) ? [`${path}:${index + 1}`] : [])),
    );
    expect(long).toEqual([]);
  });

  it('no folder has more than 18 sources', () => {
    const sizes = new Map<string, number>();
    for (const { path } of SOURCES.filter((source) => !source.path.endsWith('.test.ts'))) {
      sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1);
    }
    expect([...sizes].filter(([, count]) => count > 18)).toEqual([]);
  });

  it('no file is an index.ts that only re-exports', () => {
    expect(SOURCES.filter(({ path }) => path.endsWith('/index.ts'))).toEqual([]);
  });
});

function sourcesOf(room: string): readonly Source[] {
  const entries = readdirSync(join(ROOT, room), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
  return files.toSorted().map((file) => {
    const text = readFileSync(file, 'utf8');
    return { path: relative(ROOT, file), text, imports: importsOf(file, text) };
  });
}

function importsOf(file: string, text: string): readonly string[] {
  const specifiers = [...withoutProse(text).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*)'/g)].map(
    (match) => match[1] ?? '',
  );
  const targets = specifiers
    .filter((specifier) => specifier.endsWith('.js'))
    .map((specifier) => resolve(dirname(file), specifier).replace(/\.js$/, '.ts'));
  // A generator contains the imports of generated files as text. These imports do not resolve from the folder of the
  // generator.
  return targets.filter((target) => existsSync(target)).map((target) => relative(ROOT, target));
}

/** The text without comments, so that prose about an import or about `any` does not count. */
function withoutProse(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' ')).replace(/^\s*\/\/.*$/gm, '');
}

function roomOf(path: string): string {
  return path.split('/')[0] ?? '';
}

function surfaceOf(path: string): string {
  const [room, surface, ...rest] = path.split('/');
  return room === 'surfaces' && rest.length > 0 && !SHARED_BY_SURFACES.has(surface ?? '') ? (surface ?? '') : '';
}

/**
 * The folder of a file. A runtime and its generated code count as one module, although they are in two folders: `parity
 * generate` owns the folder of the generated code.
 */
function moduleOf(path: string): string {
  return dirname(path).replace(/^(surfaces\/\w+)\/(?:runtime|generated)$/, '$1/{runtime,generated}');
}

/** The cycles of a graph, by depth-first search. An edge to a node on the current trail closes a cycle. */
function cycles(graph: ReadonlyMap<string, Iterable<string>>): readonly string[] {
  const state = new Map<string, 'open' | 'done'>();
  const found: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === 'done') return;
    if (state.get(path) === 'open') {
      found.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
      return;
    }
    state.set(path, 'open');
    for (const target of graph.get(path) ?? []) visit(target, [...trail, path]);
    state.set(path, 'done');
  };
  for (const path of graph.keys()) visit(path, []);
  return found;
}
