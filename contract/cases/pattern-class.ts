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
 * What may follow a backslash and stands for one character (ECMA-262 §22.2.1, `CharacterEscape`, `CharacterClassEscape`).
 * A pair of escaped surrogates is one character with the `u` flag.
 */
const ESCAPE = `(?:${[
  String.raw`[pP]\{[^}]*\}`,
  String.raw`u\{[0-9A-Fa-f]+\}`,
  String.raw`u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}`,
  'u[0-9A-Fa-f]{4}',
  'x[0-9A-Fa-f]{2}',
  'c[A-Za-z]',
  '.',
].join('|')})`;
const CLASS_ATOM = new RegExp(String.raw`\\${ESCAPE}|.`, 'gsu');

/** How many characters of a class without any of the palette are searched for, and among how many. */
const MAX_FOUND = 16;
const LAST_SEARCHED = 0x3_ff_ff;
/** Half a character is no text that could be sent. */
const SURROGATE = /\p{Surrogate}/u;

/** Characters that a class such as `[^a-z\p{Lu}]` takes: those of the palette, and what the class itself names. */
export function classChoices(source: string, ignoreCase = false): readonly string[] {
  const expression = new RegExp(source, ignoreCase ? 'iu' : 'u');
  const named = source.startsWith('[^') ? [] : namedCharacters(source.slice(1, -1));
  const choices = [...new Set([...PALETTE, ...named])].filter((text) => expression.test(text) && !SURROGATE.test(text));
  return choices.length > 0 ? choices : searched(expression);
}

/** The same for what stands behind a backslash outside a class: `\d`, `\p{L}`, `\u00e9`, `\.`. */
export function escapeChoices(source: string): readonly string[] {
  return classChoices(`[${source}]`);
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
function searched(expression: RegExp): readonly string[] {
  const found: string[] = [];
  for (let code = 0; code <= LAST_SEARCHED && found.length < MAX_FOUND; code += 1) {
    const text = String.fromCodePoint(code);
    if (expression.test(text) && !SURROGATE.test(text)) found.push(text);
  }
  return found;
}
