import type { CharacterSet } from '../../../contract/patterns/character-set.js';

/** Enough of every kind of character to show what a class lets through; the plainest first. */
const PALETTE: readonly string[] = [
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  ...' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
  ...'äßéñØ€日本語한שא🧰😀',
  '\u0301',
  '\u200d',
  '\u00a0',
  '\u2028',
  '\ufeff',
  '\u{10ffff}',
  '\t',
  '\n',
  '\r',
  '\u0001',
  '\u007f',
];

/**
 * One character of a class; behind a backslash what stands for one (ECMA-262 §22.2.1, `CharacterEscape`, `CharacterClassEscape`).
 * A pair of escaped surrogates is one character with the `u` flag.
 */
const CLASS_ATOM =
  /\\(?:[pP]\{[^}]*\}|u\{[0-9A-Fa-f]+\}|u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|c[A-Za-z]|.)|./gsu;

/** How many characters of a class without any of the palette are searched for, and among how many. */
const MAX_FOUND = 16;
const LAST_SEARCHED = 0x3_ff_ff;
/** Half a character is no text that could be sent. */
const SURROGATE = /\p{Surrogate}/u;

/** One for each set, of which a pattern may hold very many. */
const KNOWN = new WeakMap<CharacterSet, readonly string[]>();

/** Characters that a set such as `[^a-z\p{Lu}]`, `\d` or `.` takes: those of the palette, and what the set itself names. */
export function setChoices(set: CharacterSet): readonly string[] {
  let choices = KNOWN.get(set);
  if (choices === undefined) {
    choices = choicesOf(set);
    KNOWN.set(set, choices);
  }
  return choices;
}

function choicesOf(set: CharacterSet): readonly string[] {
  const { source } = set;
  const named = source.startsWith('[^') ? [] : namedCharacters(source.startsWith('[') ? source.slice(1, -1) : source);
  const choices = [...new Set([...PALETTE, ...named])].filter((text) => set.has(text.codePointAt(0) ?? 0) && !SURROGATE.test(text));
  return choices.length > 0 || source === '[]' ? choices : searched(set);
}

/** Single characters and the ends of ranges. An escape that names no single one is compiled to nothing that is kept. */
function namedCharacters(inner: string): readonly string[] {
  return (inner.match(CLASS_ATOM) ?? []).flatMap((atom) => {
    if (!atom.startsWith('\\')) return [atom];
    const unicode = /^\\(?:u\{|u|x)([0-9A-Fa-f]+)\}?$/.exec(atom)?.[1];
    if (unicode !== undefined) return [String.fromCodePoint(Number.parseInt(unicode, 16))];
    return /^\\u.{4}\\u.{4}$/.test(atom) ? [JSON.parse(`"${atom}"`) as string] : [];
  });
}

/** Some characters of a class of scripts or symbols that the palette has none of; none where the class is empty. */
function searched(set: CharacterSet): readonly string[] {
  const found: string[] = [];
  for (let code = 0; code <= LAST_SEARCHED && found.length < MAX_FOUND; code += 1) {
    if (set.has(code) && !SURROGATE.test(String.fromCodePoint(code))) found.push(String.fromCodePoint(code));
  }
  return found;
}
