import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Report } from '../../reports/report.js';
import { readReport } from '../../reports/stream/read-report.js';
import { command } from './command.js';

export interface CheckedExample {
  readonly exitCode: number | undefined;
  /** The rule, kind and surfaces of each finding that is not waived. */
  readonly findings: readonly string[];
  readonly report: Report;
}

/** A copy of `docs/examples` in its own repository. A test runs an example in it and plants faults. */
export class ExampleProject {
  readonly #root = mkdtempSync(join(tmpdir(), 'parity-example-'));
  readonly folder: string;

  constructor(name: string) {
    cpSync('docs/examples', join(this.#root, 'docs/examples'), {
      recursive: true,
      filter: (path) => !/\/(?:node_modules|dist|reports)$/.test(path),
    });
    for (const folder of ['node_modules', '.git']) mkdirSync(join(this.#root, folder));
    symlinkSync(resolve('.'), join(this.#root, 'node_modules/contract-parity'));
    this.folder = join(this.#root, 'docs/examples', name);
  }

  discard(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }

  /** Replaces a text that occurs exactly once in a file of the example, and reverts it after `use`. */
  async edited<T>(file: string, from: string, to: string, use: () => Promise<T>): Promise<T> {
    const path = join(this.folder, file);
    const text = readFileSync(path, 'utf8');
    if (text.split(from).length !== 2) throw new Error(`${file} does not contain the text exactly once: ${from}`);
    writeFileSync(
      path,
      text.replace(from, () => to),
    );
    try {
      return await use();
    } finally {
      writeFileSync(path, text);
    }
  }

  async check(...args: readonly string[]): Promise<CheckedExample> {
    const { exitCode, stderr } = await command(this.folder, ['check', '--runs', '1', ...args]);
    const reading = readReport(readFileSync(join(this.folder, 'reports/latest/report.ndjson')));
    if (reading.kind !== 'report') throw new Error(stderr);
    const { report } = reading;
    const findings = report.findings
      .filter(({ disposition }) => disposition !== 'waived')
      .map(({ finding: { rule, kind, surfaces } }) => `${rule} ${kind} ${surfaces.join()}`);
    return { exitCode, findings, report };
  }
}
