import { expect, onTestFinished } from 'vitest';
import { type Tree, copyTree } from './tree.js';

export type Edit = readonly [file: string, from: string, to: string];

/** One finding that has to come of what is planted; a member that is left out may be anything. */
export interface Wanted {
  readonly rule: string;
  readonly surface: string;
  readonly operation?: string;
  readonly kind: string;
  readonly input?: unknown;
  readonly bodyWay?: string;
  /** The replay of the finding fails as well. */
  readonly replayed?: true;
}

export interface Planted {
  readonly edits: readonly Edit[];
  /** What `parity check` is asked for, so that only what the faults need is run. */
  readonly flags: readonly string[];
  /** All that may be found: faults of several surfaces and operations in one run are told apart, and no fault is two. */
  readonly want: readonly Wanted[];
}

/** Plants faults in a copy of the project, runs the command, and compares all that it reports. */
export async function expectFound({ edits, flags, want }: Planted): Promise<void> {
  const tree = await copyTree();
  onTestFinished(() => tree.remove());
  for (const [file, from, to] of edits) await tree.edit(file, from, to);
  const { exitCode, stdout } = await tree.parity('check', ...flags);
  const { findings } = await tree.report();
  const told = findings.map(({ finding: { rule, surfaces, operations, kind, counterexample }, replay }) => ({
    told: { rule, surface: surfaces.join(), operation: operations[0], kind, input: counterexample?.input, bodyWay: counterexample?.bodyWay },
    replay,
  }));
  const texts = told.map((one) => JSON.stringify(one.told)).toSorted();
  expect(texts, stdout).toHaveLength(want.length);
  for (const { replayed, ...members } of want) {
    const found = told.find((one) => isAbout(one.told, members));
    expect(found?.told, texts.join('\n')).toMatchObject(members);
    if (replayed) await expectReplayed(tree, found?.replay);
  }
  expect(exitCode).toBe(1);
}

function isAbout(
  told: { readonly [name in 'rule' | 'surface' | 'operation' | 'kind']: string | undefined },
  { rule, surface, operation, kind }: Wanted,
): boolean {
  return (operation === undefined || told.operation === operation) && told.rule === rule && told.surface === surface && told.kind === kind;
}

async function expectReplayed(tree: Tree, replay: string | undefined): Promise<void> {
  if (replay === undefined) throw new Error('the finding has no replay');
  await expect(tree.parity(...replay.split(' ').slice(2))).resolves.toMatchObject({ exitCode: 1 });
}
