import { expect, test } from 'vitest';
import type { OperationId } from '../../contract/operation.js';
import { type CallResult, type InstalledCommand, checkCommandRuns } from './command-runs.js';
import { type OfferedCommands, checkConsoleCommands } from './console-command.js';

const ITEMS: OfferedCommands = {
  surface: 'cli',
  contract: { title: 'Items', file: 'items.yaml' },
  operations: ['getItem' as OperationId],
  console: { package: 'cli/package.json', command: 'items' },
  registered: ['items'],
};
const RUNS: OfferedCommands = {
  ...ITEMS,
  contract: { title: 'Runs', file: 'runs.yaml' },
  operations: ['run' as OperationId],
  console: { package: 'cli/package.json', command: 'runs' },
};

function without({ surface, contract, operations }: OfferedCommands): OfferedCommands {
  return { surface, contract, operations };
}

test.each<[string, readonly OfferedCommands[], readonly string[]]>([
  ['one package registers its command', [ITEMS], []],
  ['one package registers the commands of two contracts', [ITEMS, { ...RUNS, registered: ['items', 'runs'] }], []],
  ['one of two commands is not registered', [ITEMS, RUNS], ['unregistered run']],
  ['one of two contracts declares no command', [ITEMS, without(RUNS)], ['undeclared run']],
  ['no contract declares a package', [without(ITEMS), without(RUNS)], []],
  ['only a different surface has a package', [{ ...ITEMS, surface: 'other' }, without(RUNS)], []],
  ['a contract has no operation with a command', [ITEMS, { ...RUNS, operations: [] }], []],
  [
    'the package does not exist',
    [{ ...without(ITEMS), console: { package: 'x.json', command: 'items' } }],
    ['package-unreadable getItem'],
  ],
])(
  'a console command that the configuration declares must be in `bin` of the package: %s (violations: $2)',
  (_, offered, want) => {
    expect(
      checkConsoleCommands(offered).map(({ violation, operations }) => `${violation.kind} ${operations.join()}`),
    ).toEqual(want);
  },
);

const SAYS: CallResult = { exitCode: 0, stdout: 'items 1.0\n  get-item  fetch one\n', stderr: '' };
const INSTALLED: InstalledCommand = {
  surface: 'cli',
  package: 'cli/package.json',
  command: 'items',
  expected: ['get-item'],
  version: SAYS,
  help: SAYS,
};

test.each<[string, Partial<InstalledCommand>, string | undefined]>([
  ['a command that runs and lists its commands', {}, undefined],
  ['a command that does not start', { version: { exitCode: undefined, stdout: '', stderr: 'ENOENT' } }, 'does-not-run'],
  ['a command that fails', { help: { exitCode: 1, stdout: 'usage', stderr: 'x' } }, 'does-not-run'],
  ['a command that prints nothing', { version: { exitCode: 0, stdout: '\n', stderr: '' } }, 'does-not-run'],
  ['a command whose help lacks an expected command', { expected: ['get-item', 'list-items'] }, 'command-missing'],
  ['a command whose help has only a command with a longer name', { expected: ['get'] }, 'command-missing'],
])('a console command must run after its package was installed: %s (violation: $2)', (_, change, kind) => {
  expect(checkCommandRuns([{ ...INSTALLED, ...change }]).map((violation) => violation.kind)).toEqual(
    kind === undefined ? [] : [kind],
  );
});
