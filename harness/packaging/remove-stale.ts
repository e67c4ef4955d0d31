import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Part of the build: `node remove-stale.js DIST` removes compiled files whose sources no longer exist. The compiler
 * would keep them, and they would be packed. It runs before the bundles are written, because bundles have no source of
 * the same name.
 */
const [dist = '.'] = process.argv.slice(2);
const OUTPUT = /\.(?:js|js\.map|d\.ts)$/;
for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
  const file = path.join(entry.parentPath, entry.name);
  const source = path.relative(dist, file).replace(OUTPUT, '.ts');
  if (entry.isFile() && OUTPUT.test(file) && !existsSync(source)) await rm(file);
}
