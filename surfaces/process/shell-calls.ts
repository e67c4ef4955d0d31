import type { Place, TakenValue, WrittenCall } from '../driver.js';
import { plainWord } from './shell-word.js';
import { takenFrom } from '../written-calls.js';

/**
 * How a shell script takes a value out of the reply to a call. The reply is on the standard input of the command that
 * reads it.
 */
export interface ReplyReader {
  /** The definitions of the shell functions that the commands of `words` call. */
  readonly functions: string;
  /** Returns the command that prints the value at a place in the reply. */
  readonly words: (place: TakenValue['place']) => string;
}

/**
 * A shell word that expands to a value which was taken from a reply. If there is no such value, the shell prints an
 * error and does not run the command.
 */
export function shellValue({ number }: TakenValue): string {
  return `\${value${number}:?}`;
}

/**
 * Writes the commands as one script, in their order. If a later command needs a value from a reply, the script stores
 * the reply in a variable and prints it. A line feed is printed after each reply, because the reply may not end with
 * one.
 */
export function shellCalls(
  commands: readonly string[],
  calls: readonly Pick<WrittenCall, 'taken'>[],
  reader: ReplyReader,
): string {
  const blocks = commands.map((command, index) => {
    const values = takenFrom(calls, index);
    if (values.length === 0) return index === commands.length - 1 ? command : `${command}\necho`;
    const reply = `reply${index + 1}`;
    const taken = values.map(
      ({ number, place }) => `value${number}=$(printf '%s' "$${reply}" | ${reader.words(place)})`,
    );
    return [`${reply}=$(${command})`, `printf '%s\\n' "$${reply}"`, ...taken].join('\n');
  });
  const places = calls.flatMap(({ taken }) => taken).map(({ place }) => place);
  const functions = places.some((place) => typeof place !== 'string') ? [reader.functions] : [];
  return [...functions, ...blocks].join('\n\n');
}

/**
 * The definition of a shell function that reads a reply on standard input and prints one value of it, with Node.js. Its
 * arguments are the member names and indexes that lead to the value. `text`: a JavaScript expression for the JSON text,
 * computed from `input`. `printed`: an expression for the text to print, computed from `value`.
 */
export function valueFunction(text: string, printed: string): string {
  return [
    "value_of() { node -e '",
    '  const input = fs.readFileSync(0, "utf8");',
    `  const reply = JSON.parse(${text});`,
    '  const value = process.argv.slice(1).reduce((part, name) => part[name], reply);',
    `  process.stdout.write(${printed});`,
    '\' -- "$@"; }',
  ].join('\n');
}

/** A command that prints the value at a place in a reply. It calls the shell function `value_of`. */
export function valueWords(place: Place): string {
  return ['value_of', ...place.map((name) => plainWord([Buffer.from(String(name)).toString('latin1')]))].join(' ');
}
