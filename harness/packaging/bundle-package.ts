import { readFileSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { refuseWarnings } from '../../surfaces/generation/bundle-licences.js';
import { oneStatementALine } from './one-statement-a-line.js';

/**
 * Part of the build: `node bundle-package.js DIST LIB` joins the modules of the package into one file for each program
 * and library. Parts that several programs or libraries share, and parts that load late, get files of their own.
 * Finding and reading a thousand small modules takes longer than running them.
 */
const ENTRIES: Readonly<Record<string, string>> = {
  main: 'harness/main.js',
  config: 'harness/configuration/config.js',
  vitest: 'harness/vitest.js',
  arbitraries: 'harness/arbitraries/arbitraries.js',
  ruleset: 'rules/contract/lint/ruleset.js',
  // Programs that run in their own processes or threads. The file name is relative to the module that starts them.
  supervisor: 'harness/processes/supervisor.js',
  'process-host': 'surfaces/process/host/process-host.js',
  'watch-run': 'harness/command-line/watch/watch-run.js',
  'lint-thread': 'harness/engine/phases/lint-thread.js',
  worker: 'surfaces/sdk_typescript/worker/worker.js',
};

/**
 * The programs that start several times in a run. The modules that they need are in a file of their own. Otherwise, the
 * programs would load the file with all modules for cases and its packages, which takes a tenth of a second each time.
 */
const OFTEN_STARTED = ['process-host', 'worker'] as const;

/** Bundles of other packages, which stay separate files. */
const BUNDLES = ['rules/contract/lint/spectral.js', 'harness/backends/prism.js'] as const;

/** Compiled schemas. They are copied, because the bundler would only change their layout. */
const VALIDATORS = ['harness/configuration/config-validator.js', 'surfaces/protocol/message-validators.js'] as const;

/** Files that are copied unchanged, because they are not modules of the project or because a page loads them. */
const COPIED = [
  ...BUNDLES,
  ...VALIDATORS,
  'rules/contract/lint/ruleset.cjs',
  'rules/contract/lint/spectral.licenses.txt',
  'harness/backends/prism.licenses.txt',
  'surfaces/ui_card/card.js',
  'surfaces/ui_card/hosting/host.js',
  'surfaces/ui_card/hosting/host.licenses.txt',
] as const;

/** The maximum length of a module that is joined with other small modules, in characters. */
const MOST_SMALL = 4000;

/** Matches the modules with schemas whose descriptions only the documentation shows. */
const SCHEMAS = /[\\/](?:[\w-]+-schema|kind-options|kind)\.js$/;

/** Matches an import of another module of the project, in compiled code. */
const IMPORT = /^(?:import|export) .*from '(\..*)';$/gm;

const [dist = '.', lib = 'lib'] = process.argv.slice(2);
const ofPrograms = neededBy(OFTEN_STARTED.map((name) => path.resolve(dist, ENTRIES[name] ?? '')));
await rm(lib, { recursive: true, force: true });
await mkdir(lib, { recursive: true });
const bundle = await rolldown({
  input: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, path.join(dist, file)])),
  platform: 'node',
  tsconfig: false,
  // Imports of other packages stay imports. Helpers of the bundler are included.
  external: (id) => !/^(?:\.|\/|\0|@oxc-project\/)/.test(id),
  plugins: [withoutBundles(), withoutTexts()],
  experimental: { attachDebugInfo: 'none' },
  onLog: refuseWarnings,
});
const { output } = await bundle.generate({
  format: 'esm',
  entryFileNames: '[name].js',
  // The prefix is short, because a thousand imports repeat it.
  chunkFileNames: '_[name].js',
  // Small modules that nearly every part needs stay together. Otherwise most of them would be files of their own.
  codeSplitting: {
    groups: [
      { name: 'json', test: /[\\/]contract[\\/]json[\\/]/ },
      { name: 'contract', test: /[\\/]contract[\\/](?:[\w-]+|formats[\\/](?:format-names|outside-standards))\.js$/ },
      { name: 'programs', test: (id) => ofPrograms.has(id) },
      { name: 'cases', test: /[\\/]harness[\\/]cases[\\/]/ },
      { name: 'http', test: /[\\/]surfaces[\\/](?:failure-table|http[\\/](?:closed|body-excerpt))\.js$/ },
      { name: 'small', test: isSmallLeaf, minShareCount: 2 },
    ],
  },
  // Removes comments, which the sources have, and annotations, which only bundlers read.
  comments: { legal: true, annotation: false, jsdoc: false },
  // Keeps the names of functions, which stack traces show. The names of variables are shortened, because stack traces
  // do not show them.
  minify: {
    compress: true,
    mangle: { toplevel: true, keepNames: { function: true, class: true } },
    codegen: { removeWhitespace: true },
  },
});
await bundle.close();
for (const file of output) {
  if (file.type === 'chunk') await writeFile(path.join(lib, file.fileName), oneStatementALine(file.code));
}
for (const file of COPIED) await cp(path.join(dist, file), path.join(lib, path.basename(file)));

/** The modules that are loaded when the given modules are. */
function neededBy(modules: readonly string[]): ReadonlySet<string> {
  const needed = new Set<string>();
  const open = [...modules];
  for (let module = open.pop(); module !== undefined; module = open.pop()) {
    for (const [, id = ''] of readFileSync(module, 'utf8').matchAll(IMPORT)) {
      const other = path.resolve(path.dirname(module), id);
      if (!needed.has(other)) open.push(other);
      needed.add(other);
    }
  }
  return needed;
}

/**
 * Whether a module is short and imports no other module. Such modules are joined into one file, because loading them
 * loads no other file.
 */
function isSmallLeaf(id: string): boolean {
  if (!id.startsWith(path.resolve(dist))) return false;
  const code = readFileSync(id, 'utf8');
  return code.length <= MOST_SMALL && !/^(?:import|export) .*from |import\(/m.test(code);
}

/** Keeps the bundles and compiled validators as separate files next to their importers. */
function withoutBundles(): Plugin {
  const files = new Set([...BUNDLES, ...VALIDATORS].map((file) => path.resolve(dist, file)));
  return {
    name: 'without-bundles',
    resolveId(id, importer) {
      const file = importer === undefined ? id : path.resolve(path.dirname(importer), id);
      return files.has(file) ? { id: `./${path.basename(file)}`, external: true } : undefined;
    },
  };
}

/**
 * Removes texts that only readers of the sources and of the documentation need: the descriptions of the steps that
 * group violations, and those of the members of schemas.
 */
function withoutTexts(): Plugin {
  const steps = path.resolve(dist, 'harness/engine/group/steps') + path.sep;
  return {
    name: 'without-texts',
    transform: (code, id) => {
      if (id.startsWith(steps)) return code.replace(/^ +joins: (['"]).*\1,$/gm, '');
      if (!SCHEMAS.test(id)) return undefined;
      return code.replace(/\bdescription:\s*(['"`])(?:\\.|(?!\1)[^\\])*\1,\s*/g, '');
    },
  };
}
