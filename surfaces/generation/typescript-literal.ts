import { type Json, isJsonObject } from '../../contract/json/json.js';

/** The maximum length of a line of generated data. The name of a member is not counted. */
const WIDTH = 120;
/**
 * The minimum width of a part of a split string. In deeply indented code, a line may therefore be longer than `WIDTH`.
 */
const LEAST_WIDTH = 40;

/**
 * Writes JSON data as a TypeScript expression. It is on one line if it fits. Otherwise it has one member per line, and
 * long strings are split into several literals.
 */
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
 * Writes the name of a member, without quotes if possible. `__proto__` is written as `['__proto__']`, because
 * `__proto__:` in an object literal would set the prototype (ECMA-262 §B.3.1). This form is also valid in classes and
 * interfaces.
 */
export function memberName(name: string): string {
  if (name === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

/**
 * Writes a string literal on one line. JSON escapes are also valid in JavaScript; only the quotes differ. U+2028 and
 * U+2029 are escaped, because older parsers treat them as line ends.
 */
export function quoted(text: string): string {
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`);
  return `'${inner.replaceAll('\u2028', String.raw`\u2028`).replaceAll('\u2029', String.raw`\u2029`)}'`;
}

function textLiteral(text: string, indent: string): string {
  const whole = quoted(text);
  if (indent.length + whole.length <= WIDTH) return whole;
  const inner = `${indent}  `;
  return textChunks(text, Math.max(WIDTH - inner.length, LEAST_WIDTH))
    .map(quoted)
    .join(` +\n${inner}`);
}

/**
 * Splits a string into chunks. A chunk ends after a space if possible, otherwise between two code points, so that no
 * escape or surrogate pair is split.
 */
function textChunks(text: string, width: number): readonly string[] {
  const found: string[] = [];
  let chunk = '';
  for (const unit of text.split(/(?<= )/).flatMap((word) => (quoted(word).length > width ? [...word] : [word]))) {
    if (chunk !== '' && quoted(chunk + unit).length > width) {
      found.push(chunk);
      chunk = '';
    }
    chunk += unit;
  }
  return [...found, chunk];
}
