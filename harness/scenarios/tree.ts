import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { type ReportReading, readReport } from '../../reports/stream/read-report.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The files of the project that `parity check` reads, including compiled code. */
const PARTS = ['package.json', 'parity.config.ts', 'contract', 'surfaces', 'dist'];

/** A copy of the built project for planted faults, with its command run as a user runs it. */
export interface Tree {
  readonly folder: string;
  /** Replaces text that must occur exactly once, so that the fault is really planted. */
  edit(file: string, from: string, to: string): Promise<void>;
  parity(...args: readonly string[]): Promise<Ran>;
  report(): Promise<Extract<ReportReading, { kind: 'report' }>['report']>;
  remove(): Promise<void>;
}

export interface Ran {
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export async function copyTree(): Promise<Tree> {
  const folder = await mkdtemp(join(tmpdir(), 'parity-tree-'));
  for (const part of PARTS) cpSync(join(ROOT, part), join(folder, part), { recursive: true, filter: isRun });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    edit: async (file, from, to) => {
      const path = join(folder, file);
      const text = await readFile(path, 'utf8');
      const count = text.split(from).length - 1;
      if (count !== 1) throw new Error(`${file} has ${JSON.stringify(from)} ${count} times, not once`);
      const changed = text.replace(from, () => to);
      await writeFile(path, file.endsWith('.html') ? resealed(changed) : changed);
    },
    parity: async (...args) => {
      const { exitCode, stdout, stderr } = await execa(
        process.execPath,
        [join(folder, 'dist/harness/main.js'), ...args],
        {
          cwd: folder,
          reject: false,
          timeout: 240_000,
        },
      );
      return { exitCode, stdout, stderr };
    },
    report: async () => {
      const reading = readReport(await readFile(join(folder, 'reports/latest/report.ndjson')));
      if (reading.kind !== 'report') throw new Error(JSON.stringify(reading));
      return reading.report;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * Two thirds of the files are only for people and compilers and are not copied. Copied synchronously: Node's
 * asynchronous copy takes nine times as long.
 */
function isRun(file: string): boolean {
  return !/\.(?:map|d\.ts|test\.ts)$/.test(file);
}

/** Updates the digest in a card's policy, which allows only the card's own script. */
function resealed(page: string): string {
  const [, script = ''] = /<script>([^]*)<\/script>/.exec(page) ?? [];
  return page.replace(/'sha256-[^']*'/, `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
}
