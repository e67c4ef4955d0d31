import { type Json, isJsonObject } from '../../contract/json.js';

const WIDTH = 120;

/** A JSON value as an expression of a module: on one line where it is short, so that a changed contract makes a small diff. */
export function jsonSource(value: Json, indent = ''): string {
  const line = oneLine(value);
  if (line.length + indent.length <= WIDTH || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(([key, member]) => `${inner}${keySource(key)}: ${jsonSource(member, inner)},\n`);
    return `{\n${members.join('')}${indent}}`;
  }
  return `[\n${value.map((member) => `${inner}${jsonSource(member, inner)},\n`).join('')}${indent}]`;
}

function oneLine(value: Json): string {
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(([key, member]) => `${keySource(key)}: ${oneLine(member)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  return Array.isArray(value) ? `[${(value as readonly Json[]).map(oneLine).join(', ')}]` : stringSource(value);
}

/** In an object literal a plain `__proto__` key would set the prototype (ECMA-262 §13.2.5.5); a computed one is a member. */
function keySource(key: string): string {
  if (key === '__proto__') return `['__proto__']`;
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(key) ? key : stringSource(key);
}

function stringSource(value: Json): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  const json = JSON.stringify(value);
  return value.includes("'") ? json : `'${json.slice(1, -1).replaceAll('\\"', '"')}'`;
}
