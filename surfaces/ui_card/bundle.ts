import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { bundleLicences, refuseWarnings } from '../generation/bundle-licences.js';
import { cardPage, inScript } from './card-page.js';

/**
 * The cards that the build bundles: `node bundle.js DIST` writes each card as one page that needs no other files and no
 * network. It also builds the page of a host.
 */
const CARDS = [
  { input: 'reference/main.js', file: 'items.html' },
  { input: 'science_runtime/main.js', file: 'runs.html' },
] as const;

const [dist = '.'] = process.argv.slice(2);
for (const { input, file } of CARDS) {
  await writeFile(path.join(dist, file), cardPage((await bundled(input, false)).code));
}
// The script of a card without a model; the generator adds the models of users.
await writeFile(path.join(dist, 'card.js'), (await bundled('runtime/service-card.js', false)).code);
// The host page consists mostly of other packages, so their licences are included.
const host = await bundled('hosting/host-page.js', true);
await writeFile(path.join(dist, 'hosting/host.js'), inScript(host.code));
await writeFile(path.join(dist, 'hosting/host.licenses.txt'), await bundleLicences(host.modules));

async function bundled(
  input: string,
  minify: boolean,
): Promise<{ readonly code: string; readonly modules: readonly string[] }> {
  const bundle = await rolldown({ input: path.join(dist, input), platform: 'browser', onLog: refuseWarnings });
  const { output } = await bundle.generate({
    format: 'iife',
    name: 'serviceCard',
    codeSplitting: false,
    minify,
    // All other comments are removed from the bundle.
    comments: { legal: true, annotation: false, jsdoc: false },
  });
  await bundle.close();
  return { code: output[0].code, modules: output[0].moduleIds };
}
