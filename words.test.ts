import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = import.meta.dirname;

/** Words of this project on which strangers stumbled, and what to write in their place. */
const BANNED: readonly (readonly [RegExp, string])[] = [
  [/\b(?:tells?|told|telling)\b/i, 'report, state, distinguish'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\bhand(?:s|ed|ing)? (?:it |them )?out\b/i, 'return, give'],
  [/\bpieces?\b/i, 'chunk, part, participant'],
  [/\bgathered\b/i, 'grouped, collected'],
  [/\balone\b/i, 'only, by itself'],
  [/\b(?:odd|oddly)\b/i, 'unusual'],
  [/\bawkward\b/i, 'edge case'],
  [/\blet be\b|\bleft alone\b/i, 'ignored, skipped, unchanged'],
  [/\btaken up again\b/i, 'resumed'],
  [/\bwho(?:ever)? has to\b/i, 'name the owner'],
  [/\bfaults? of the network\b/i, 'network fault'],
  [/\bnpx parity\b/, 'npx contract-parity: the registry has a different package with the name parity'],
  [/\banother \w+ than\b/i, 'a different … from'],
  [/\bis no (?:JSON|UTF-8|array|function|list|message|number|object|string|text)\b/, 'is not a …'],
];

const FOLDERS = ['contract', 'surfaces', 'rules', 'reports', 'harness', 'docs'];

/** File names of the sources and the documentation, except generated files and reports. */
function files(): readonly string[] {
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  const own = [...readdirSync(ROOT), ...below].filter(
    (name) => /\.(?:ts|md|yml)$/.test(name) && name !== 'words.test.ts',
  );
  return own.filter((name) => !name.startsWith('reports/latest/'));
}

const TEXTS = files().map((name) => [name, readFileSync(join(ROOT, name), 'utf8').split('\n')] as const);

it.each(BANNED)('no file has %s; write: %s', (word) => {
  const found = TEXTS.flatMap(([name, lines]) =>
    lines.flatMap((line, index) => (word.test(line) ? [`${name}:${index + 1}: ${line.trim().slice(0, 120)}`] : [])),
  );
  expect(found).toEqual([]);
});
