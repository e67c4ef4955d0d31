import { visible } from '../../contract/json/visible.js';

/** Literal text, or an expression that the shell expands between double quotes: `$TOKEN`. */
export type WordPart = string | { readonly expression: string };

/**
 * One word of a POSIX shell command (POSIX.1-2017 Shell §2.2). Literal parts are Latin-1 strings: each character is a
 * byte on the wire. The word contains only visible text on one line, for any bytes.
 */
export function shellWord(parts: readonly WordPart[]): string {
  const merged = mergedText(parts);
  if (merged.length === 0) return "''";
  // Double quotes around the whole word are easiest to read. They are not used for a word with special characters, such
  // as an exclamation mark, which an interactive shell expands even in double quotes.
  if (
    merged.some((part) => typeof part !== 'string') &&
    merged.every((part) => typeof part !== 'string' || BARE.test(part))
  )
    return `"${merged.map((part, index) => (typeof part === 'string' ? part : expressionBefore(part.expression, merged[index + 1]))).join('')}"`;
  return merged.map((part) => (typeof part === 'string' ? quoted(part) : `"${part.expression}"`)).join('');
}

/** Joins adjacent literal parts and drops empty parts. */
function mergedText(parts: readonly WordPart[]): readonly WordPart[] {
  const merged: WordPart[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (typeof part === 'string' && typeof last === 'string') merged[merged.length - 1] = last + part;
    else if (part !== '') merged.push(part);
  }
  return merged;
}

/** Characters without a special meaning within double quotes. */
const BARE = /^[\w/.~%=&?+:,;@()*[\]{}| #<>^-]*$/;

/** The expression before a text. `$TOKEN` followed by a letter would be a different variable. */
function expressionBefore(expression: string, next: WordPart | undefined): string {
  return typeof next === 'string' && /^\w/.test(next) && /^\$\w+$/.test(expression)
    ? `\${${expression.slice(1)}}`
    : expression;
}

function quoted(bytes: string): string {
  const text = textOf(bytes);
  return text === undefined ? `"$(printf '${printfFormat(bytes)}')"` : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The text of the bytes; `undefined` if they are not UTF-8, or if a character would be invisible. */
export function textOf(bytes: string): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes, 'latin1'));
    return visible(text) === text ? text : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A format of `printf` that writes these bytes (POSIX.1-2017 File Format Notation): one to three octal digits after a
 * backslash.
 */
export function printfFormat(bytes: string): string {
  // A dash at the start would begin an option of `printf`.
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

/** Like `shellWord`, but a text without special characters of the shell gets no quotes. */
export function plainWord(parts: readonly WordPart[]): string {
  const [text, ...more] = mergedText(parts);
  return typeof text === 'string' && more.length === 0 && PLAIN.test(text) ? text : shellWord(parts);
}

/** A word that needs no quotes. A first word with an equals sign would be an assignment. */
const PLAIN = /^(?:[\w/.,:@%+-]+|--?\w[\w/.,:@%+=-]*)$/;
