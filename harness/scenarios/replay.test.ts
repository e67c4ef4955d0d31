import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Edit } from './planting.js';
import { type Tree, copyTree } from './tree.js';
import type { Ran } from './command.js';

let tree: Tree;
beforeAll(() => {
  tree = copyTree();
});

const CASE = {
  id: 'getItem/valid/0',
  operation: 'getItem',
  input: { path: { item_id: 'a/b' } },
  provenance: { kind: 'valid', name: '0' },
  expect: { kind: 'accepted-or-absent' },
  token: 'configured',
  gate: 'approved',
};

const EXAMPLE = {
  format: 'contract-parity-counterexample',
  version: 1,
  finding: '0a1b2c3d',
  rule: 'parity/same-operation',
  kind: 'no-operation',
  pointer: '/path/item_id',
  message: 'The request is of no operation of the contract.',
  surfaces: ['sdk_typescript'],
  backend: 'reference',
  seed: 1,
  case: CASE,
};

const UNENCODED: Edit = [
  'dist/surfaces/sdk_typescript/runtime/percent-encode.js',
  '.toUpperCase()}`);',
  ".toUpperCase()}`).replaceAll('%2F', '/');",
];
const LOST_VALUE: Edit = [
  'dist/surfaces/sdk_typescript/runtime/read-reply.js',
  'return document.value;',
  'return null;',
];
const ITEM = { ...CASE, input: { path: { item_id: 'item-0001' } } };
const BROKEN_SERVICE: Edit = [
  'parity.config.ts',
  "'dist/surfaces/rest/reference/main.js',",
  "'dist/no-such-service.js',",
];
const BROKEN_SERVER: Edit = ['parity.config.ts', "'dist/surfaces/mcp/reference/main.js'", "'dist/no-such-server.js'"];
const ONE_CONTRACT: Edit = ['parity.config.ts', "[items]: { driver: 'rest',", "[runs + '']: { driver: 'rest',"];

interface Replay {
  readonly edits?: readonly Edit[];
  readonly example?: object;
  readonly flags?: readonly string[];
}

/** Replays a counterexample in the copy of the project with some edits, and then reverts the edits. */
async function replayed({ edits = [], example = {}, flags = [] }: Replay): Promise<Ran> {
  await writeFile(join(tree.folder, 'example.json'), JSON.stringify({ ...EXAMPLE, ...example }));
  for (const [file, from, to] of edits) await tree.edit(file, from, to);
  try {
    return await tree.parity('replay', 'example.json', ...flags);
  } finally {
    for (const [file, from, to] of edits) await tree.edit(file, to, from);
  }
}

interface Wanted {
  readonly exitCode: number;
  readonly stdout?: readonly (string | RegExp)[];
  readonly stderr?: readonly (string | RegExp)[];
}

const REPLAYS: readonly (readonly [name: string, replay: Replay, want: Wanted])[] = [
  [
    'a finding that still occurs → exit code 1',
    { edits: [UNENCODED] },
    {
      exitCode: 1,
      stdout: [
        /^stored finding: parity\/same-operation on sdk_typescript: The request is of no operation/m,
        /^getItem, which by the contract must be accepted, or answered 404/m,
        /^sdk_typescript\n {2}→ GET \/items\/a\/b\n {4}authorization: Bearer \$TOKEN\n/m,
        /^ {2}← 404\n/m,
        /^✗ #1 MUST parity\/same-operation on sdk_typescript \[0a1b2c3d\]$/m,
        /^ {2}repair {10}\S/m,
        'The finding still occurs: parity/same-operation (no-operation).',
      ],
    },
  ],
  [
    'a finding that is fixed → exit code 0',
    {},
    {
      exitCode: 0,
      stdout: ['The finding no longer occurs: parity/same-operation (no-operation). No rule is broken.'],
    },
  ],
  [
    'a finding that is fixed, while another rule is broken → exit code 1',
    { edits: [LOST_VALUE], example: { case: ITEM } },
    {
      exitCode: 1,
      stdout: ['The finding does not occur: parity/same-operation (no-operation). Broken instead: parity/same-value'],
    },
  ],
  [
    'a service that does not start → exit code 2',
    { edits: [BROKEN_SERVICE] },
    {
      exitCode: 2,
      stdout: ['Not verified: sdk_typescript could not run the case.'],
      stderr: ['the service did not start', 'no-such-service', '→ Run'],
    },
  ],
  [
    'two surfaces, one of which does not start → exit code 2',
    { edits: [BROKEN_SERVER], flags: ['--surface', 'rest', 'mcp'] },
    { exitCode: 2, stdout: ['Not verified: mcp could not run the case.'], stderr: ['no-such-server', '→'] },
  ],
  [
    'two surfaces, one that shows the finding and one that does not start → exit code 1',
    { edits: [BROKEN_SERVER, UNENCODED], flags: ['--surface', 'sdk_typescript', 'mcp'] },
    { exitCode: 1, stdout: ['The finding still occurs'], stderr: ['no-such-server'] },
  ],
  [
    'an operation that the contract does not have → exit code 2',
    { example: { case: { ...CASE, operation: 'fetchItem' } } },
    {
      exitCode: 2,
      stderr: [
        'no served contract has the operation `fetchItem`',
        /→ Replay the counterexample with the configuration/,
      ],
    },
  ],
  [
    'a case that no longer matches the operation → exit code 2',
    { example: { case: { ...CASE, input: {} } } },
    { exitCode: 2, stderr: ['the case cannot be sent as a request of getItem', '→ The contract has changed'] },
  ],
  [
    'a surface that is not configured → exit code 2',
    { flags: ['--surface', 'sdk_go'] },
    { exitCode: 2, stderr: ['has no surface `sdk_go`', '→'] },
  ],
  [
    'a surface that does not offer the contract → exit code 2',
    { edits: [ONE_CONTRACT], flags: ['--surface', 'rest'] },
    { exitCode: 2, stderr: ['contract/item-service.openapi.yaml for rest', '→ Name a surface'] },
  ],
  [
    'a setup call that fails → exit code 2',
    {
      example: {
        surfaces: ['rest'],
        case: { ...ITEM, setup: [{ operation: 'getItem', input: { path: { item_id: 'unknown' } } }] },
      },
    },
    { exitCode: 2, stdout: ['Not verified: rest did not make the call'] },
  ],
  [
    'a rule that does not apply to the observed call → exit code 2',
    { example: { rule: 'parity/same-gate', kind: 'request-before-approval', surfaces: ['rest'] } },
    { exitCode: 2, stdout: ['Not verified: parity/same-gate does not apply to the observed calls.'] },
  ],
];

describe('parity replay', () => {
  it.each(REPLAYS)(
    'the output and the exit code of a replay show its result: %s',
    async (_, replay, { exitCode, stdout = [], stderr = [] }) => {
      const ran = await replayed(replay);
      for (const part of stdout) expect(ran.stdout, ran.stderr).toMatch(part);
      for (const part of stderr) expect(ran.stderr, ran.stdout).toMatch(part);
      if (exitCode === 2) expect(ran.stdout).not.toContain('No rule is broken');
      expect(ran.exitCode, ran.stdout + ran.stderr).toBe(exitCode);
    },
  );

  it('a replay reports compiled code that is older than its source, and how to build the code', async () => {
    const built = 'dist/surfaces/sdk_typescript/runtime/percent-encode.js';
    const source = 'surfaces/sdk_typescript/runtime/percent-encode.ts';
    await writeFile(
      join(tree.folder, `${built}.map`),
      JSON.stringify({ version: 3, sources: [`../../../../${source}`], mappings: '' }),
    );
    const at = (file: string, seconds: number): Promise<void> => utimes(join(tree.folder, file), seconds, seconds);
    await at(source, 1000);
    expect((await replayed({})).stderr).toBe('');
    await at(built, 500);
    const { stderr, exitCode } = await replayed({});
    expect(stderr).toBe(
      `parity: ${built} is older than its source ${source}; the replay runs the old code\n  → Run \`npm run build\`, then replay again.`,
    );
    expect(exitCode).toBe(0);
  });
});

it('parity explain shows a rule in the layout of a finding', async () => {
  const { stdout, exitCode } = await tree.parity('explain', 'parity/same-operation');
  expect(stdout).toMatch(/^MUST parity\/same-operation\n {2}\S.*\n(?: {2}\S.*\n)* {2}repair {10}\S/);
  expect(stdout).toMatch(/^ {2}rule’s source {3}\S/m);
  expect(exitCode).toBe(0);
});
