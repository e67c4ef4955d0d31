import type { CharacterSet } from '../../../contract/patterns/character-set.js';

/**
 * Characters of every kind, the simplest first. They are matched against a character class to find which kinds it
 * allows.
 */
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
 * Matches one character of a character class. After a backslash, it is an escape (ECMA-262 §22.2.1, `CharacterEscape`,
 * `CharacterClassEscape`). With the `u` flag, a pair of escaped surrogates is one character.
 */
const CLASS_ATOM =
  /\\(?:[pP]\{[^}]*\}|u\{[0-9A-Fa-f]+\}|u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|c[A-Za-z]|.)|./gsu;

/**
 * The search for characters of a class that contains no character of `PALETTE` stops when this number of characters is
 * found, or at the code point `LAST_SEARCHED`.
 */
const MAX_FOUND = 16;
const LAST_SEARCHED = 0x3_ff_ff;
/** Matches a lone surrogate, which cannot be sent as text. */
const SURROGATE = /\p{Surrogate}/u;

/** A cache of the choices for each character set, because a pattern may contain very many sets. */
const KNOWN = new WeakMap<CharacterSet, readonly string[]>();

/**
 * Characters that match a set such as `[^a-z\p{Lu}]`, `\d` or `.`: characters of `PALETTE`, and characters that the set
 * itself names.
 */
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
  const choices = [...new Set([...PALETTE, ...named])].filter(
    (text) => set.has(text.codePointAt(0) ?? 0) && !SURROGATE.test(text),
  );
  return choices.length > 0 || source === '[]' ? choices : searched(set);
}

/**
 * The single characters in a character class, and the ends of its ranges. Escapes that stand for several characters are
 * skipped.
 */
function namedCharacters(inner: string): readonly string[] {
  return (inner.match(CLASS_ATOM) ?? []).flatMap((atom) => {
    if (!atom.startsWith('\\')) return [atom];
    const unicode = /^\\(?:u\{|u|x)([0-9A-Fa-f]+)\}?$/.exec(atom)?.[1];
    if (unicode !== undefined) return [String.fromCodePoint(Number.parseInt(unicode, 16))];
    return /^\\u.{4}\\u.{4}$/.test(atom) ? [JSON.parse(`"${atom}"`) as string] : [];
  });
}

/**
 * Some characters of a class that contains no character of `PALETTE`, such as a class of letters of a rare script.
 * Empty if the class has no characters.
 */
function searched(set: CharacterSet): readonly string[] {
  const found: string[] = [];
  for (let code = 0; code <= LAST_SEARCHED && found.length < MAX_FOUND; code += 1) {
    if (set.has(code) && !SURROGATE.test(String.fromCodePoint(code))) found.push(String.fromCodePoint(code));
  }
  return found;
}
