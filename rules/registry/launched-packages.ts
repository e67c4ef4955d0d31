import type { Manager } from './pin.js';

interface Runner {
  /** The subcommands that run a package, each as a list of words: `['tool', 'run']` for `uv tool run`. */
  readonly verbs: readonly (readonly string[])[];
  /**
   * Options whose value is the package to run, such as `--from`. The first argument that is not an option is then a
   * command of this package.
   */
  readonly from: readonly string[];
  /** Options whose value is a further package to install, such as `--with`. These packages must be pinned too. */
  readonly also: readonly string[];
  /** Options whose value is a shell command, such as `--call` of `npm exec`. */
  readonly shell: readonly string[];
  /** Other options that have a value, which is the next word. */
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

/** A parsed command line of a program that installs and runs packages, such as `npx`. */
export interface PackageLaunch {
  /** Every package that the command line installs, as it is written there. The first one is run. */
  readonly specs: readonly string[];
  /** The command of the package that is run; absent if the command line has only the package. */
  readonly command?: string;
  readonly args: readonly string[];
  /** Whether the command line also runs a shell command, after the packages were installed. */
  readonly shellText: boolean;
}

/** Parses a launch command; `undefined` if its program does not run packages of this package manager. */
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
