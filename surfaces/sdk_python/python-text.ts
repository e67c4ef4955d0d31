import { reflowed } from '../sdk/reflowed.js';

/** The maximum length of a line in a docstring. */
const WIDTH = 100;

/** Writes a Python string literal on one line. Characters that are not printable are escaped. */
export function quoted(text: string): string {
  // JSON escapes are also valid in Python. `JSON.stringify` does not escape these characters.
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ud800-\udfff]/gu, (mark) => {
    return `\\u${(mark.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  });
}

export function literal(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'string' ? quoted(value) : String(value);
}

/** Writes a Python tuple, such as `(a, b)`. If it has only one element, it ends with a comma: `(a,)`. */
export function tuple(items: readonly string[]): string {
  return items.length === 1 ? `(${items[0] ?? ''},)` : `(${items.join(', ')})`;
}

/** An import statement for those of the names that occur in the code. Empty if none of them occurs. */
export function importOf(module: string, names: readonly string[], code: string): string {
  const words = new Set(code.match(/\w+/g));
  const used = names.filter((name) => words.has(name));
  return used.length === 0 ? '' : `from ${module} import ${used.join(', ')}\n`;
}

/** A section of a docstring in Google style, such as `Args:`, with names and their descriptions. */
export interface Section {
  readonly heading: string;
  readonly entries: readonly (readonly [name: string, meaning: string])[];
}

/** Writes a docstring from texts and sections. Returns an empty string if there is nothing to write. */
export function docstring(parts: readonly (string | Section)[], indent: string): string {
  const blocks = parts.map((part) => (typeof part === 'string' ? reflowed(part, WIDTH) : sectionLines(part)));
  const lines = blocks
    .filter((block) => block.length > 0)
    .flatMap((block, index) => [...(index > 0 ? [''] : []), ...block]);
  // Backslashes and quotes are escaped, so that a description neither ends the docstring nor begins an escape.
  const safe = lines.map((line) => line.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"'));
  const [first, ...others] = safe;
  if (first === undefined) return '';
  if (others.length === 0) return `${indent}"""${first}${first.endsWith('"') ? ' ' : ''}"""\n`;
  return `${indent}"""${first}\n${others.map((line) => (line === '' ? '\n' : `${indent}${line}\n`)).join('')}${indent}"""\n`;
}

function sectionLines({ heading, entries }: Section): readonly string[] {
  if (entries.length === 0) return [];
  const lines = entries.flatMap(([name, meaning]) => {
    const [first = '', ...others] = reflowed(`${name}: ${meaning}`, WIDTH - 8).filter((line) => line !== '');
    return [`    ${first}`, ...others.map((line) => `        ${line}`)];
  });
  return [`${heading}:`, ...lines];
}
