import { basename } from 'node:path';
import type { Call, CallText, CallTextContext } from '../../driver.js';
import { environmentValues } from '../../environment-values.js';
import { type WordPart, plainWord, printfFormat, shellWord } from '../../process/shell-word.js';
import { type CommandCall, type Program, commandCall, prefixedName } from './command-call.js';

/** Texts that stand for what only the shell knows. No argument has such a text, as U+FDD0 is no character. */
const FOLDER = '\ufdd0folder';
const URL = '\ufdd0url';
const TOKEN = '\ufdd0token';
const MARK = /(\ufdd0(?:folder|url|token))/;

/**
 * The call as a command of a POSIX shell. `undefined` for a call that needs a terminal, and for an argument that ends
 * with a line feed, which a command substitution would remove (POSIX.1-2017 Shell §2.6.3).
 */
export function commandText(call: Call, program: Program, context: CallTextContext): CallText | undefined {
  const made = commandCall(call, program, context.contract, FOLDER);
  if (made.kind === 'inexpressible' || made.decision.answer !== undefined) return undefined;
  const expressions = new Map([
    [FOLDER, '$folder'],
    [URL, '$BASE_URL'],
    [TOKEN, `$${call.token ?? ''}`],
  ]);
  const words = [...program.command, ...made.args].map((text) => wordParts(text, expressions));
  if (words.flat().some((part) => typeof part === 'string' && part.endsWith('\n'))) return undefined;
  const variables = variablesOf(call, made, program, context).map(
    ([name, value]) => `${name}=${plainWord(wordParts(value, expressions))}`,
  );
  const command = [...variables, ...words.map(plainWord)].join(' ');
  return { language: 'sh', text: `${filesText(made)}${inputText(call, made, command)}` };
}

/** The literal parts as Latin-1 strings of their bytes. */
function wordParts(text: string, expressions: ReadonlyMap<string, string>): readonly WordPart[] {
  return text.split(MARK).map((part) => {
    const expression = expressions.get(part);
    return expression === undefined ? Buffer.from(part).toString('latin1') : { expression };
  });
}

/** The variables that the driver sets, but for those that the configuration gives a value: it may be a secret. */
function variablesOf(
  { token }: Call,
  { decision }: CommandCall,
  { env = {} }: Program,
  { prefix }: CallTextContext,
): readonly (readonly [name: string, value: string])[] {
  const given = Object.entries(environmentValues(env, { baseUrl: URL }, token && TOKEN));
  const own = { BASE_URL: URL, ...(token !== undefined && { TOKEN }), ...decision.variables };
  return [
    ...given.filter(([, value]) => MARK.test(value)),
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

/** A program asks at its gate if its input is a terminal. */
function inputText({ operation }: Call, { stdin }: CommandCall, command: string): string {
  if (stdin !== undefined) return `${printed(stdin)} | ${command}`;
  return operation.gate === undefined ? command : `${command} < /dev/null`;
}

function printed(bytes: Uint8Array): string {
  return `printf '${printfFormat(Buffer.from(bytes).toString('latin1'))}'`;
}
