import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Part of the build: `node public-types.js DIST` copies the type declarations that users import, and all declarations
 * to which they refer, into `DIST/types`. The package contains no other declarations, because internal declarations
 * would be a third of its files.
 */
const ENTRIES = [
  'harness/configuration/config.d.ts',
  'harness/vitest.d.ts',
  'harness/arbitraries/arbitraries.d.ts',
  'rules/contract/lint/ruleset.d.ts',
];

const [dist = '.'] = process.argv.slice(2);
await rm(path.join(dist, 'types'), { recursive: true, force: true });
const copied = new Set<string>();
for (const entry of ENTRIES) await copy(entry);

async function copy(file: string): Promise<void> {
  if (copied.has(file)) return;
  copied.add(file);
  const text = await readFile(path.join(dist, file), 'utf8');
  const target = path.join(dist, 'types', file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(
    target,
    text.replaceAll(/^(?: {4})+/gm, (indent) => ' '.repeat(indent.length / 2)),
  );
  for (const [, specifier = ''] of text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)\.js['"]/g)) {
    await copy(path.join(path.dirname(file), `${specifier}.d.ts`));
  }
}
