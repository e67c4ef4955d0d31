import { cp, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Tree, copyTree } from './tree.js';
import type { Ran } from './command.js';

const ROOT = resolve(import.meta.dirname, '../..');
const REGISTRY = 'contract/tool-servers.yaml';
const WAIVERS = 'contract/waivers.yaml';

// All tests share one copy of the project. They change only these two files, and each test writes both files.
let tree: Tree;
let registry = '';
let own = '';
beforeAll(async () => {
  tree = copyTree();
  registry = await readFile(join(tree.folder, REGISTRY), 'utf8');
  own = await readFile(join(tree.folder, WAIVERS), 'utf8');
});

type Edit = readonly [from: string, to: string];

const UNPINNED: Edit = [
  "pin: npm:@modelcontextprotocol/server-memory@2026.8.31\n    launch: [npx, --yes, '@modelcontextprotocol/server-memory@2026.8.31']",
  'pin: npm:@modelcontextprotocol/server-memory@^1.2.0\n    launch: [npx, --yes, memory]',
];

/** Checks the registry with one edit and an additional waiver. Returns each finding about a server with its line. */
async function checked([from, to]: Edit, waiver = ''): Promise<Ran & { readonly found: readonly string[] }> {
  if (registry.split(from).length !== 2) throw new Error(`${JSON.stringify(from)} does not occur exactly once`);
  const text = registry.replace(from, () => to);
  await writeFile(join(tree.folder, REGISTRY), text);
  await writeFile(join(tree.folder, WAIVERS), own + waiver);
  const ran = await tree.parity('check', '--phase', 'registry');
  const { findings } = await tree.report();
  const about = findings.filter(({ finding }) => finding.location?.file === REGISTRY);
  const found = about.map(({ finding, disposition }) => {
    const line = text.split('\n')[(finding.location?.line ?? 0) - 1]?.trim();
    return `${disposition} ${finding.rule} ${finding.kind} on ${finding.surfaces.join()}: ${line ?? ''}`;
  });
  return { ...ran, found };
}

describe('registry of tool servers', () => {
  it.each<[string, Edit, string]>([
    [
      'a pin with a version range',
      UNPINNED,
      'pin-form version-range on memory: pin: npm:@modelcontextprotocol/server-memory@^1.2.0',
    ],
    [
      'a pin with a URL and a launch command',
      [
        'pin: http:https://compute.example.org/tools/mcp\n    launch: []',
        'pin: http:https://compute.example.org/tools/mcp\n    launch: [run]',
      ],
      'http-launch launch-present on compute: launch: [run]',
    ],
    [
      'a launch command for a different version',
      ['[uvx, mcp-server-fetch@2026.10.24]', '[uvx, mcp-server-fetch@2026.10.25]'],
      'launch-version launch-other-version on fetch: launch: [uvx, mcp-server-fetch@2026.10.25]',
    ],
    [
      'two servers with the same name',
      ['name: literature', 'name: ontology'],
      'unique-name name-repeated on ontology: - name: ontology',
    ],
  ])('the registry has one finding for %s', async (_, edit, want) => {
    const { exitCode, found, stdout } = await checked(edit);
    expect(found, stdout).toEqual([`open registry/${want}`]);
    expect(exitCode).toBe(1);
  });
});

describe('console commands of packages', () => {
  it('an unregistered console command is reported at the line of `bin`', async () => {
    const manifest = 'surfaces/cli/package.json';
    await writeFile(join(tree.folder, REGISTRY), registry);
    await writeFile(join(tree.folder, WAIVERS), own);
    const before = await readFile(join(tree.folder, manifest), 'utf8');
    await tree.edit(manifest, '"svc-items": ', '"items": ');
    const ran = await tree.parity('check', '--phase', 'registry', '--contract', 'contract/item-service.openapi.yaml');
    const { findings } = await tree.report();
    await writeFile(join(tree.folder, manifest), before);
    const line = before.split('\n').findIndex((text) => text.includes('"bin"')) + 1;
    expect(
      findings.map(({ finding }) => [finding.rule, finding.kind, finding.location?.file, finding.location?.line]),
    ).toEqual([['registry/console-command', 'unregistered', manifest, line]]);
    expect(ran.exitCode).toBe(1);
  });
});

const FOUND = 'registry/pin-form version-range on memory: pin: npm:@modelcontextprotocol/server-memory@^1.2.0';

const WAIVER = `
  - rule: registry/pin-form
    server: memory
    reason: The next release is pinned again.
    owner: maintainer of the registry
    expires: 2999-12-31
`;

/** The location of the waiver `WAIVER`, which starts on the second line of its text. */
function place(): string {
  return `contract/waivers.yaml:${own.split('\n').length + 1}:5`;
}

describe('waivers of registry findings', () => {
  it('a run passes if a waiver permits its finding, and the finding is shown as waived', async () => {
    const { exitCode, found, stdout } = await checked(UNPINNED, WAIVER);
    expect(found).toEqual([`waived ${FOUND}`]);
    expect(exitCode, stdout).toBe(0);
    expect(stdout).toContain('The next release is pinned again. (maintainer of the registry, until 2999-12-31)');
    expect(stdout).toContain('all waived');
  });

  it('an expired waiver permits no finding, and is reported at its line', async () => {
    const { exitCode, found, stdout } = await checked(UNPINNED, WAIVER.replace('2999', '2020'));
    expect(found).toEqual([`open ${FOUND}`]);
    expect(stdout).toContain(place());
    expect(stdout).toContain('waiver-expired');
    expect(exitCode).toBe(1);
  });

  it('a waiver without a finding, or for an unknown server, is an error at its line if its rule ran', async () => {
    const fixed = await checked(['name: compute', 'name: computation'], WAIVER);
    expect(fixed.found).toEqual([]);
    expect(fixed.stdout).toContain(place());
    expect(fixed.stdout).toContain('waiver-stale');
    expect(fixed.exitCode).toBe(2);
    await expect(tree.parity('check', '--phase', 'lint')).resolves.toMatchObject({ exitCode: 0 });
    const unknown = await checked(['name: literature', 'name: papers'], WAIVER.replace('memory', 'memories'));
    expect(unknown.stdout).toContain('cannot match a finding: the registry has no tool');
    expect(unknown.exitCode).toBe(2);
  });

  it('a waiver without an owner is invalid, and prevents the run', async () => {
    const { exitCode, stdout } = await checked(UNPINNED, WAIVER.replace(/ {4}owner.*\n/, ''));
    expect(stdout).toContain(place());
    expect(exitCode).toBe(2);
  });
});

describe('probes of tool servers', () => {
  const GRAPH = 'harness/registry/fixtures/knowledge-graph';
  const PROBE = ['registry', '--probe', '--server', 'knowledge-graph'];

  it('a probe finds different advertised and registered tools, and a waiver for them is stale after the fix', async () => {
    await writeFile(join(tree.folder, REGISTRY), registry);
    await writeFile(join(tree.folder, WAIVERS), own);
    await cp(join(ROOT, GRAPH), join(tree.folder, GRAPH), { recursive: true });
    const waived = await tree.parity(...PROBE);
    expect(waived.exitCode, waived.stdout).toBe(0);
    expect(waived.stdout).toContain('advertises 5 tools');
    expect(waived.stdout).toContain('all waived');
    await writeFile(join(tree.folder, WAIVERS), 'waivers: []\n');
    const found = await tree.parity(...PROBE);
    expect(found.exitCode, found.stdout).toBe(1);
    await writeFile(join(tree.folder, WAIVERS), own);
    await tree.edit(`${GRAPH}/server.json`, '"read_graph"', '"delete_entities", "merge_entities"');
    const fixed = await tree.parity(...PROBE);
    expect(fixed.stdout).toContain('waiver-stale');
    expect(fixed.exitCode).toBe(2);
    // Without a probe, the rule does not run, so its waiver is not stale.
    await expect(tree.parity('registry')).resolves.toMatchObject({ exitCode: 0 });
  });

  it('a probe of an unknown server is refused, and so are probe flags without --probe', async () => {
    await writeFile(join(tree.folder, REGISTRY), registry);
    await writeFile(join(tree.folder, WAIVERS), own);
    const unknown = await tree.parity('registry', '--probe', '--server', 'graph');
    expect(unknown.stderr).toContain('knowledge-graph');
    expect(unknown.exitCode).toBe(2);
    await expect(tree.parity('registry', '--online')).resolves.toMatchObject({ exitCode: 2 });
  });
});
