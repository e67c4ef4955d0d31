import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { isOnPath } from '../../surfaces/process/program-on-path.js';
import { command } from './command.js';
import type { PageStep } from './page-steps.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const EXAMPLE = 'docs/examples/first-check';
/** Scripts that run in place of `npx` commands on the pages, because `npx` takes longer than most commands. */
const PROGRAMS: Readonly<Record<string, string>> = {
  'npx vitest': join(ROOT, 'node_modules/vitest/vitest.mjs'),
};

interface Ran {
  readonly exitCode: number | undefined;
  readonly output: string;
}

/** A project with the example, in which the steps of pages run in order. Throws if a step of a page fails. */
export class PageProject {
  readonly folder = mkdtempSync(join(tmpdir(), 'parity-pages-'));
  private cwd = join(this.folder, EXAMPLE);
  private start = EXAMPLE;
  private last: Ran | undefined;
  /**
   * Results of commands since the last change of a file. They are reused, because pages repeat commands.
   */
  private readonly ran = new Map<string, Ran>();

  constructor() {
    this.restore();
    mkdirSync(join(this.folder, 'node_modules'));
    symlinkSync(ROOT, join(this.folder, 'node_modules/contract-parity'));
    mkdirSync(join(this.folder, 'node_modules/@fast-check'));
    for (const name of ['vitest', 'fast-check', '@fast-check/vitest'])
      symlinkSync(join(ROOT, 'node_modules', name), join(this.folder, 'node_modules', name));
  }

  restore(): void {
    this.ran.clear();
    rmSync(join(this.folder, EXAMPLE), { recursive: true, force: true });
    cpSync(join(ROOT, EXAMPLE), join(this.folder, EXAMPLE), {
      recursive: true,
      filter: (file) => !relative(ROOT, file).includes('/reports'),
    });
  }

  add(...folders: readonly string[]): void {
    for (const folder of folders) cpSync(join(ROOT, folder), join(this.folder, folder), { recursive: true });
  }

  remove(file: string): void {
    rmSync(join(this.folder, EXAMPLE, file));
  }

  startIn(folder: string): void {
    this.start = folder;
    this.cwd = join(this.folder, folder);
  }

  async follow(step: PageStep): Promise<void> {
    switch (step.kind) {
      case 'not-run':
        return;
      case 'write':
        return this.write(step.file, step.text);
      case 'edit':
        return this.edit(join(this.folder, step.file), step.from, step.to);
      case 'output':
        return expectLines(this.last?.output ?? '', step.lines);
      case 'run':
        return this.run(step);
      default:
        return step satisfies never;
    }
  }

  private write(file: string, text: string): void {
    this.ran.clear();
    writeFileSync(join(this.cwd, file), text);
  }

  private edit(file: string, from: string, to: string): void {
    const text = readFileSync(file, 'utf8');
    if (text.split(from).length !== 2)
      throw new Error(`${relative(this.folder, file)} does not contain the text exactly once: ${from}`);
    this.ran.clear();
    writeFileSync(
      file,
      text.replace(from, () => to),
    );
  }

  private async run({ command: line, exitCode, needs }: Extract<PageStep, { kind: 'run' }>): Promise<void> {
    if (needs !== undefined && !isOnPath(needs)) return;
    const [program = '', ...args] = line.split(/\s+/);
    if (program === 'cd') return void (this.cwd = resolve(this.cwd, args[0] ?? '.'));
    this.last = this.ran.get(`${this.cwd} ${line}`) ?? (await this.spawned(program, args, needs));
    this.ran.set(`${this.cwd} ${line}`, this.last);
    if (this.last.exitCode !== exitCode)
      throw new Error(`${line} exits with ${this.last.exitCode}; the page states ${exitCode}.\n${this.last.output}`);
  }

  private async spawned(program: string, args: readonly string[], needs: string | undefined): Promise<Ran> {
    if (`${program} ${args[0] ?? ''}` === 'npx contract-parity') {
      const ran = await command(this.cwd, [...args.slice(1), ...this.fewRuns(args)]);
      return { exitCode: ran.exitCode, output: `${ran.stdout}\n${ran.stderr}` };
    }
    const script = PROGRAMS[`${program} ${args[0] ?? ''}`];
    if (script === undefined && needs !== program)
      throw new Error(`${program} cannot run in this test; mark the command as not run`);
    const [file, rest] = script === undefined ? [program, args] : [process.execPath, [script, ...args.slice(1)]];
    const { exitCode, stdout, stderr } = await execa(file, rest, { cwd: this.cwd, reject: false, timeout: 120_000 });
    return { exitCode, output: `${stdout}\n${stderr}` };
  }

  /** Reduces the number of cases for all pages except the README, because few cases show the same findings. */
  private fewRuns(args: readonly string[]): readonly string[] {
    const isFew = args[1] === 'check' && !args.includes('--runs') && this.start !== '.';
    return isFew ? ['--runs', '4'] : [];
  }

  discard(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Expects that the real output contains the lines of a page in the same order. A page may omit lines. */
function expectLines(output: string, wanted: readonly string[]): void {
  const lines = output.split('\n').map((line) => line.trimEnd());
  let from = 0;
  for (const line of wanted) {
    const at = lines.indexOf(line.trimEnd(), from);
    if (at === -1)
      throw new Error(
        `the output lacks the line ${JSON.stringify(line)} after:\n${lines.slice(0, from).join('\n')}\nin\n${output}`,
      );
    from = at + 1;
  }
}
