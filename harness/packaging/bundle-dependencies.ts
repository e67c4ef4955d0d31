import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { bundleLicences, refuseWarnings } from '../../surfaces/generation/bundle-licences.js';

/**
 * Part of the build: `node bundle-dependencies.js DIST`. Two modules only re-export large packages. The build replaces
 * each of them with a bundle of the code that is used. Otherwise, Prism and Spectral would add 200 packages and 100 MB
 * to each installation, and loading them would take a second longer.
 */
const BUNDLES = ['harness/backends/prism.ts', 'rules/contract/lint/spectral.ts'] as const;

/**
 * Packages that only unused features need. Each package is replaced by an empty module, which has only the members that
 * are read at load time.
 */
const UNUSED: ReadonlyMap<string, string> = new Map([
  // Prism needs these packages only for random values (`mock.dynamic`) and for Postman descriptions.
  ['@faker-js/faker', 'module.exports = {};'],
  ['postman-collection', 'module.exports = {};'],
  // Spectral needs these modules only for the rulesets of other description formats.
  ['./asyncapi', 'module.exports = {};'],
  ['./arazzo', 'module.exports = {};'],
]);

/** Defines `__dirname`, which CommonJS code needs and ES modules do not have. */
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

/** A digest that shows whether a bundle is current. Bundling takes two seconds, and is rarely needed. */
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
    // The CommonJS build of the package cannot be bundled, because it requires modules by computed names.
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
    // The module assigns members to `this`, but `this` is undefined in a bundle.
    transform: (code, id) =>
      id.endsWith('uri-template-lite/index.js') ? code.replaceAll('this.URI', 'exports.URI') : undefined,
  };
}
