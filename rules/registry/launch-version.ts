import { launchWords } from './launch-words.js';
import { packageLaunch } from './launched-packages.js';
import type { Manager, Pin } from './pin.js';
import { type RegistryRule, registryViolation } from './registry-rule.js';

export const launchVersion: RegistryRule = {
  id: 'registry/launch-version',
  severity: 'must',
  statement: 'The launch of a tool server starts exactly the version that its pin names, and nothing else.',
  source: 'the registry of tool servers',
  repair: 'Write the version, path or revision of the pin in `launch`.',
  check: (servers) =>
    servers.flatMap(({ server, reading }) => {
      const fault = reading.kind === 'pin' ? launchFault(server.launch, reading.pin) : undefined;
      if (fault === undefined) return [];
      const { kind, message, expected } = fault;
      return [
        registryViolation(server, 'launch', {
          kind,
          message: `The launch of ${server.name} ${message}.`,
          expected,
          received: server.launch,
        }),
      ];
    }),
};

export interface LaunchFault {
  readonly kind: string;
  readonly message: string;
  readonly expected: string | readonly string[];
}

/** The reason why the launch command of a server does not start exactly the pinned version; `undefined` if it does. */
export function launchFault(launch: readonly string[], pin: Pin): LaunchFault | undefined {
  if (pin.kind === 'http') return undefined;
  const [program] = launchWords(launch).words;
  if (program === undefined) return { kind: 'launch-missing', message: 'is empty', expected: 'a command' };
  if (SHELLS.has(baseName(program)) || program.includes(' ')) return SHELL_TEXT;
  switch (pin.kind) {
    case 'package':
      return packageFault(launch, pin);
    case 'local':
      return launch.some((word) => hasPath(word, pin.path))
        ? undefined
        : {
            kind: 'launch-other-path',
            message: 'does not start a file below the pinned path',
            expected: `${pin.path}/…`,
          };
    case 'operator':
      return launch.some((word) => word.includes(pin.revision))
        ? undefined
        : { kind: 'launch-unpinned', message: 'does not name the pinned revision', expected: pin.revision };
    default:
      return pin satisfies never;
  }
}

/** The fault of a launch command that runs a shell command. Nobody can determine what a shell command starts. */
const SHELL_TEXT: LaunchFault = {
  kind: 'launch-shell',
  message: 'is a shell command',
  expected: 'the program and its arguments as separate words',
};
const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'fish', 'cmd', 'cmd.exe', 'powershell', 'pwsh']);

/** For each package manager: what may stand between the name and the version of a package, as in `name==1.2.0`. */
const SPELLINGS: Readonly<Record<Manager, readonly string[]>> = { npm: ['@'], uv: ['@', '=='] };

function packageFault(
  launch: readonly string[],
  { manager, name, version }: Extract<Pin, { kind: 'package' }>,
): LaunchFault | undefined {
  const expected = `${name}@${version}`;
  const read = packageLaunch(manager, launchWords(launch).words);
  if (read?.shellText === true) return SHELL_TEXT;
  const specs = read?.specs;
  if (specs === undefined) {
    return {
      kind: 'launch-other-runner',
      message: `does not run a package of ${manager}`,
      expected: `${manager === 'npm' ? 'npx' : 'uvx'} ${expected}`,
    };
  }
  const exact = new Set(SPELLINGS[manager].map((sign) => `${name}${sign}${version}`));
  const wrong = specs.find((spec) => !exact.has(spec));
  if (wrong === undefined && specs.length > 0) return undefined;
  if (wrong === name)
    return { kind: 'launch-unpinned', message: 'names no version, so it starts the newest version', expected };
  if (SPELLINGS[manager].some((sign) => wrong?.startsWith(name + sign) === true)) {
    return { kind: 'launch-other-version', message: `starts ${wrong ?? ''}`, expected };
  }
  return {
    kind: 'launch-other-package',
    message: wrong === undefined ? 'starts no package' : `starts ${wrong}`,
    expected,
  };
}

function baseName(word: string): string {
  return word.split(/[\\/]/).at(-1) ?? '';
}

/**
 * Whether a word of a launch command contains the path as whole segments. `dist/surfaces/mcp/main.js` contains
 * `surfaces/mcp`, and `surfaces/mcp2/main.js` does not.
 */
function hasPath(word: string, path: string): boolean {
  return !word.split('/').includes('..') && `/${word}/`.includes(`/${path}/`);
}
