import { typescriptLiteral } from '../generation/typescript-literal.js';
import type { CliModel } from './cli-model.js';

/** `commands.ts`: what the program is called after, and its commands. */
export function renderCommands({ prefix, title, version, commands }: CliModel, library: string): string {
  return `import type { Command, Service } from '${library}/reference/command.js';

export const SERVICE: Service = ${typescriptLiteral({ prefix, title, version })};

export const COMMANDS: readonly Command[] = ${typescriptLiteral(commands)};
`;
}

/** `failures.ts`: every exit code, and which one a status has. */
export function renderFailures({ exits }: CliModel): string {
  const rows = exits.statuses.map(({ status, exitCode, problem }) => `  [${status}, ${exitCode}], // ${problem}\n`).join('');
  return `export const PROBLEM_TYPE_PREFIX = ${typescriptLiteral(exits.problemPrefix)};

export const EXIT = ${typescriptLiteral(exits.codes)} as const;

const BY_STATUS: ReadonlyMap<number, number> = new Map([
${rows}]);

/** The exit code for a reply that is not the documented success. */
export function exitCodeForStatus(status: number): number {
  return BY_STATUS.get(status) ?? EXIT.other;
}
`;
}
