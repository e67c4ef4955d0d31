import { type Json, isJsonObject } from '../../contract/json.js';

const WIDTH = 120;
/** Characters of a string that is too long for one line. */
const PIECE = 50;

/** JSON as a TypeScript expression: single quotes, bare member names where they can be, one line where it fits. */
export function typescriptLiteral(value: Json, indent = ''): string {
  const flat = oneLine(value);
  if (indent.length + flat.length <= WIDTH) return flat;
  const inner = `${indent}  `;
  if (typeof value === 'string') return brokenString(value, inner);
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map((item) => `${inner}${typescriptLiteral(item, inner)},\n`);
    return `[\n${items.join('')}${indent}]`;
  }
  if (!isJsonObject(value)) return flat;
  const members = Object.entries(value).map(([key, member]) => `${inner}${memberName(key)}: ${typescriptLiteral(member, inner)},\n`);
  return `{\n${members.join('')}${indent}}`;
}

function oneLine(value: Json): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(oneLine).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${memberName(key)}: ${oneLine(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** A plain `__proto__:` would set the prototype (ECMA-262 §B.3.1); a computed one is a member like any other. */
function memberName(key: string): string {
  if (key === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(key) ? key : quoted(key);
}

/** `JSON.stringify` has escaped what a source file cannot hold; only the quotes change. */
function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`;
}

/** Cut between code points, so that no escape or surrogate pair is torn. */
function brokenString(text: string, indent: string): string {
  const characters = [...text];
  const pieces: string[] = [];
  for (let start = 0; start < characters.length; start += PIECE) pieces.push(quoted(characters.slice(start, start + PIECE).join('')));
  return pieces.join(` +\n${indent}`);
}
