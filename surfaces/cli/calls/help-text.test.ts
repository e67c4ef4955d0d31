import { expect, test } from 'vitest';
import { commandsIn, flagsIn, helpEntry, readsFileAt, requiredIn } from './help-text.js';

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

const ITEM = '  --item-id <id>  Id';

test.each<readonly [string, string, boolean]>([
  ['round brackets', `${ITEM}. (required)`, true],
  ['square brackets after a type', `${ITEM}  [string] [required]`, true],
  ['brackets with a type', `${ITEM} (string, required)`, true],
  ['a line below the flag', `${ITEM}\n            of the item (required)`, true],
  ['a mark of the flag before it', `  --name <n>  Name (required)\n${ITEM}`, false],
  ['a mark of a short flag after it', `${ITEM}\n  -n <n>  Name (required)`, false],
  ['a condition', `${ITEM} (required if a name is given)`, false],
  ['a choice', `${ITEM} (one of these is required)`, false],
  ['the word in a sentence', `${ITEM} of the required item`, false],
  ['the opposite', `${ITEM} (not required)`, false],
])('a help marks a flag as required by %s → $2', (_, lines, want) => {
  expect(requiredIn(`Options:\n${lines}\n`).get('--item-id')).toBe(want);
});

test.each<readonly [string, boolean]>([
  ['  --body <json>  Sent unchanged; @path reads a file.', true],
  ['  --body <json|@file>', true],
  ['  --body <json>\n      or @FILENAME', true],
  ['  --body <json>  such as {"email":"me@file.example"}', false],
  ['  --body <json>\n  --field <name=value>  name=@path reads a file', false],
  ['  --body-file <path>  not @path', false],
])('a help states that an argument with @ reads a file: %j → %j', (lines, want) => {
  expect(readsFileAt(`Flags:\n${lines}\n`)).toBe(want);
});

test.each<[string, string | undefined]>([
  ['The token is read from SVC_TOKEN.', undefined],
  ['The token is read from SVC_TOKEN, or else from SVC_API_TOKEN.', undefined],
  ['The token is read from $SVC_API_TOKEN.', 'SVC_API_TOKEN'],
  ['Needs GITHUB_TOKEN for uploads.', undefined],
  ['Shows one item.', undefined],
])('finds in a help another variable for the token than the one that has it: "%s" → %s', (help, want) => {
  expect(helpEntry('get', help, 'SVC_TOKEN').otherVariable?.stated).toBe(want);
});

test('a variable that the configuration gives to the program may have the token', () => {
  const help = 'The token is read from SVC_API_TOKEN.';
  expect(helpEntry('get', help, 'SVC_TOKEN', { SVC_API_TOKEN: '{token}' }).otherVariable).toBeUndefined();
  expect(helpEntry('get', help, 'SVC_TOKEN', { SVC_REGION: 'eu' }).otherVariable).toBeDefined();
});
