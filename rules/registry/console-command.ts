import type { OperationId } from '../../contract/operation.js';
import type { SourceLocation } from '../../contract/json/source-location.js';
import type { Violation } from '../finding.js';
import type { RuleStatement } from '../rule.js';

/**
 * The operations of one contract that one surface offers as commands, and the console command (the program) by which
 * users call them.
 */
export interface OfferedCommands {
  readonly surface: string;
  /** The title and the file of the contract. */
  readonly contract: { readonly title: string; readonly file: string };
  readonly operations: readonly OperationId[];
  /**
   * The path of the `package.json` and the name of the console command in it; absent if the configuration declares none
   * for this contract.
   */
  readonly console?: { readonly package: string; readonly command: string };
  /** The names of console commands in `bin` of the `package.json`; absent if the file cannot be read. */
  readonly registered?: readonly string[];
  /** The location of `bin` in the `package.json`, or of its closest parent that exists. */
  readonly location?: SourceLocation;
}

export const CONSOLE_COMMAND: RuleStatement = {
  id: 'registry/console-command',
  severity: 'must',
  statement: 'Every program that offers the commands of a contract is registered as a console command of its package.',
  source: 'npm, package.json, bin',
  repair: 'Register the program in `bin` of package.json, so that users can call it after an installation.',
};

/**
 * Checks the console command of each surface that declares one. A surface that declares no console command is skipped,
 * because it is not published as a package.
 */
export function checkConsoleCommands(
  offered: readonly OfferedCommands[],
): readonly { violation: Violation; operations: readonly OperationId[] }[] {
  const delivered = new Set(offered.filter((entry) => entry.console !== undefined).map(({ surface }) => surface));
  return offered
    .filter(({ surface, operations }) => delivered.has(surface) && operations.length > 0)
    .flatMap((entry) => {
      const fault = faultOf(entry);
      if (fault === undefined) return [];
      const { surface, contract, operations, location } = entry;
      const violation: Violation = {
        surface,
        pointer: '/bin',
        ...fault,
        blame: 'surface',
        cause: contract.file,
        ...(location && { location }),
      };
      return [{ violation, operations }];
    });
}

function faultOf({
  surface,
  contract,
  console,
  registered,
}: OfferedCommands): Pick<Violation, 'kind' | 'message' | 'expected' | 'received'> | undefined {
  const what = `The commands of ${contract.title} on ${surface}`;
  if (console === undefined) {
    const message = `The configuration of ${surface} states no console command for ${contract.title}, but it states one for other contracts.`;
    return { kind: 'undeclared', message, expected: 'a console command', received: null };
  }
  if (registered === undefined) {
    const message = `${what} should have the console command ${console.command}, but ${console.package} cannot be read.`;
    return { kind: 'package-unreadable', message, expected: console.command, received: null };
  }
  if (registered.includes(console.command)) return undefined;
  const message = `${what} cannot be called after an installation: ${console.package} does not register ${console.command} in \`bin\`.`;
  return { kind: 'unregistered', message, expected: console.command, received: registered };
}
