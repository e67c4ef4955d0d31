import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Tree, copyTree } from './tree.js';

interface Planted {
  readonly edits: readonly (readonly [file: string, from: string, to: string])[];
  /** What `parity check` is asked for beside the defaults; nothing where the fault has to be found by the whole run. */
  readonly flags: readonly string[];
  readonly want: {
    readonly rule: string;
    readonly surface: string;
    readonly operation?: string;
    readonly input?: unknown;
    readonly kind?: string;
  };
}

const QUICK = ['--contract', 'contract/item-service.openapi.yaml', '--runs', '2', '--backend', 'reference'];

const PLANTED: readonly (readonly [name: string, planted: Planted])[] = [
  [
    'the SDK sends omitted for null',
    {
      edits: [
        [
          'dist/surfaces/sdk_typescript/reference/build-request.js',
          'return JSON.stringify(value);',
          'return JSON.stringify(value, (_, member) => member ?? undefined);',
        ],
      ],
      flags: ['--surface', 'rest', 'sdk_typescript', ...QUICK],
      want: {
        rule: 'parity/same-request',
        surface: 'sdk_typescript',
        operation: 'createItem',
        kind: 'null-became-omitted',
        input: { body: { name: 'a', note: null } },
      },
    },
  ],
  [
    'the command line exits 0 on a 404',
    {
      edits: [['dist/surfaces/cli/svc-items.cjs', 'return error.exitCode;', 'return error.exitCode === 11 ? 0 : error.exitCode;']],
      flags: ['--surface', 'rest', 'cli', '--operation', 'getItem', '--phase', 'examples', 'valid', 'invalid', ...QUICK],
      want: { rule: 'parity/same-status', surface: 'cli', operation: 'getItem', kind: 'failure-told-as-success' },
    },
  ],
  [
    'the tool ignores limit',
    {
      edits: [
        [
          'dist/surfaces/mcp/reference/place-arguments.js',
          'for (const placement of call.parameters) {',
          "for (const placement of call.parameters) {\n        if (placement.argument === 'limit') continue;",
        ],
      ],
      flags: ['--surface', 'rest', 'mcp', ...QUICK],
      want: { rule: 'parity/same-request', surface: 'mcp', operation: 'listItems', kind: 'missing', input: { query: { limit: 1 } } },
    },
  ],
  [
    'the service answers 200 for a create',
    {
      edits: [
        [
          'dist/surfaces/rest/reference/operations.js',
          'return jsonReply(route.success.status, Buffer.from(JSON.stringify(item))',
          'return jsonReply(200, Buffer.from(JSON.stringify(item))',
        ],
      ],
      flags: ['--surface', 'rest', 'sdk_typescript', 'mcp', ...QUICK],
      want: { rule: 'conformance/status-documented', surface: 'rest', operation: 'createItem', input: { body: { name: 'a' } } },
    },
  ],
  [
    'the SDK forgets to encode a slash in an identifier',
    {
      edits: [
        ['dist/surfaces/sdk_typescript/reference/percent-encode.js', '.toUpperCase()}`);', ".toUpperCase()}`).replaceAll('%2F', '/');"],
      ],
      flags: ['--surface', 'rest', 'sdk_typescript', ...QUICK],
      want: { rule: 'parity/same-operation', surface: 'sdk_typescript', operation: 'getItem' },
    },
  ],
  [
    'the service drops a field everywhere, so that all surfaces agree',
    {
      edits: [['dist/surfaces/rest/reference/operations.js', 'store.add(item);', 'delete item.quantity;\n    store.add(item);']],
      flags: ['--surface', 'rest', 'sdk_typescript', 'mcp', ...QUICK],
      want: { rule: 'state/echo', surface: 'rest', operation: 'createItem', kind: 'missing' },
    },
  ],
  [
    'the command line sends the request although its gate was denied',
    {
      edits: [['dist/surfaces/cli/svc-items.cjs', 'if (denied.has(gate)) throw denial;', 'if (denied.has(gate)) return;']],
      flags: ['--surface', 'cli', '--phase', 'examples', 'gates', ...QUICK],
      want: { rule: 'parity/same-gate', surface: 'cli', operation: 'listItems', kind: 'request-before-approval' },
    },
  ],
  [
    'the command line takes silence for an approval where nobody can be asked',
    {
      edits: [
        [
          'dist/surfaces/cli/svc-items.cjs',
          'if (!process.stdin.isTTY || !process.stderr.isTTY) {',
          'if (!process.stdin.isTTY || !process.stderr.isTTY) {\n return;',
        ],
      ],
      flags: ['--surface', 'cli', '--phase', 'examples', 'gates', ...QUICK],
      want: { rule: 'parity/same-gate', surface: 'cli', operation: 'listItems', kind: 'request-before-approval' },
    },
  ],
  [
    'one tool is renamed in the contract and nothing is generated',
    {
      edits: [['contract/item-service.openapi.yaml', 'name: list_items\n', 'name: list_all_items\n']],
      flags: ['--phase', 'lint', 'inventory', 'freshness', 'examples', ...QUICK],
      want: { rule: 'freshness/current', surface: 'mcp', operation: 'listItems', kind: 'stale' },
    },
  ],
];

describe('planted faults', () => {
  let tree: Tree | undefined;
  afterEach(() => tree?.remove());

  it.each(PLANTED)('%s: one finding', async (_, { edits, flags, want }) => {
    tree = await copyTree();
    for (const [file, from, to] of edits) await tree.edit(file, from, to);
    const { exitCode, stdout } = await tree.parity('check', ...flags);
    const { findings } = await tree.report();
    expect(
      findings.map(({ finding }) => `${finding.rule} ${finding.surfaces.join()} ${finding.kind}`),
      stdout,
    ).toHaveLength(1);
    expect(exitCode).toBe(1);
    const { finding, replay } = findings[0] as (typeof findings)[number];
    expect({ rule: finding.rule, surfaces: finding.surfaces }).toEqual({ rule: want.rule, surfaces: [want.surface] });
    if (want.operation !== undefined) expect(finding.operations[0]).toBe(want.operation);
    if (want.kind !== undefined) expect(finding.kind).toBe(want.kind);
    if (want.input !== undefined) expect(finding.counterexample?.input).toEqual(want.input);
    if (replay !== undefined) await expect(tree.parity(...replay.split(' ').slice(2))).resolves.toMatchObject({ exitCode: 1 });
  });

  it('one generated file is edited by hand: one finding', async () => {
    tree = await copyTree();
    await appendFile(join(tree.folder, 'surfaces/cli/generated/failures.ts'), '// by hand\n');
    const { exitCode, stdout } = await tree.parity(
      'check',
      '--surface',
      'rest',
      'cli',
      '--phase',
      'inventory',
      'freshness',
      'examples',
      ...QUICK,
    );
    const { findings } = await tree.report();
    expect(
      findings.map(({ finding }) => `${finding.rule} ${finding.surfaces.join()} ${finding.kind} ${finding.pointer}`),
      stdout,
    ).toEqual(['freshness/current cli edited surfaces/cli/generated/failures.ts']);
    expect(exitCode).toBe(1);
  });
});
