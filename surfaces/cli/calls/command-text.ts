import { basename } from 'node:path';
import type { CallTextContext, HeaderPlace, Place, WrittenCall } from '../../driver.js';
import type { CallText } from '../../call-text.js';
import { environmentValues } from '../../process/environment-values.js';
import { shellCalls, shellValue, valueFunction, valueWords } from '../../process/shell-calls.js';
import { type WordPart, plainWord, printfFormat, shellWord } from '../../process/shell-word.js';
import { isFromBodies } from '../../written-calls.js';
import { type CommandCall, type Program, commandCall, prefixedName } from './command-call.js';

/**
 * Placeholders for words whose text only the shell can compute, such as the path of a temporary folder. No real
 * argument contains U+FDD0, because it is not a character.
 */
const FOLDER = '\ufdd0folder';
const NAMED = '\ufdd0named';
const URL = '\ufdd0url';
const TOKEN = '\ufdd0token';
const MARKS = /(\ufdd0(?:folder|named|url|token)|parity-value-\d+-)/;

/**
 * Writes the calls as commands of a POSIX shell. Returns `undefined` in each of these cases:
 * - A command cannot express a call.
 * - A call needs a terminal or two different base URLs.
 * - A value comes from a header.
 * - An argument or the token ends with a line feed, which a command substitution would remove (POSIX.1-2017 Shell
 *   §2.6.3).
 */
export function commandText(
  calls: readonly WrittenCall[],
  program: Program,
  context: CallTextContext,
): CallText | undefined {
  const commands = calls.flatMap((call) => oneCommand(call, program, context) ?? []);
  if (commands.length < calls.length || !isFromBodies(calls)) return undefined;
  return { language: 'sh', text: shellCalls(commands, calls, READER) };
}

const READER = {
  functions: valueFunction('input', 'String(value ?? "")'),
  words: (place: Place | HeaderPlace) => (typeof place === 'string' ? '' : valueWords(place)),
};

function oneCommand(call: WrittenCall, program: Program, context: CallTextContext): string | undefined {
  const made = commandCall(call, program, context.contract, FOLDER, NAMED);
  if (made.kind === 'inexpressible' || made.decision.answer !== undefined) return undefined;
  if (call.misuse === 'token-line-end' || call.misuse === 'other-url-variable') return undefined;
  const expressions = new Map([
    [FOLDER, '$folder'],
    [NAMED, "$(pwd -P | sed 's,/[^/]*,../,g')$folder"],
    [URL, '$BASE_URL'],
    [TOKEN, `$${call.token ?? ''}`],
    ...call.taken.map((value) => [value.mark, shellValue(value)] as const),
  ]);
  const words = [...program.command, ...made.args].map((text) => wordParts(text, expressions));
  if (words.flat().some((part) => typeof part === 'string' && part.endsWith('\n'))) return undefined;
  const variables = variablesOf(call, made, program, context).map(
    ([name, value]) => `${name}=${plainWord(wordParts(value, expressions))}`,
  );
  const command = [...variables, ...words.map(plainWord)].join(' ');
  const output = call.misuse === 'closed-output' ? ' | true' : '';
  return `${filesText(made)}${inputText(call, made, command)}${output}`;
}

/**
 * Splits a word into literal texts and shell expressions. A literal text is a Latin-1 string: each character is one
 * byte.
 */
function wordParts(text: string, expressions: ReadonlyMap<string, string>): readonly WordPart[] {
  return text.split(MARKS).map((part) => {
    const expression = expressions.get(part);
    return expression === undefined ? Buffer.from(part).toString('latin1') : { expression };
  });
}

/**
 * The environment variables that the text of a call sets. A configured variable is included only if its value is built
 * from the URL or the token, which the text shows as shell variables. Any other value may be a secret.
 */
function variablesOf(
  { token }: WrittenCall,
  { decision }: CommandCall,
  { env = {} }: Program,
  { prefix }: CallTextContext,
): readonly (readonly [name: string, value: string])[] {
  const given = Object.entries(environmentValues(env, { baseUrl: URL }, token && TOKEN));
  const own = { BASE_URL: URL, ...(token !== undefined && { TOKEN }), ...decision.variables };
  return [
    ...given.filter(([, value]) => value.includes(URL) || value.includes(TOKEN)),
    ...Object.entries(own).map(([name, value]) => [prefixedName(prefix, name), value] as const),
    ...Object.entries(decision.environment ?? {}),
  ];
}

function filesText({ files = [] }: CommandCall): string {
  if (files.length === 0) return '';
  const written = files.map(
    ({ path, bytes }) => `${printed(bytes)} > ${shellWord([{ expression: '$folder' }, `/${basename(path)}`])} && `,
  );
  return `folder=$(mktemp -d) && ${written.join('')}`;
}

/**
 * Adds an input to the command, so that its standard input is not a terminal. On a terminal, a program with a human
 * gate would ask for approval.
 */
function inputText({ operation }: WrittenCall, { stdin }: CommandCall, command: string): string {
  if (stdin !== undefined) return `${printed(stdin)} | ${command}`;
  return operation.gate === undefined ? command : `${command} < /dev/null`;
}

function printed(bytes: Uint8Array): string {
  return `printf '${printfFormat(Buffer.from(bytes).toString('latin1'))}'`;
}
