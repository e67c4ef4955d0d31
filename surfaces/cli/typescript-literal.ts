import { type Json, isJsonObject } from '../../contract/json.js';

const WIDTH = 120;

/** Plain data as source text: on one line where that fits, else a member a line. */
export function typescriptLiteral(value: Json, indent = ''): string {
  if (typeof value === 'string') return quoted(value);
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

/** A plain `__proto__` would set the prototype (ECMA-262 §B.3.1). */
function memberName(name: string): string {
  if (name === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

/** JSON's escapes are JavaScript's, but for the quotes; the line separators would end a line in older readers. */
function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`);
  return `'${inner.replaceAll('\u2028', String.raw`\u2028`).replaceAll('\u2029', String.raw`\u2029`)}'`;
}
