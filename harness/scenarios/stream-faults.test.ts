import { afterEach, describe, expect, it } from 'vitest';
import { type Tree, copyTree } from './tree.js';

interface Planted {
  readonly edit: readonly [file: string, from: string, to: string];
  readonly flags: readonly string[];
  readonly want: { readonly rule: string; readonly surface: string; readonly operation: string; readonly kind: string };
}

const RUNS = ['--contract', 'contract/science-runtime.openapi.yaml', '--runs', '0', '--backend', 'reference'];

const PLANTED: readonly (readonly [name: string, planted: Planted])[] = [
  [
    'the event parser of the SDK breaks on CRLF',
    {
      edit: ['dist/surfaces/sdk_typescript/reference/event-stream.js', 'text.split(/\\r\\n|\\n|\\r/)', 'text.split(/\\n|\\r/)'],
      flags: ['--surface', 'rest', 'sdk_typescript', '--phase', 'streams'],
      want: { rule: 'stream/parsed-alike', surface: 'sdk_typescript', operation: 'streamRunEvents', kind: 'event-changed' },
    },
  ],
  [
    'the service writes the terminal event twice',
    {
      edit: [
        'dist/surfaces/rest/science_runtime/operations.js',
        'yield `id: ${id}',
        "for (let more = 0; more < (event === 'succeeded' ? 2 : 1); more += 1)\n            yield `id: ${id + more}",
      ],
      flags: ['--surface', 'rest', 'sdk_typescript', '--phase', 'examples', 'boundary'],
      want: { rule: 'stream/one-terminal', surface: 'rest', operation: 'streamRunEvents', kind: 'terminal-repeated' },
    },
  ],
  [
    'the stream begins anew, whatever was asked for',
    {
      edit: ['dist/surfaces/rest/science_runtime/run.js', 'if (event.id > last)', 'if (event.id > 0)'],
      flags: ['--surface', 'rest', 'sdk_typescript', '--phase', 'examples', 'boundary'],
      want: { rule: 'stream/monotonic-ids', surface: 'rest', operation: 'streamRunEvents', kind: 'id-not-larger' },
    },
  ],
  [
    'run_science_loop is missing on the tool server',
    {
      edit: ['dist/surfaces/mcp/science_runtime/main.js', 'tools: [RUN_SCIENCE_LOOP]', 'tools: []'],
      flags: ['--surface', 'rest', 'mcp', '--phase', 'inventory'],
      want: { rule: 'inventory/offered', surface: 'mcp', operation: 'runScienceLoop', kind: 'missing' },
    },
  ],
];

describe('planted faults of the science runtime', () => {
  let tree: Tree | undefined;
  afterEach(() => tree?.remove());

  it.each(PLANTED)('%s: one finding', async (_, { edit, flags, want }) => {
    tree = await copyTree();
    await tree.edit(...edit);
    const { exitCode, stdout } = await tree.parity('check', ...RUNS, ...flags);
    const { findings } = await tree.report();
    const told = findings.map(({ finding: { rule, surfaces, operations, kind } }) => ({ rule, surfaces, operations, kind }));
    expect(told, stdout).toEqual([{ rule: want.rule, surfaces: [want.surface], operations: [want.operation], kind: want.kind }]);
    expect(exitCode).toBe(1);
    const replay = findings[0]?.replay;
    if (replay !== undefined) await expect(tree.parity(...replay.split(' ').slice(2))).resolves.toMatchObject({ exitCode: 1 });
  });
});
