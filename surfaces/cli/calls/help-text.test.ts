import { expect, test } from 'vitest';
import { commandsIn, flagsIn } from './help-text.js';

test.each<readonly [string, string, readonly string[]]>([
  [
    'a help text in the layout of generated programs',
    'Usage: x\n\nCommands:\n  list-items   List\n  get-item  Get\n\nGlobal flags:\n  --help  This.\n',
    ['list-items', 'get-item'],
  ],
  [
    'a help text with a heading in capitals, tabs, and CRLF line ends',
    'COMMANDS\r\n\tone\tFirst\r\n\ttwo\tSecond\r\n',
    ['one', 'two'],
  ],
  [
    'a help text with arguments and a help command',
    'Commands:\n  get-item [options] <id>  Get\n  help [command]  display help\n',
    ['get-item'],
  ],
  ['a help text without commands', 'Usage: x\n', []],
])('the names of commands are found in %s → $2', (_, help, names) => {
  expect(commandsIn(help)).toEqual(names);
});

test.each<readonly [string, string, readonly string[]]>([
  [
    'a help text in the layout of generated programs',
    'Flags:\n  --item-id <id>  Id.\n  --body <json>  A --nested word.\n\nGlobal flags:\n  --deny\n',
    ['--item-id', '--body'],
  ],
  [
    'a help text with short forms and global flags',
    'Options:\n  -l, --limit <n>  Limit\n  -h, --help  Help\n  --approve <g>  A\n',
    ['--limit'],
  ],
  ['a help text with an equals sign between a flag and its value', 'Options:\n  --limit=<n>  Limit\n', ['--limit']],
  ['a help text without flags', 'Usage: x --limit\n', []],
])('the names of flags are found in %s → $2', (_, help, names) => {
  expect(flagsIn(help)).toEqual(names);
});
