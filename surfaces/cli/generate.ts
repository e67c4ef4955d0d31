import type { Contract } from '../../contract/contract.js';
import { CLIENT_EXIT, FAILURES, OTHER_FAILURE, PROBLEM_TYPE_PREFIX, TRANSPORT_FAILURE } from '../failure-table.js';
import type { GeneratedFile, Generator } from '../generation/generator.js';
import { runtimePlace, typescriptRuntime } from '../generation/runtime-files.js';
import { serviceSlug } from '../generation/service-slug.js';
import { vendorPrefix } from '../generation/vendor-prefix.js';
import type { CliModel } from './commands/cli-model.js';
import { projectCommand } from './commands/project-command.js';
import { renderCommands, renderFailures, renderMain } from './commands/render-modules.js';

/**
 * Writes the table of commands and the exit codes. An operation has a command if the contract declares one. If the
 * service has no hand-written command line, also writes the program that runs the commands.
 */
export const cliGenerator: Generator = {
  handWritten: 'runtime/command-line.ts',
  project: cliModel,
  render(projection, header, library, isWritten = false) {
    // The projection comes from `project`, but may have been read from a file. Its static type is therefore JSON.
    const model = projection as unknown as CliModel;
    const stamp = header.map((line) => `// ${line}\n`).join('');
    const runtime = runtimePlace(library, isWritten);
    const files: readonly GeneratedFile[] = [
      { path: 'generated/commands.ts', text: `${stamp}\n${renderCommands(model, runtime)}` },
      { path: 'generated/failures.ts', text: `${stamp}\n${renderFailures(model)}`, shared: true },
    ];
    const isOwnProgram = library === undefined || isWritten;
    const main = { path: 'generated/main.ts', text: renderMain(serviceSlug(model.title), stamp, runtime) };
    return [
      ...files,
      ...(isOwnProgram ? [main] : []),
      ...(library === undefined ? typescriptRuntime('cli', header) : []),
    ];
  },
};

function cliModel(contract: Contract): CliModel {
  return {
    prefix: vendorPrefix(contract.operations.find(({ command }) => command !== undefined)?.command, 'cli'),
    title: contract.title,
    version: contract.version,
    commands: contract.operations.flatMap((operation) => projectCommand(operation, contract)),
    exits: {
      problemPrefix: PROBLEM_TYPE_PREFIX,
      codes: { ...CLIENT_EXIT, other: OTHER_FAILURE.exitCode, transport: TRANSPORT_FAILURE.exitCode },
      statuses: FAILURES.map(({ status, exitCode, problem }) => ({ status, exitCode, problem })),
    },
  };
}
