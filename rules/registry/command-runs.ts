import type { SourceLocation } from '../../contract/json/source-location.js';
import type { Violation } from '../finding.js';
import type { RuleStatement } from '../rule.js';

/** A console command of a package that was packed and installed into an empty folder, and what became of calling it. */
export interface InstalledCommand {
  readonly surface: string;
  readonly package: string;
  readonly command: string;
  /** Commands of contracts that it has to know. */
  readonly expected: readonly string[];
  readonly version: CallResult;
  readonly help: CallResult;
  readonly location?: SourceLocation;
}

export interface CallResult {
  /** `undefined`: it did not start, or was ended. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export const COMMAND_RUNS: RuleStatement = {
  id: 'registry/command-runs',
  severity: 'must',
  statement: 'Every console command of a package runs where nothing but the packed package is installed, and its help names its commands.',
  source: 'npm, package.json, bin and files; x-<prefix>-cli of the contract',
  repair: 'Have `files` and `bin` bring all that the command needs, and its help name every command of the contract.',
};

export function checkCommandRuns(installed: readonly InstalledCommand[]): readonly Violation[] {
  return installed.flatMap((entry) => {
    const told = faultOf(entry);
    if (told === undefined) return [];
    const { surface, command, location } = entry;
    return [{ surface, pointer: `/bin/${command}`, ...told, blame: 'surface' as const, cause: command, ...(location && { location }) }];
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
      called.exitCode === undefined ? 'does not run' : called.exitCode === 0 ? 'says nothing' : `exits with code ${called.exitCode}`;
    const message = `The installed ${command} ${flag} ${ended}.`;
    return { kind: 'does-not-run', message, expected: 'exit code 0 and a text', received: called.stderr.trim().slice(-500) };
  }
  const words = new Set(help.stdout.split(/\s+/));
  const missing = expected.filter((name) => !words.has(name));
  if (missing.length === 0) return undefined;
  const message = `The help of the installed ${command} does not name ${missing.join(', ')}.`;
  return { kind: 'command-missing', message, expected, received: expected.filter((name) => words.has(name)) };
}
