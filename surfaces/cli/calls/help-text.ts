import { GLOBAL_FLAGS } from '../commands/flags.js';

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
  const words = sectionLines(help, /^(?:flags|options):?$/i).map(
    (line) => /^\s+(?:-\w,?\s+)?(--[A-Za-z0-9][\w.-]*)/.exec(line)?.[1],
  );
  return unique(words).filter((flag) => !GLOBAL_FLAGS.includes(flag.slice(2)));
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
