import type { InventoryEntry } from '../../driver.js';
import { BODY_FLAG, GLOBAL_FLAGS } from '../commands/flags.js';

/** The commands that a program's help lists: the first word of each indented line below `Commands:`. */
export function commandsIn(help: string): readonly string[] {
  const words = sectionLines(help, /^(?:available |sub)?commands:?$/i).map(
    (line) => /^\s+([a-z0-9][\w:.-]*)/i.exec(line)?.[1],
  );
  return unique(words).filter((name) => name !== 'help');
}

/**
 * The flags that the help of a command lists below `Flags:` or `Options:`, as typed. Flags that every command has are
 * omitted.
 */
export function flagsIn(help: string): readonly string[] {
  return unique(flagLines(help).map(([flag]) => flag)).filter((flag) => !GLOBAL_FLAGS.includes(flag.slice(2)));
}

/** Whether the help of a command marks each flag, such as by `(required)`. `(required if …)` is no mark. */
export function requiredIn(help: string): ReadonlyMap<string, boolean> {
  const marked = new Set(flagLines(help).flatMap(([flag, line]) => (REQUIRED.test(line) ? [flag] : [])));
  return new Map(flagsIn(help).map((flag) => [flag, marked.has(flag)]));
}

/**
 * What the help of a command states. `tokenVariable`: the environment variable that contains the token. `own`: the
 * variables that the configuration gives to the program. One of them may contain the token too.
 */
export function helpEntry(
  name: string,
  help: string,
  tokenVariable: string,
  own: Readonly<Record<string, unknown>> = {},
): InventoryEntry {
  const prefix = tokenVariable.slice(0, -'TOKEN'.length);
  const stated = unique(help.match(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)*_TOKEN\b/g) ?? []);
  const isGiven = stated.some((each) => each === tokenVariable || Object.hasOwn(own, each));
  const other = isGiven ? undefined : stated.find((each) => each.startsWith(prefix));
  return {
    name,
    inputs: flagsIn(help),
    required: requiredIn(help),
    ...(other !== undefined && { otherVariable: { stated: other, read: tokenVariable } }),
  };
}

const REQUIRED = /[([](?:[\w ]+[,;] ?)?required[)\]]/i;

/** True if the help of a command states that `--body @FILE` reads a file. */
export function readsFileAt(help: string): boolean {
  return flagLines(help).some(([flag, line]) => flag === `--${BODY_FLAG}` && /[^\w.]@[<{[]?(?:path|file)/i.test(line));
}

/** Each line about a flag, with the flag. The flag is `undefined` if it has only a short form. */
function flagLines(help: string): readonly (readonly [flag: string | undefined, line: string])[] {
  let flag: string | undefined;
  return sectionLines(help, /^(?:flags|options):?$/i).map((line) => {
    if (/^\s+-/.test(line)) flag = /^\s+(?:-\w,?\s+)?(--[A-Za-z0-9][\w.-]*)/.exec(line)?.[1];
    return [flag, line];
  });
}

/** The lines below a heading, up to the next line that is not indented. Headings are not indented. */
function sectionLines(help: string, heading: RegExp): readonly string[] {
  let inside = false;
  return help.split(/\r?\n/).filter((line) => {
    if (/^\S/.test(line)) inside = heading.test(line.trim());
    return inside && /^\s+\S/.test(line);
  });
}

function unique(words: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(words.filter((word) => word !== undefined))];
}
