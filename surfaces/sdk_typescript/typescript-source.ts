import type { Json } from '../../contract/json.js';

/** Longest line of generated code that holds a literal. */
const WIDTH = 120;

/** A string literal; everything that could end it, or the line, is escaped. */
export function quoted(text: string): string {
  const json = JSON.stringify(text).slice(1, -1).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`);
  return `'${json.replaceAll('\u2028', String.raw`\u2028`).replaceAll('\u2029', String.raw`\u2029`)}'`;
}

/** A key of an object literal, an interface or a class. */
export function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

/** A literal of plain data; on one line where that fits. */
export function literal(value: Json, indent = ''): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? (value as readonly Json[]).map((member) => literal(member, inner))
    : Object.entries(value).map(([name, member]) => `${memberName(name)}: ${literal(member, inner)}`);
  const [open, close, space] = Array.isArray(value) ? ['[', ']', ''] : ['{', '}', ' '];
  if (parts.length === 0) return `${open}${close}`;
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (indent.length + line.length <= WIDTH && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}

/** A documentation comment; nothing where there is nothing to say. */
export function documentation(lines: readonly string[], indent = ''): string {
  const wrapping = lines.flatMap((line) => line.split(/[\r\n\u2028\u2029]+/)).flatMap(wrapped);
  const texts = wrapping.map((line) => line.replaceAll('*/', String.raw`*\/`));
  if (texts.length === 0) return '';
  if (texts.length === 1) return `${indent}/** ${texts[0] ?? ''} */\n`;
  return `${indent}/**\n${texts.map((text) => `${indent} * ${text}\n`).join('')}${indent} */\n`;
}

/** Cut at spaces; a word longer than a line stays whole. */
function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.trim().split(/\s+/)) {
    if (line !== '' && line.length + word.length >= WIDTH) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}
