import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readReport } from '../../reports/stream/read-report.js';
import type { CellEntry, Report } from '../../reports/report.js';
import { processesOf } from './processes-of.js';
import { MAIN, type Tree, copyTree } from './tree.js';

/** Flags for so many cases that the run is not complete when it is killed. */
const FLAGS = [
  '--contract',
  'contract/item-service.openapi.yaml',
  '--backend',
  'reference',
  '--phase',
  'valid',
  '--runs',
  '40',
];
const FIVE = ['rest', 'sdk_python', 'mcp', 'cli', 'ui_card'];

describe.skipIf(process.platform === 'win32')('killed runs', () => {
  it('a killed run leaves no process and no temporary file, even if its service ignores stdin', async () => {
    const tree = copyTree();
    // After this edit, the service does not end when its stdin is closed. Most services behave like this.
    await tree.edit('parity.config.ts', ", '--exit-with-stdin'];", '];');
    const { temporary, kill } = await begun(tree, FLAGS, FIVE);
    expect((await processesOf(tree.folder)).length).toBeGreaterThan(4);
    await kill();
    await expect.poll(() => processesOf(tree.folder), WAIT).toEqual([]);
    // Compiled code is not counted, because later runs use it.
    const left = (): readonly string[] =>
      readdirSync(temporary, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /^[^/]+\/(?!compiled-|chromium(?:\/|$))/.test(name),
      );
    await expect.poll(left, WAIT).toEqual([]);
  });

  it('the report of a killed run contains its verdicts and findings so far', async () => {
    const tree = copyTree();
    const { folder } = tree;
    await tree.edit(
      'dist/surfaces/mcp/reference/call/place-arguments.js',
      'for (const placement of call.parameters) {',
      "for (const placement of call.parameters) {\n        if (placement.argument === 'limit') continue;",
    );
    const { kill } = await begun(tree, FLAGS, ['rest', 'mcp', 'cli']);
    const verified = (report: Report): readonly CellEntry[] =>
      report.cells.filter(({ verdict, operation }) => operation === 'listItems' && verdict === 'pass');
    // At this point, only the first operation is complete.
    await expect.poll(() => stored(folder).then(verified).then(surfacesOf), WAIT).toEqual(['cli', 'rest']);
    await kill();
    const report = await stored(folder);
    expect(report.footer).toBeUndefined();
    expect(surfacesOf(verified(report))).toEqual(['cli', 'rest']);
    expect(report.cells.filter(({ operation, verdict }) => operation === 'getItem' && verdict === 'pass')).toEqual([]);
    const found = report.findings.filter(({ finding }) => finding.surfaces.includes('mcp'));
    expect(found.length).toBeGreaterThan(0);
    expect(report.cells.find(({ surface, operation }) => surface === 'mcp' && operation === 'listItems')).toMatchObject(
      {
        verdict: 'fail',
        findings: expect.arrayContaining([found[0]?.finding.id]) as unknown,
      },
    );
    const shown = await tree.parity('report', 'reports/latest', '--out', 'pages');
    expect(shown).toMatchObject({ exitCode: 0, stderr: '' });
    expect(shown.stdout).toContain('interrupted: ');
    expect(await readFile(join(folder, 'pages/index.html'), 'utf8')).toContain('interrupted');
  });
});

async function stored(folder: string): Promise<Report> {
  const reading = readReport(await readFile(join(folder, 'reports/latest/report.ndjson')));
  if (reading.kind !== 'report') throw new Error(JSON.stringify(reading));
  return reading.report;
}

function surfacesOf(cells: readonly CellEntry[]): readonly string[] {
  return cells.map(({ surface }) => surface).toSorted();
}

const WAIT = { timeout: 120_000, interval: 50 };

interface Begun {
  /** The folder for the run's temporary files. */
  readonly temporary: string;
  readonly kill: () => Promise<void>;
}

/** Starts a run, and waits until a surface has run all its cases. */
async function begun({ folder }: Tree, flags: readonly string[], surfaces: readonly string[]): Promise<Begun> {
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  const child = spawn(process.execPath, [MAIN, 'check', ...flags, '--surface', ...surfaces], {
    cwd: folder,
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await said(child.stderr, 'parity: reference: rest:');
  return {
    temporary,
    kill: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function said(stderr: Readable, words: string): Promise<void> {
  let text = '';
  return new Promise((resolve, reject) => {
    stderr.on('data', (chunk: Buffer) => {
      text += String(chunk);
      if (text.includes(words)) resolve();
    });
    stderr.on('end', () => reject(new Error(`the run ended before it was killed: ${text}`)));
  });
}
