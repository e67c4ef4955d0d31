import { copyFileSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ReportReading, readReport } from '../../reports/stream/read-report.js';
import { applyEdit } from '../selftest/apply-edit.js';
import { type Ran, command, workbench } from './command.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The files of the project that a check reads: contracts, surfaces with their compiled code, and the configuration. */
const PARTS = ['package.json', 'parity.config.ts', 'contract', 'surfaces', 'dist/contract', 'dist/surfaces'];

/** A copy of the built project, in which a test plants faults and runs the command `parity`. */
export interface Tree {
  readonly folder: string;
  /**
   * Replaces a text in a file. Throws if the text does not occur exactly once, because the fault would not be planted.
   */
  edit(file: string, from: string, to: string): Promise<void>;
  parity(...args: readonly string[]): Promise<Ran>;
  report(): Promise<Extract<ReportReading, { kind: 'report' }>['report']>;
}

/** The path of the program, for scenarios that start their own process. */
export const MAIN = join(ROOT, 'dist/harness/main.js');

/**
 * Returns the copy of the project for this worker, without the edits of earlier tests. A new copy for each test would
 * take longer than most commands.
 */
export function copyTree(): Tree {
  const { folder } = workbench();
  restore(folder);
  return {
    folder,
    edit: (file, from, to) => applyEdit(folder, { file, from, to }),
    parity: (...args) => command(folder, args),
    report: async () => {
      const reading = readReport(await readFile(join(folder, 'reports/latest/report.ndjson')));
      if (reading.kind !== 'report') throw new Error(JSON.stringify(reading));
      return reading.report;
    },
  };
}

/**
 * Restores the copy. Files with the same size and time as the original are assumed to be unchanged, because a copy
 * keeps the time of its original.
 */
function restore(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const parts = new Set(PARTS.map((part) => part.split('/')[0] ?? ''));
  for (const name of readdirSync(folder)) if (!parts.has(name)) rmSync(join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const wanted = new Set(PARTS.flatMap((part) => filesOf(ROOT, part)).filter(isRun));
  const copied = readdirSync(folder).flatMap((name) => filesOf(folder, name));
  for (const file of copied) if (!wanted.has(file)) rmSync(join(folder, file));
  for (const file of wanted) copyChanged(join(ROOT, file), join(folder, file));
}

/** The file, or all files below the folder, relative to the root. Links are not followed. */
function filesOf(root: string, part: string): readonly string[] {
  const path = join(root, part);
  const stat = lstatSync(path);
  if (!stat.isDirectory()) return stat.isFile() ? [part] : [];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

function copyChanged(from: string, to: string): void {
  const [original, copy] = [statSync(from), statSync(to, { throwIfNoEntry: false })];
  if (copy?.size === original.size && Math.abs(copy.mtimeMs - original.mtimeMs) < 1) return;
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
  utimesSync(to, original.atime, original.mtime);
}

/** Returns true if a program reads the file. Two thirds of the files are only for people and compilers. */
function isRun(file: string): boolean {
  return !/\.(?:map|d\.ts|test\.ts)$/.test(file);
}
