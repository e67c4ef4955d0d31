import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GENERATED_PAGES } from './generated-pages.js';

/** `npm run docs`: writes the generated pages that have changed. */
const root = fileURLToPath(new URL('../../..', import.meta.url));
for (const [name, render] of GENERATED_PAGES) {
  const file = join(root, name);
  const text = render();
  if (readFileSync(file, { encoding: 'utf8', flag: 'a+' }) === text) continue;
  writeFileSync(file, text);
  process.stdout.write(`Wrote ${name}.\n`);
}
