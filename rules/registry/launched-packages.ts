import type { Manager } from './pin.js';

interface Runner {
  /** The subcommands with which the program runs a package, such as `tool run` of `uv`, as lists of words. */
  readonly verbs: readonly (readonly string[])[];
  /**
   * Options that name the package to run. If such an option is given, the first operand is a command of the package.
   */
  readonly from: readonly string[];
  /** Options that install further packages. These packages must be pinned too. */
  readonly also: readonly string[];
  /** Options whose value is a shell command (npm-exec, `--call`). */
  readonly shell: readonly string[];
  /** Other options whose value is the next word. */
  readonly valued: readonly string[];
}

const NPX: Runner = {
  verbs: [[]],
  from: ['-p', '--package'],
  also: [],
  shell: ['-c', '--call'],
  valued: ['--registry', '--cache', '--prefix', '-w', '--workspace', '--loglevel', '--userconfig'],
};
const UVX: Runner = {
  verbs: [[]],
  from: ['--from'],
  also: ['--with', '-w', '--with-editable', '--with-requirements'],
  shell: [],
  valued: [
    '-p',
    '--python',
    '--index',
    '--index-url',
    '--default-index',
    '--extra-index-url',
    '--directory',
    '--project',
    '--env-file',
    '--cache-dir',
  ],
};

const RUNNERS: Readonly<Record<Manager, Readonly<Record<string, Runner>>>> = {
  npm: {
    npx: NPX,
    bunx: NPX,
    npm: { ...NPX, verbs: [['exec'], ['x']] },
    pnpm: { ...NPX, verbs: [['dlx']] },
    yarn: { ...NPX, verbs: [['dlx']] },
  },
  uv: { uvx: UVX, uv: { ...UVX, verbs: [['tool', 'run']] } },
};

/** The parsed command line of a package runner. */
export interface PackageLaunch {
  /** Every package that the launch installs, as written in the launch. The launch runs the first of these packages. */
  readonly specs: readonly string[];
  /** The command of the package that the launch runs; absent if the launch names only the package. */
  readonly command?: string;
  readonly args: readonly string[];
  /** Whether the launch runs a shell command after it has installed the packages. */
  readonly shellText: boolean;
}

/** Parses a launch; `undefined` if the program is not a runner of the package manager. */
export function packageLaunch(
  manager: Manager,
  [program = '', ...words]: readonly string[],
): PackageLaunch | undefined {
  const name = program.split('/').at(-1) ?? '';
  const runners = RUNNERS[manager];
  const runner = Object.hasOwn(runners, name) ? runners[name] : undefined;
  const verb = runner?.verbs.find((candidate) => candidate.every((word, index) => words[index] === word));
  if (runner === undefined || verb === undefined) return undefined;
  return readLaunch(runner, words.slice(verb.length));
}

function readLaunch(runner: Runner, words: readonly string[]): PackageLaunch {
  const from: string[] = [];
  const also: string[] = [];
  let operand: string | undefined;
  let shellText = false;
  let index = 0;
  for (; index < words.length && operand === undefined; index += 1) {
    const word = words[index] ?? '';
    if (word === '--') continue;
    if (!word.startsWith('-')) {
      operand = word;
      continue;
    }
    const [option, inline] = splitOption(word);
    shellText ||= runner.shell.includes(option);
    const takes = [...runner.from, ...runner.also, ...runner.shell, ...runner.valued].includes(option);
    const value = inline ?? (takes ? words[(index += 1)] : undefined);
    if (value === undefined) continue;
    if (runner.from.includes(option)) from.push(value);
    if (runner.also.includes(option)) also.push(value);
  }
  const args = words.slice(index);
  if (from.length === 0) return { specs: [...(operand === undefined ? [] : [operand]), ...also], args, shellText };
  return { specs: [...from, ...also], ...(operand !== undefined && { command: operand }), args, shellText };
}

function splitOption(word: string): readonly [string, string?] {
  const at = word.indexOf('=');
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)];
}
