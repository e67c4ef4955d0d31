import type { SourceLocation } from '../../contract/json/source-location.js';
import type { Violation } from '../finding.js';
import type { RuleStatement } from '../rule.js';

/**
 * A console command after its package was packed and installed into an empty folder. It was called for its version and
 * for its help.
 */
export interface InstalledCommand {
  readonly surface: string;
  readonly package: string;
  readonly command: string;
  /** The names of commands from the contract that the help must contain. */
  readonly expected: readonly string[];
  readonly version: CallResult;
  readonly help: CallResult;
  readonly location?: SourceLocation;
}

export interface CallResult {
  /** `undefined` if the command did not start or was terminated. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export const COMMAND_RUNS: RuleStatement = {
  id: 'registry/command-runs',
  severity: 'must',
  statement:
    'Every console command of a package runs when only the packed package is installed, and its help names every command.',
  source: 'npm, package.json, bin and files; x-<prefix>-cli of the contract',
  repair:
    'Add every file that the command needs to `files` and `bin` of package.json, and name every command of the contract in its help.',
};

export function checkCommandRuns(installed: readonly InstalledCommand[]): readonly Violation[] {
  return installed.flatMap((entry) => {
    const fault = faultOf(entry);
    if (fault === undefined) return [];
    const { surface, command, location } = entry;
    return [
      {
        surface,
        pointer: `/bin/${command}`,
        ...fault,
        blame: 'surface' as const,
        cause: command,
        ...(location && { location }),
      },
    ];
  });
}

function faultOf({
  command,
  expected,
  version,
  help,
}: InstalledCommand): Pick<Violation, 'kind' | 'message' | 'expected' | 'received'> | undefined {
  for (const [flag, called] of [
    ['--version', version],
    ['--help', help],
  ] as const) {
    if (called.exitCode === 0 && called.stdout.trim() !== '') continue;
    const ended =
      called.exitCode === undefined
        ? 'does not run'
        : called.exitCode === 0
          ? 'prints nothing'
          : `exits with code ${called.exitCode}`;
    const message = `The installed ${command} ${flag} ${ended}.`;
    return {
      kind: 'does-not-run',
      message,
      expected: 'exit code 0 and text on standard output',
      received: called.stderr.trim().slice(-500),
    };
  }
  const words = new Set(help.stdout.split(/\s+/));
  const missing = expected.filter((name) => !words.has(name));
  if (missing.length === 0) return undefined;
  const message = `The help of the installed ${command} does not name ${missing.join(', ')}.`;
  return { kind: 'command-missing', message, expected, received: expected.filter((name) => words.has(name)) };
}
