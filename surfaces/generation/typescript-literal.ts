import { type Json, isJsonObject } from '../../contract/json/json.js';

/** Longest line of generated code that holds nothing but data, the name of its member apart. */
const WIDTH = 120;
/** However deep a text stands, a line of it holds about this many characters. */
const LEAST_WIDTH = 40;

/** Plain data as TypeScript: on one line where that fits, else a member a line; a text that is too long in pieces. */
export function typescriptLiteral(value: Json, indent = ''): string {
  if (typeof value === 'string') return textLiteral(value, indent);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const parts = isJsonObject(value)
    ? Object.entries(value).map(([name, member]) => `${memberName(name)}: ${typescriptLiteral(member, inner)}`)
    : value.map((member) => typescriptLiteral(member, inner));
  const [open, close, space] = isJsonObject(value) ? ['{', '}', ' '] : ['[', ']', ''];
  if (parts.length === 0) return `${open}${close}`;
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (indent.length + line.length <= WIDTH && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}

/**
 * The name of a member, bare where it can be. A plain `__proto__:` in an object literal would set the prototype
 * (ECMA-262 §B.3.1); a computed one is a member like any other, in classes and interfaces as well.
 */
export function memberName(name: string): string {
  if (name === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

/** A string literal on one line. JSON's escapes are JavaScript's, but for the quotes; line separators end a line in older readers. */
export function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`);
  return `'${inner.replaceAll('\u2028', String.raw`\u2028`).replaceAll('\u2029', String.raw`\u2029`)}'`;
}

function textLiteral(text: string, indent: string): string {
  const whole = quoted(text);
  if (indent.length + whole.length <= WIDTH) return whole;
  const inner = `${indent}  `;
  return pieces(text, Math.max(WIDTH - inner.length, LEAST_WIDTH)).map(quoted).join(` +\n${inner}`);
}

/** Cut behind spaces where that can be, else between code points, so that no escape or surrogate pair is torn. */
function pieces(text: string, width: number): readonly string[] {
  const found: string[] = [];
  let piece = '';
  for (const unit of text.split(/(?<= )/).flatMap((word) => (quoted(word).length > width ? [...word] : [word]))) {
    if (piece !== '' && quoted(piece + unit).length > width) {
      found.push(piece);
      piece = '';
    }
    piece += unit;
  }
  return [...found, piece];
}
