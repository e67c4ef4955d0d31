import type { Place, TakenValue, WrittenCall } from '../driver.js';
import { plainWord } from './shell-word.js';
import { takenFrom } from '../written-calls.js';

/**
 * How a shell script reads a value from a reply. The command that reads the value gets the reply on its standard input.
 */
export interface ReplyReader {
  /** The definitions of the shell functions that the commands from `words` call. */
  readonly functions: string;
  /** The command that prints the value at a place of the reply. */
  readonly words: (place: TakenValue['place']) => string;
}

/**
 * The value as a word of a command. If the value is missing, the shell prints an error and does not run the command.
 */
export function shellValue({ number }: TakenValue): string {
  return `\${value${number}:?}`;
}

/**
 * The commands as one script, in their order. If a later command needs a value from a reply, the reply is stored in a
 * variable and printed. A line feed is added, because a reply may have none at its end.
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
 * A shell function that uses Node.js to print a part of the reply on its standard input. Its arguments are the names
 * and indexes that lead to the part. `text` is a JavaScript expression that computes the JSON text from `input`.
 * `printed` is an expression that computes the printed text from `value`.
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

/** The command that calls the function `value_of` for a place. */
export function valueWords(place: Place): string {
  return ['value_of', ...place.map((name) => plainWord([Buffer.from(String(name)).toString('latin1')]))].join(' ');
}
