import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readToolServers } from './contract/manifests/tool-servers.js';
import { readWaivers } from './contract/manifests/waivers.js';
import { completeConfig } from './harness/configuration/load-config.js';
import { program } from './harness/command-line/program.js';
import { TOLERANCES } from './rules/values/tolerances.js';
import { REGISTRY_RULES } from './rules/registry/catalogue.js';
import { pinned } from './rules/registry/registry-rule.js';

const ROOT = import.meta.dirname;
const PAGES = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'docs/tool-servers.md', 'docs/sdks.md', 'docs/drivers.md', 'docs/tolerances.md'] as const;

function page(name: string): string {
  return readFileSync(join(ROOT, name), 'utf8');
}

function fences(text: string, language: string): readonly string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map((match) => match[1] ?? '');
}

describe('the pages', () => {
  it('name only commands that exist', () => {
    const commands = new Set(program().commands.map((command) => command.name()));
    const named = PAGES.flatMap((name) =>
      [...page(name).matchAll(/parity (check|[a-z]+)(?= [A-Z<`-]|`|$)/gm)].map((match) => match[1] ?? ''),
    );
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => !commands.has(name))).toEqual([]);
  });

  it('name only scripts that exist', () => {
    const { scripts } = JSON.parse(page('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
    const named = PAGES.flatMap((name) =>
      [...page(name).matchAll(/npm (?:run )?(test|build|lint|check|bench|generate)\b/g)].map((match) => match[1] ?? ''),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  it('name only options that exist', () => {
    const options = new Set(program().commands.flatMap((command) => command.options.map(({ long }) => long)));
    const named = [...`${page('README.md')}${page('docs/tool-servers.md')}`.matchAll(/`(--[a-z]+)(?= |`)/g)]
      .map((match) => match[1] ?? '')
      .filter((name) => !['--approve', '--body', '--check'].includes(name));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !options.has(name))).toEqual([]);
  });

  it('have code changed that is there, once', () => {
    const changes = [...page('README.md').matchAll(/in `([\w./-]+)`,\s+change\s+`([^`]+)`\s+to\s+`([^`]+)`/g)];
    expect(changes.map(([, file = '', from = '']) => page(file).split(from).length - 1)).toEqual([1]);
  });

  it('document every tolerance as the code has it', () => {
    const rows = [...page('docs/tolerances.md').matchAll(/^\| `([a-z-]+)` \| (.*) \| (.*) \| (.*) \|$/gm)].map(([, ...cells]) => cells);
    expect(rows).toEqual(TOLERANCES.map(({ name, permits, not, source }) => [name, permits, not, source]));
  });

  it('link only to what is there', () => {
    const broken = PAGES.flatMap((name) =>
      [...page(name).matchAll(/\]\(([^)#:]+)\)/g)].map((match) => match[1] ?? '').filter((target) => !existsSync(join(ROOT, dirname(name), target))),
    );
    expect(broken).toEqual([]);
  });

  it('show waivers and tool servers that are such', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parity-docs-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const kinds = [...fences(page('README.md'), 'yaml'), ...fences(page('docs/tool-servers.md'), 'yaml')].flatMap((text) => {
      writeFileSync(join(folder, 'shown.yaml'), text);
      if (text.startsWith('waivers:')) return [readWaivers('shown.yaml', { root: folder }).kind];
      const reading = text.startsWith('servers:') ? readToolServers('shown.yaml', { root: folder }) : undefined;
      if (reading?.kind === 'servers') expect(REGISTRY_RULES.flatMap((rule) => rule.check(pinned(reading.servers)))).toEqual([]);
      return reading === undefined ? [] : [reading.kind];
    });
    expect(kinds).toEqual(['waivers', 'servers', 'servers']);
  });

  it.each(['README.md', 'docs/sdks.md'])('show a configuration that is one: %s', (name) => {
    const [config = ''] = fences(page(name), 'ts').filter((text) => text.includes('defineConfig('));
    const body = /defineConfig\(([\s\S]*)\);/.exec(config)?.[1] ?? '';
    // The literal as data: comments out, keys and strings quoted as JSON wants them.
    const json = body
      .replace(/\/\/.*$/gm, '')
      .replace(/'([^']*)'/g, '"$1"')
      .replace(/([{,]\s*)([A-Za-z_]\w*):/g, '$1"$2":')
      .replace(/,(\s*[}\]])/g, '$1');
    expect(completeConfig(JSON.parse(json), name)).toMatchObject(
      name === 'README.md' ? { prefix: 'acme', backends: ['reference', 'mock'] } : { config: { surfaces: { sdk_python: { generate: {} } } } },
    );
  });
});
