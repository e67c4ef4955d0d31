import { expect, test } from 'vitest';
import { commandsIn, flagsIn } from './help-text.js';

test.each<readonly [string, string, readonly string[]]>([
  [
    'in our own layout',
    'Usage: x\n\nCommands:\n  list-items   List\n  get-item  Get\n\nGlobal flags:\n  --help  This.\n',
    ['list-items', 'get-item'],
  ],
  ['with a heading in capitals, tabs and CRLF', 'COMMANDS\r\n\tone\tFirst\r\n\ttwo\tSecond\r\n', ['one', 'two']],
  [
    'with arguments and a help command',
    'Commands:\n  get-item [options] <id>  Get\n  help [command]  display help\n',
    ['get-item'],
  ],
  ['without commands', 'Usage: x\n', []],
])('finds the commands in a help text %s', (_, help, names) => {
  expect(commandsIn(help)).toEqual(names);
});

test.each<readonly [string, string, readonly string[]]>([
  [
    'in our own layout',
    'Flags:\n  --item-id <id>  Id.\n  --body <json>  A --nested word.\n\nGlobal flags:\n  --deny\n',
    ['--item-id', '--body'],
  ],
  [
    'with short forms and global flags',
    'Options:\n  -l, --limit <n>  Limit\n  -h, --help  Help\n  --approve <g>  A\n',
    ['--limit'],
  ],
  ['with an equals sign', 'Options:\n  --limit=<n>  Limit\n', ['--limit']],
  ['without flags', 'Usage: x --limit\n', []],
])('finds the flags of a command in a help text %s', (_, help, names) => {
  expect(flagsIn(help)).toEqual(names);
});
