import { expect, it } from 'vitest';
import { program } from './program.js';

/** The output of a command that is called with wrong arguments. */
function printed(args: readonly string[]): string {
  const written: string[] = [];
  const root = program();
  for (const command of [root, ...root.commands]) {
    command.configureOutput({ writeErr: (text) => void written.push(text) });
    command.exitOverride((error) => {
      throw error;
    });
  }
  expect(() => root.parse(['node', 'parity', ...args])).toThrow();
  return written.join('');
}

it.each<[args: readonly string[], want: readonly string[]]>([
  [
    ['check', '--operatin', 'getItem'],
    [
      "parity: unknown option '--operatin'",
      '  → Did you mean --operation?',
      '  `npx contract-parity check --help` lists the options.',
    ],
  ],
  [
    ['chek'],
    ["parity: unknown command 'chek'", '  → Did you mean check?', '  `npx contract-parity --help` lists the options.'],
  ],
  [
    ['replay'],
    ["parity: missing required argument 'file'", '  `npx contract-parity replay --help` lists the options.'],
  ],
  [
    ['check', '--runs', 'many'],
    [
      "parity: option '--runs <n>' argument 'many' is invalid. Write a whole number from 0 to 1000000.",
      '  `npx contract-parity check --help` lists the options.',
    ],
  ],
])('the arguments %j are refused in at most three lines', (args, want) => {
  expect(printed(args)).toBe(`${want.join('\n')}\n`);
});

it('the help of each command lists its exit codes, and examples whose options exist', () => {
  for (const command of program().commands) {
    const text: string[] = [];
    command.configureOutput({ writeOut: (part) => void text.push(part) });
    command.outputHelp();
    const help = text.join('');
    expect(help, command.name()).toMatch(/\nExamples:\n {2}npx contract-parity .*\n[^]*\nExit codes:\n {2}/);
    const options = command.options.map(({ long }) => long ?? '');
    for (const option of help.split('\nExamples:\n')[1]?.match(/--[a-z-]+/g) ?? [])
      expect([...options, '--reports'], command.name()).toContain(option);
  }
});
