import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { bundleLicences, refuseWarnings } from '../../surfaces/generation/bundle-licences.js';

/**
 * Part of the build: `node bundle-dependencies.js DIST` replaces the modules that only re-export large packages by
 * bundles of what they use. Prism and Spectral would otherwise add 200 packages and 100 MB to each installation, and
 * take a second longer to load.
 */
const BUNDLES = ['harness/backends/prism.ts', 'rules/contract/lint/spectral.ts'] as const;

/** Packages that only unused features need, with an empty replacement of the shape that is read when they load. */
const UNUSED: ReadonlyMap<string, string> = new Map([
  // Prism: values for `mock.dynamic`, and descriptions in the format of Postman.
  ['@faker-js/faker', 'module.exports = {};'],
  ['postman-collection', 'module.exports = {};'],
  // Spectral: the rulesets for other description formats.
  ['./asyncapi', 'module.exports = {};'],
  ['./arazzo', 'module.exports = {};'],
]);

/** A bundled CommonJS module expects the variable; an ES module has none. */
const DIRNAME = 'const __dirname = import.meta.dirname;';

const [dist = '.'] = process.argv.slice(2);
for (const source of BUNDLES) {
  const output = path.join(dist, source.replace(/ts$/, 'js'));
  const stamp = `// Bundle ${await digest(['package-lock.json', source, import.meta.filename])}\n`;
  if ((await readFile(output, 'utf8')).startsWith(stamp)) continue;
  const { code, modules } = await bundled(source);
  await writeFile(output, stamp + code);
  await writeFile(output.replace(/js$/, 'licenses.txt'), await bundleLicences(modules));
}

/** Bundling takes two seconds, and most builds change none of these. */
async function digest(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  return hash.digest('hex');
}

async function bundled(input: string): Promise<{ readonly code: string; readonly modules: readonly string[] }> {
  const bundle = await rolldown({
    input,
    platform: 'node',
    plugins: [withoutUnused()],
    // Its CommonJS form requires its parts by computed names.
    resolve: { alias: { 'jsonc-parser': path.resolve('node_modules/jsonc-parser/lib/esm/main.js') } },
    onLog: refuseWarnings,
  });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false, minify: true, intro: DIRNAME });
  await bundle.close();
  return { code: output[0].code, modules: output[0].moduleIds };
}

function withoutUnused(): Plugin {
  const prefix = '\0unused:';
  return {
    name: 'without-unused',
    resolveId: (id) => (UNUSED.has(id) ? `${prefix}${id}` : undefined),
    load: (id) => (id.startsWith(prefix) ? UNUSED.get(id.slice(prefix.length)) : undefined),
    // The module adds to `this`, which no bundled module has.
    transform: (code, id) =>
      id.endsWith('uri-template-lite/index.js') ? code.replaceAll('this.URI', 'exports.URI') : undefined,
  };
}
