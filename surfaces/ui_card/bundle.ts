import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { cardPage, inScript } from './card-page.js';

/**
 * Part of the build: `node bundle.js DIST` bundles each card into one page that needs no other files and no network,
 * and builds a host page.
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
await writeFile(path.join(dist, 'hosting/host.licenses.txt'), await licences(host.modules));

async function bundled(
  input: string,
  minify: boolean,
): Promise<{ readonly code: string; readonly modules: readonly string[] }> {
  const bundle = await rolldown({ input: path.join(dist, input), platform: 'browser', onLog: refuse });
  const { output } = await bundle.generate({ format: 'iife', name: 'serviceCard', codeSplitting: false, minify });
  await bundle.close();
  return { code: output[0].code, modules: output[0].moduleIds };
}

async function licences(modules: readonly string[]): Promise<string> {
  const packages = new Set(
    modules.flatMap((file) => /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/.exec(file) ?? []),
  );
  const texts = [...packages].toSorted().map(async (folder) => {
    const { name, version } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Readonly<
      Record<string, string>
    >;
    return `${name} ${version}\n\n${await readFile(path.join(folder, 'LICENSE'), 'utf8')}`;
  });
  return (await Promise.all(texts)).join('\n\n');
}

function refuse(level: string, { message }: { readonly message: string }): void {
  if (level === 'warn') throw new Error(message);
}
