import { visible } from '../../contract/json/visible.js';

/**
 * A part of a shell word: literal text, or an expression such as `$TOKEN` that the shell replaces inside double quotes.
 */
export type WordPart = string | { readonly expression: string };

/**
 * Writes one word of a POSIX shell command (POSIX.1-2017 Shell §2.2). Literal parts are Latin-1 strings: each character
 * is one byte of the argument. Whatever the bytes are, the written word has only visible characters and is on one line.
 */
export function shellWord(parts: readonly WordPart[]): string {
  const merged = mergedText(parts);
  if (merged.length === 0) return "''";
  // Double quotes around the whole word are easiest to read. They are not used if the word has special characters, such
  // as an exclamation mark, which an interactive shell expands even in double quotes.
  if (
    merged.some((part) => typeof part !== 'string') &&
    merged.every((part) => typeof part !== 'string' || BARE.test(part))
  )
    return `"${merged.map((part, index) => (typeof part === 'string' ? part : expressionBefore(part.expression, merged[index + 1]))).join('')}"`;
  return merged.map((part) => (typeof part === 'string' ? quoted(part) : `"${part.expression}"`)).join('');
}

/** Joins adjacent literal parts and removes empty parts. */
function mergedText(parts: readonly WordPart[]): readonly WordPart[] {
  const merged: WordPart[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (typeof part === 'string' && typeof last === 'string') merged[merged.length - 1] = last + part;
    else if (part !== '') merged.push(part);
  }
  return merged;
}

/** Text without characters that have a special meaning within double quotes. */
const BARE = /^[\w/.~%=&?+:,;@()*[\]{}| #<>^-]*$/;

/**
 * Adds braces to an expression if the next part would otherwise become a part of its name: `$TOKEN` followed by `x` is
 * written as `${TOKEN}x`.
 */
function expressionBefore(expression: string, next: WordPart | undefined): string {
  return typeof next === 'string' && /^\w/.test(next) && /^\$\w+$/.test(expression)
    ? `\${${expression.slice(1)}}`
    : expression;
}

function quoted(bytes: string): string {
  const text = textOf(bytes);
  return text === undefined ? `"$(printf '${printfFormat(bytes)}')"` : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Decodes bytes to text. `undefined` if the bytes are not UTF-8, or if a character would be invisible. */
export function textOf(bytes: string): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes, 'latin1'));
    return visible(text) === text ? text : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A `printf` format that writes these bytes. Bytes other than printable ASCII are escaped as octal digits after a
 * backslash (POSIX.1-2017 File Format Notation).
 */
export function printfFormat(bytes: string): string {
  // A dash at the start is escaped, because it would begin an option of `printf`.
  return bytes.replace(/^-|[^ -~]|['%\\]/g, (byte) => {
    if (byte === '%') return '%%';
    return SHORT.get(byte) ?? `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`;
  });
}

const SHORT = new Map([
  ['\\', '\\\\'],
  ['\n', String.raw`\n`],
  ['\r', String.raw`\r`],
  ['\t', String.raw`\t`],
]);

/** Like `shellWord`, but without quotes if the text has no characters that are special in a shell. */
export function plainWord(parts: readonly WordPart[]): string {
  const [text, ...more] = mergedText(parts);
  return typeof text === 'string' && more.length === 0 && PLAIN.test(text) ? text : shellWord(parts);
}

/**
 * A word that needs no quotes. An equals sign is only allowed in a word that begins with a dash, because a first word
 * such as `a=b` would be an assignment.
 */
const PLAIN = /^(?:[\w/.,:@%+-]+|--?\w[\w/.,:@%+=-]*)$/;
