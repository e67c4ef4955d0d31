import { quoted, typescriptLiteral } from '../../generation/typescript-literal.js';
import type { CliModel } from './cli-model.js';

/** `commands.ts`: the service of the program, and its commands. */
export function renderCommands({ prefix, title, version, commands }: CliModel, runtime: string): string {
  return `import type { Command, Service } from '${runtime}/command.js';

export const SERVICE: Service = ${typescriptLiteral({ prefix, title, version })};

export const COMMANDS: readonly Command[] = ${typescriptLiteral(commands)};
`;
}

/** `main.ts`: the program. It is written only if the service has no hand-written command line. */
export function renderMain(name: string, stamp: string, runtime: string): string {
  return `#!/usr/bin/env node
${stamp}
import { COMMANDS, SERVICE } from './commands.js';
import { runCommandLine } from '${runtime}/command-line.js';

const program = { name: ${quoted(name)}, service: SERVICE, commands: COMMANDS };
// Not awaited: a bundler can then write one CommonJS file, which starts faster than a dozen ES modules.
void runCommandLine(program, process.argv.slice(2)).then((code) => {
  // process.exit() would discard output that the reader of a pipe has not yet read.
  process.exitCode = code;
});
`;
}

/** `failures.ts`: all exit codes, and which exit code each HTTP status gets. */
export function renderFailures({ exits }: CliModel): string {
  const rows = exits.statuses
    .map(({ status, exitCode, problem }) => `  [${status}, ${exitCode}], // ${problem}\n`)
    .join('');
  return `export const PROBLEM_TYPE_PREFIX = ${typescriptLiteral(exits.problemPrefix)};

export const EXIT = ${typescriptLiteral(exits.codes)} as const;

const BY_STATUS: ReadonlyMap<number, number> = new Map([
${rows}]);

/** The exit code for a reply with this status, if the reply is not a documented success. */
export function exitCodeForStatus(status: number): number {
  return BY_STATUS.get(status) ?? EXIT.other;
}
`;
}
