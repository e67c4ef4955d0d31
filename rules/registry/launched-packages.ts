import type { Manager } from './pin.js';

interface Runner {
  /** Words after the program that make it run a package. */
  readonly verbs: readonly (readonly string[])[];
  /** Options that name the package to run from; with one, the first plain word is a command of it. */
  readonly from: readonly string[];
  /** Options that bring further packages, which have to be pinned as well. */
  readonly also: readonly string[];
  /** Options whose value is a text for a shell (npm-exec, `--call`). */
  readonly shell: readonly string[];
  /** Options whose value is the next word. */
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

/** What a package runner is asked to do. */
export interface PackageLaunch {
  /** Every package that it brings, as it is spelt there; the first is the one that it runs. */
  readonly specs: readonly string[];
  /** The command to run of it; absent: its only one. */
  readonly command?: string;
  readonly args: readonly string[];
  /** It runs a text in a shell, with the packages at hand. */
  readonly shellText: boolean;
}

/** `undefined` where the program is none of the manager's runners. */
export function packageLaunch(manager: Manager, [program = '', ...words]: readonly string[]): PackageLaunch | undefined {
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
  let plain: string | undefined;
  let shellText = false;
  let index = 0;
  for (; index < words.length && plain === undefined; index += 1) {
    const word = words[index] ?? '';
    if (word === '--') continue;
    if (!word.startsWith('-')) {
      plain = word;
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
  if (from.length === 0) return { specs: [...(plain === undefined ? [] : [plain]), ...also], args, shellText };
  return { specs: [...from, ...also], ...(plain !== undefined && { command: plain }), args, shellText };
}

function splitOption(word: string): readonly [string, string?] {
  const at = word.indexOf('=');
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)];
}
