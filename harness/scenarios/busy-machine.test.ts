import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type Tree, copyTree } from './tree.js';

let busy: readonly ChildProcess[] = [];
afterEach(() => {
  for (const child of busy) child.kill('SIGKILL');
  busy = [];
});

const FLAGS = [
  '--contract',
  'contract/item-service.openapi.yaml',
  '--surface',
  'rest',
  'cli',
  'mcp',
  '--runs',
  '4',
  '--seed',
  '11',
];

/** True if the user requested this test. It takes minutes and keeps every core busy. */
const IS_ASKED = process.env['PARITY_BUSY'] === '1';
const WHEN = IS_ASKED ? '' : ' (not run: it takes minutes; set PARITY_BUSY=1)';

it.skipIf(!IS_ASKED)(
  `the same seed gives the same bytes, except times, on a busy machine${WHEN}`,
  async () => {
    const tree = copyTree();
    // A fault is planted, so that the test includes minimising and reproducing.
    await tree.edit(
      'dist/surfaces/mcp/reference/call/place-arguments.js',
      'for (const placement of call.parameters) {',
      "for (const placement of call.parameters) {\n        if (placement.argument === 'limit') continue;",
    );
    const first = await run(tree);
    busy = Array.from({ length: 4 }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
    const second = await run(tree);
    expect(second).toEqual(first);
    expect(first['report.ndjson']).toContain('"kind":"finding"');
  },
  600_000,
);

/** The report and the counterexamples of a run, by file name. */
async function run(from: Tree): Promise<Readonly<Record<string, string>>> {
  const { stderr } = await from.parity('check', ...FLAGS);
  expect(stderr).toContain('parity: ');
  const root = join(from.folder, 'reports/latest');
  const names = (await readdir(join(root, 'counterexamples')).catch(() => [])).map((name) =>
    join('counterexamples', name),
  );
  const texts = ['report.ndjson', ...names].map(
    async (name) => [name, withoutTimes(await readFile(join(root, name), 'utf8'))] as const,
  );
  return Object.fromEntries(await Promise.all(texts));
}

function withoutTimes(text: string): string {
  return text
    .replace(/"startedAt":"[^"]*"/, '"startedAt":""')
    .replace(/,"times":\[[^\]]*\]/, '')
    .replace(/,"resets":\{[^}]*\}/, '')
    .replace(/"durationMs":\d+/, '"durationMs":0');
}
