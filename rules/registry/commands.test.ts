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
  ['registered', [ITEMS], []],
  ['both registered', [ITEMS, { ...RUNS, registered: ['items', 'runs'] }], []],
  ['one that is not', [ITEMS, RUNS], ['unregistered run']],
  ['one that is declared nowhere', [ITEMS, without(RUNS)], ['undeclared run']],
  ['no package at all', [without(ITEMS), without(RUNS)], []],
  ['the package of another surface', [{ ...ITEMS, surface: 'other' }, without(RUNS)], []],
  ['no commands of that contract', [ITEMS, { ...RUNS, operations: [] }], []],
  [
    'a package that is not there',
    [{ ...without(ITEMS), console: { package: 'x.json', command: 'items' } }],
    ['package-unreadable getItem'],
  ],
])('declared console commands must be registered: %s → $2', (_, offered, want) => {
  expect(
    checkConsoleCommands(offered).map(({ violation, operations }) => `${violation.kind} ${operations.join()}`),
  ).toEqual(want);
});

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
  ['runs', {}, undefined],
  ['does not start', { version: { exitCode: undefined, stdout: '', stderr: 'ENOENT' } }, 'does-not-run'],
  ['fails', { help: { exitCode: 1, stdout: 'usage', stderr: 'x' } }, 'does-not-run'],
  ['is silent', { version: { exitCode: 0, stdout: '\n', stderr: '' } }, 'does-not-run'],
  ['does not know a command', { expected: ['get-item', 'list-items'] }, 'command-missing'],
  ['knows only a longer one', { expected: ['get'] }, 'command-missing'],
])('an installed command is judged: it %s', (_, change, kind) => {
  expect(checkCommandRuns([{ ...INSTALLED, ...change }]).map((violation) => violation.kind)).toEqual(
    kind === undefined ? [] : [kind],
  );
});
