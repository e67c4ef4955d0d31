import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { processesOf } from './processes-of.js';
import { MAIN, copyTree } from './tree.js';

const ITEMS = 'contract/item-service.openapi.yaml';
const THREE = ['rest', 'sdk_typescript', 'mcp'];

describe('whole runs', () => {
  it('the same seed gives the same report except for times, and a different seed gives different cases', async () => {
    const tree = copyTree();
    // A fault is planted, so that the test includes findings, shrinking and proofs.
    await tree.edit(
      'dist/surfaces/mcp/reference/call/place-arguments.js',
      'for (const placement of call.parameters) {',
      "for (const placement of call.parameters) {\n        if (placement.argument === 'limit') continue;",
    );
    const run = async (seed: string, surfaces: readonly string[]): Promise<string> => {
      const flags = [
        '--operation',
        'listItems',
        '--backend',
        'reference',
        '--phase',
        'examples',
        'valid',
        '--runs',
        '4',
        '--seed',
        seed,
      ];
      await tree.parity('check', ...flags, '--surface', ...surfaces);
      return withoutTimes(await readFile(join(tree.folder, 'reports/latest/report.ndjson'), 'utf8'));
    };
    const first = await run('7', THREE);
    expect(await run('7', THREE)).toBe(first);
    expect(sortedCells(await run('7', THREE.toReversed()))).toEqual(sortedCells(first));
    expect(first).toContain('"kind":"missing"');
  });

  it('an interrupted run exits with 130, reports the interruption, and leaves no process', async () => {
    const tree = copyTree();
    // The surfaces run code in different ways: in the process of the check, in a worker, and in a separate process.
    const surfaces = ['rest', 'sdk_typescript', 'sdk_python', 'cli', 'mcp'];
    const flags = ['--contract', ITEMS, '--runs', '8', '--phase', 'valid', '--surface', ...surfaces];
    const child = spawn(process.execPath, [MAIN, 'check', ...flags], {
      cwd: tree.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.resume();
    await started(child.stderr);
    child.kill('SIGINT');
    const [exitCode] = (await once(child, 'exit')) as [number];
    expect(exitCode).toBe(130);
    const report = await tree.report();
    expect(report.footer).toMatchObject({ interrupted: true, exitCode: 130 });
    // The run on the mock had not started at the interruption, so its cells are not verified.
    const ofMock = report.cells.filter(({ surface, backend }) => surface === 'cli' && backend === 'mock');
    expect(ofMock.map(({ verdict }) => verdict)).toEqual(['inconclusive', 'inconclusive', 'inconclusive']);
    expect(report.cells.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(report.findings.filter(({ disposition }) => disposition !== 'waived')).toEqual([]);
    expect(await processesOf(tree.folder)).toEqual([]);
  });

  it('a run leaves no process, and writes no secret to a file', async () => {
    const tree = copyTree();
    await tree.edit('parity.config.ts', "prefix: 'svc',", "prefix: 'svc',\n  token: 'a-secret-of-this-test',");
    // This fault makes the surface return its token to its caller.
    await tree.edit(
      'dist/surfaces/mcp/reference/call/call-tool.js',
      'return resultOfReply(tool, reply);',
      'return { ...resultOfReply(tool, reply), structuredContent: { token: service.token } };',
    );
    const ran = await tree.parity(
      'check',
      '--operation',
      'getItem',
      '--phase',
      'examples',
      '--surface',
      'mcp',
      '--backend',
      'reference',
    );
    expect(ran.exitCode).toBe(1);
    expect(ran.stdout).not.toContain('a-secret-of-this-test');
    const folder = join(tree.folder, 'reports/latest');
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(4);
    for (const { parentPath, name } of files)
      expect(await readFile(join(parentPath, name), 'utf8'), name).not.toContain('a-secret-of-this-test');
    await expect.poll(() => processesOf(tree.folder)).toEqual([]);
  });

  it('a run that exhausts its budget is inconclusive', async () => {
    const tree = copyTree();
    const ran = await tree.parity('check', '--budget', '1ms', '--surface', 'rest', '--backend', 'reference');
    expect(ran.exitCode, ran.stdout).toBe(2);
    expect(ran.stdout).toContain('the budget of the run was spent');
  });

  it('each of two shards runs cases', async () => {
    const tree = copyTree();
    const cases = async (shard: string): Promise<number> => {
      await tree.parity(
        'check',
        '--surface',
        'rest',
        '--backend',
        'reference',
        '--operation',
        'getItem',
        'listItems',
        '--phase',
        'valid',
        '--shard',
        shard,
      );
      return (await tree.report()).footer?.cases ?? 0;
    };
    expect(await cases('1/2')).toBeGreaterThan(5);
    expect(await cases('2/2')).toBeGreaterThan(5);
  });
});

function withoutTimes(ndjson: string): string {
  return ndjson
    .replace(/"startedAt":"[^"]*"/, '"startedAt":""')
    .replace(/,"times":\[[^\]]*\]/, '')
    .replace(/,"resets":\{[^}]*\}/, '')
    .replace(/"durationMs":\d+/, '"durationMs":0');
}

function sortedCells(ndjson: string): readonly string[] {
  return ndjson
    .split('\n')
    .filter((line) => line.includes('"kind":"cell"'))
    .toSorted();
}

/** Waits until the first surface has finished. At that time, all processes of the run exist. */
function started(stderr: Readable): Promise<void> {
  let text = '';
  return new Promise((resolve) => {
    stderr.on('data', (chunk: Buffer) => {
      text += String(chunk);
      if (text.includes('parity: reference: rest:')) resolve();
    });
  });
}
