import { visible } from '../../../reports/text/visible.js';

/** Literal text, or an expression that the shell expands between double quotes: `$TOKEN`. */
export type WordPart = string | { readonly expression: string };

/**
 * One word of a POSIX shell command (POSIX.1-2017 Shell §2.2). Literal parts are Latin-1 strings: a character is a byte on the wire.
 * The word itself is visible text on one line, whatever the bytes.
 */
export function shellWord(parts: readonly WordPart[]): string {
  const merged = mergedText(parts);
  if (merged.length === 0) return "''";
  // Double quotes around the whole read best; an exclamation mark there would act in an interactive shell.
  if (merged.some((part) => typeof part !== 'string') && merged.every((part) => typeof part !== 'string' || BARE.test(part)))
    return `"${merged.map((part, index) => (typeof part === 'string' ? part : expressionBefore(part.expression, merged[index + 1]))).join('')}"`;
  return merged.map((part) => (typeof part === 'string' ? quoted(part) : `"${part.expression}"`)).join('');
}

/** Texts that stand beside each other as one; empty ones are dropped. */
function mergedText(parts: readonly WordPart[]): readonly WordPart[] {
  const merged: WordPart[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (typeof part === 'string' && typeof last === 'string') merged[merged.length - 1] = last + part;
    else if (part !== '') merged.push(part);
  }
  return merged;
}

/** Characters that mean themselves between double quotes. */
const BARE = /^[\w/.~%=&?+:,;@()*[\]{}| #<>^-]*$/;

/** `$TOKEN` in front of a letter would be another variable. */
function expressionBefore(expression: string, next: WordPart | undefined): string {
  return typeof next === 'string' && /^\w/.test(next) && /^\$\w+$/.test(expression) ? `\${${expression.slice(1)}}` : expression;
}

function quoted(bytes: string): string {
  const text = textOf(bytes);
  return text === undefined ? `"$(printf '${printfFormat(bytes)}')"` : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The text that a terminal turns into these bytes again; `undefined` where some of it would be invisible or is not UTF-8. */
export function textOf(bytes: string): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes, 'latin1'));
    return visible(text) === text ? text : undefined;
  } catch {
    return undefined;
  }
}

/** A format of `printf` that writes these bytes (POSIX.1-2017 File Format Notation): one to three octal digits after a backslash. */
export function printfFormat(bytes: string): string {
  return bytes.replace(/[^ -~]|['%\\]/g, (byte) => {
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
