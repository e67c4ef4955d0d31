import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readToolServers } from './contract/manifests/tool-servers.js';
import { readWaivers } from './contract/manifests/waivers.js';
import { program } from './harness/command-line/program.js';
import { completeConfig } from './harness/configuration/load-config.js';
import { configurationPage } from './harness/documentation/configuration-page.js';
import { GENERATED_PAGES } from './harness/documentation/generated-pages.js';
import { pageSteps } from './harness/scenarios/page-steps.js';
import { REGISTRY_RULES } from './rules/registry/catalogue.js';
import { pinned } from './rules/registry/registry-rule.js';
import { TOLERANCES } from './rules/values/tolerances.js';

const ROOT = import.meta.dirname;
const PAGES: readonly string[] = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', ...pagesBelow('docs')];

function pagesBelow(folder: string): readonly string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name.replaceAll(sep, '/')}`)
    .toSorted();
}

function page(name: string): string {
  return readFileSync(join(ROOT, name), 'utf8');
}

function fences(text: string, language: string): readonly string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    (match) => match[1] ?? '',
  );
}

/** The command, and the command with each of its options, such as `check` and `check --surface`. */
function signatures(command: string): readonly string[] {
  const [name = '', ...words] = command.replace(/^(?:npx contract-)?parity /, '').split(/\s+/);
  return [name, ...words.filter((word) => word.startsWith('--')).map((option) => `${name} ${option}`)];
}

const COMMANDS = PAGES.flatMap((name) => pageSteps(page(name)).flatMap((step) => ('command' in step ? [step] : [])));
const INLINE = PAGES.flatMap((name) =>
  [
    ...page(name)
      .replace(/^```[\s\S]*?^```/gm, '')
      .matchAll(/`((?:npx contract-)?parity [a-z][^`]*)`/g),
  ].map((match) => match[1] ?? ''),
);

describe('commands in the documentation', () => {
  const options = new Map(
    program().commands.map((command) => [command.name(), command.options.map(({ long }) => long)] as const),
  );

  it('commands and options in the documentation exist', () => {
    const named = [
      ...INLINE,
      ...COMMANDS.map(({ command }) => command).filter((command) => command.startsWith('npx contract-parity ')),
    ];
    const known = new Set(
      [...options].flatMap(([name, longs]) => [name, ...[...longs, '--config'].map((long) => `${name} ${long}`)]),
    );
    expect(named.length).toBeGreaterThan(40);
    expect(named.flatMap(signatures).filter((signature) => !known.has(signature))).toEqual([]);
  });

  it('a command in running text also occurs in a code fence', () => {
    const fenced = new Set(COMMANDS.flatMap(({ command }) => signatures(command)));
    expect(INLINE.flatMap(signatures).filter((signature) => !fenced.has(signature))).toEqual([]);
  });

  it('a scenario runs every page with commands that are not marked as not run', () => {
    const run = COMMANDS.filter(({ kind }) => kind === 'run');
    expect(run.length).toBeGreaterThan(20);
    const scenario = page('harness/scenarios/documented-commands.test.ts');
    const pages = PAGES.filter((name) => pageSteps(page(name)).some(({ kind }) => kind === 'run'));
    expect(pages.filter((name) => !scenario.includes(`page: '${name}'`))).toEqual([]);
  });

  it('npm scripts in the documentation exist', () => {
    const { scripts } = JSON.parse(page('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
    const named = PAGES.flatMap((name) =>
      [...page(name).matchAll(/npm (?:run ([a-z:-]+)|(test)\b)/g)].map((match) => match[1] ?? match[2] ?? ''),
    );
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  it('the table of the README contains every command', () => {
    const table = page('README.md').split('## Commands')[1] ?? '';
    expect([...options.keys()].filter((name) => !table.includes(`\`npx contract-parity ${name}`))).toEqual([]);
    expect(page('README.md').split('\n').indexOf('## Commands')).toBeLessThanOrEqual(80);
  });

  it('options that a text names exist', () => {
    const known = new Set(['--config', ...[...options.values()].flat()]);
    // These options belong to surfaces or to other programs.
    const others = ['--approve', '--body', '--card', '--deny', '--field', '--help', '--version'];
    const named = PAGES.flatMap((name) =>
      [...page(name).matchAll(/`(--[a-z]+)(?= |`)/g)].map((match) => match[1] ?? ''),
    );
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => !known.has(name) && !others.includes(name))).toEqual([]);
  });
});

describe('pages of the documentation', () => {
  it('every code fence names its language, because tests skip a fence without one', () => {
    const bare = PAGES.filter((name) =>
      [...page(name).matchAll(/^```(.*)$/gm)].some(([, language], index) => index % 2 === 0 && language === ''),
    );
    expect(bare).toEqual([]);
  });

  it('the page of tolerances has the same texts as the code', () => {
    const rows = [...page('docs/tolerances.md').matchAll(/^\| `([a-z-]+)` \| (.*) \| (.*) \| (.*) \|$/gm)].map(
      ([, ...cells]) => cells,
    );
    expect(rows).toEqual(TOLERANCES.map(({ name, permits, not, source }) => [name, permits, not, source]));
  });

  it.each(GENERATED_PAGES)('%s is current: `npm run docs` writes it', (name, render) => {
    expect(page(name)).toBe(render());
  });

  it('a configuration option without a description is an error', () => {
    expect(() => configurationPage({ properties: { seed: { type: 'integer' } } })).toThrow(
      'the configuration.seed has no description',
    );
  });

  it('links lead to files and headings that exist', () => {
    const broken = PAGES.flatMap((name) =>
      [...page(name).matchAll(/\]\(([^):]+)\)/g)]
        .map((match) => match[1] ?? '')
        .filter((target) => !linksToSomething(name, target)),
    );
    expect(broken).toEqual([]);
  });

  it('waivers and tool servers on the pages are valid', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parity-docs-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const kinds = PAGES.flatMap((name) => fences(page(name), 'yaml')).flatMap((text) => {
      writeFileSync(join(folder, 'shown.yaml'), text);
      if (/^waivers:/m.test(text)) return [readWaivers('shown.yaml', { root: folder }).kind];
      const reading = /^servers:/m.test(text) ? readToolServers('shown.yaml', { root: folder }) : undefined;
      if (reading?.kind === 'servers')
        expect(REGISTRY_RULES.flatMap((rule) => rule.check(pinned(reading.servers)))).toEqual([]);
      return reading === undefined ? [] : [reading.kind];
    });
    expect(kinds.toSorted()).toEqual(['servers', 'waivers', 'waivers']);
  });

  it('configurations on the pages are valid', () => {
    const configurations = PAGES.flatMap((name) => fences(page(name), 'ts').map((text) => ({ name, text }))).filter(
      ({ text }) => text.includes('defineConfig('),
    );
    expect(configurations.length).toBeGreaterThan(5);
    for (const { name, text } of configurations)
      expect(completeConfig(configurationIn(text), name)).toMatchObject({ root: dirname(name) });
  });
});

/**
 * Reads the object literal in `defineConfig(…)` as JSON. Comments are removed, lists of named values become empty, and
 * keys and strings get double quotes.
 */
function configurationIn(text: string): unknown {
  const body = /defineConfig\(([\s\S]*)\);/.exec(text)?.[1] ?? '';
  const json = body
    .replace(/ \/\/.*$/gm, '')
    .replace(/\[[A-Za-z_]\w*\]/g, '[]')
    .replace(/'([^']*)'/g, '"$1"')
    .replace(/([{,]\s*)([A-Za-z_]\w*|\d+):(?= )/g, '$1"$2":')
    .replace(/,(\s*[}\]])/g, '$1');
  return JSON.parse(json);
}

function linksToSomething(from: string, target: string): boolean {
  const [file = '', heading] = target.split('#');
  const path = file === '' ? from : join(dirname(from), file);
  if (!existsSync(join(ROOT, path))) return false;
  return heading === undefined || headings(page(path)).includes(heading);
}

/** The ids of headings as GitHub makes them: lower case, without punctuation, hyphens for spaces. */
function headings(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('paths in ARCHITECTURE.md and in the decisions', () => {
  const pages = PAGES.filter((name) => name === 'ARCHITECTURE.md' || name.startsWith('docs/decisions/'));
  const paths = pages.flatMap((name) => pathsIn(page(name)).map((path) => ({ name, path })));

  it('files in ARCHITECTURE.md and in the decisions exist', () => {
    expect(paths.length).toBeGreaterThan(120);
    const missing = paths.filter(({ path }) => !existsSync(join(ROOT, path)));
    expect(missing).toEqual([]);
  });

  it('ARCHITECTURE.md names every folder with code', () => {
    const named = new Set(pathsIn(page('ARCHITECTURE.md')).map((path) => path.replace(/\/$/, '')));
    const folders = ['contract', 'surfaces', 'rules', 'reports', 'harness', 'harness/engine'].flatMap(foldersOf);
    expect(folders.length).toBeGreaterThan(50);
    expect(folders.filter((folder) => !named.has(folder))).toEqual([]);
  });

  it('the index of decisions lists every decision', () => {
    const decisions = PAGES.flatMap((name) => /^docs\/decisions\/([a-z].*\.md)$/.exec(name)?.[1] ?? []).flat();
    expect(decisions.length).toBeGreaterThan(40);
    expect(decisions.filter((name) => !page('docs/decisions/README.md').includes(`](${name})`))).toEqual([]);
    const sections = ['## Context', '## Decision', '## Consequences'];
    expect(
      decisions.filter((name) =>
        sections.some((section) => !page(`docs/decisions/${name}`).includes(`\n${section}\n`)),
      ),
    ).toEqual([]);
  });
});

function pathsIn(text: string): readonly string[] {
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
  return spans.filter(
    (span) =>
      /^(?:contract|surfaces|rules|reports|harness|docs)\/[\w./-]*$/.test(span) || /^[\w.-]+\.test\.ts$/.test(span),
  );
}

/** Folders with code. Folders with test data or with reports are not included. */
function foldersOf(room: string): readonly string[] {
  const entries = readdirSync(join(ROOT, room), { withFileTypes: true });
  const folders = entries.filter(
    (entry) => entry.isDirectory() && !['fixtures', 'snapshots', 'sample', 'latest'].includes(entry.name),
  );
  return folders
    .map(({ name }) => `${room}/${name}`)
    .filter((folder) => readdirSync(join(ROOT, folder), { recursive: true }).length > 0);
}
