import { expect } from 'vitest';
import { type Tree, copyTree } from './tree.js';

export type Edit = readonly [file: string, from: string, to: string];

/** A finding that a planted fault must cause. Members that are not set are not compared. */
export interface Wanted {
  readonly rule: string;
  readonly surface: string;
  readonly operation?: string;
  readonly kind: string;
  readonly input?: unknown;
  readonly bodyWay?: string;
  /** True if a replay of the finding must also fail. */
  readonly replayed?: true;
}

export interface Planted {
  readonly edits: readonly Edit[];
  /** Flags of `parity check` that limit the run to the parts that reveal the faults. */
  readonly flags: readonly string[];
  /** All expected findings of the run. Each fault is reported exactly once. */
  readonly want: readonly Wanted[];
}

/** Plants faults in a copy of the project, runs the command, and compares all findings. */
export async function expectFound({ edits, flags, want }: Planted): Promise<void> {
  const tree = copyTree();
  for (const [file, from, to] of edits) await tree.edit(file, from, to);
  const { exitCode, stdout } = await tree.parity('check', ...flags);
  const { findings } = await tree.report();
  const reported = findings.map(({ finding: { rule, surfaces, operations, kind, counterexample }, replay }) => ({
    reported: {
      rule,
      surface: surfaces.join(),
      operation: operations[0],
      kind,
      input: counterexample?.input,
      bodyWay: counterexample?.bodyWay,
    },
    replay,
  }));
  const texts = reported.map((one) => JSON.stringify(one.reported)).toSorted();
  expect(texts, stdout).toHaveLength(want.length);
  for (const { replayed, ...members } of want) {
    const found = reported.find((one) => isAbout(one.reported, members));
    expect(found?.reported, texts.join('\n')).toMatchObject(members);
    if (replayed) await expectReplayed(tree, found?.replay);
  }
  expect(exitCode).toBe(1);
}

function isAbout(
  reported: { readonly [name in 'rule' | 'surface' | 'operation' | 'kind']: string | undefined },
  { rule, surface, operation, kind }: Wanted,
): boolean {
  return (
    (operation === undefined || reported.operation === operation) &&
    reported.rule === rule &&
    reported.surface === surface &&
    reported.kind === kind
  );
}

async function expectReplayed(tree: Tree, replay: string | undefined): Promise<void> {
  if (replay === undefined) throw new Error('the finding has no replay');
  await expect(tree.parity(...replay.split(' ').slice(2))).resolves.toMatchObject({ exitCode: 1 });
}
