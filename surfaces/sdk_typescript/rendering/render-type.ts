import { memberName, quoted } from '../../generation/typescript-literal.js';
import { documentation } from './documentation.js';
import { type PropertyModel, type TypeNode, isNever } from '../../sdk/type-model.js';

/** The maximum length of a union on one line. */
const WIDTH = 90;

/**
 * Writes a type as TypeScript code. All members are `readonly`. An optional member may be omitted, but may not have the
 * value `undefined`.
 */
export function renderType(type: TypeNode, indent = ''): string {
  switch (type.kind) {
    case 'keyword':
      return type.name === 'bytes' ? 'Uint8Array' : type.name === 'file' ? '(Blob | Uint8Array)' : type.name;
    case 'reference':
      return type.name;
    case 'literal':
      return typeof type.value === 'string' ? quoted(type.value) : JSON.stringify(type.value);
    case 'array':
      return `readonly ${inArray(type.items, indent)}[]`;
    case 'tuple':
      return renderTuple(type, indent);
    case 'object':
      return renderObject(type, indent);
    case 'union':
      return renderUnion(type, indent);
    case 'intersection':
      return type.members.map((member) => bracketed(member, 'union', indent)).join(' & ');
    default:
      return type satisfies never;
  }
}

/** An object type in braces, with one member per line. */
export function renderObject(type: Extract<TypeNode, { kind: 'object' }>, indent: string): string {
  const inner = `${indent}  `;
  if (type.properties.length === 0) return `{ readonly [key: string]: ${renderType(type.additional, indent)} }`;
  const members = type.properties.map((property) => renderProperty(property, inner));
  if (!isNever(type.additional))
    members.push(`${inner}readonly [key: string]: ${renderType(type.additional, inner)};\n`);
  return `{\n${members.join('')}${indent}}`;
}

function renderProperty(property: PropertyModel, indent: string): string {
  const name = `${memberName(property.name)}${property.required ? '' : '?'}`;
  return `${documentation([property.description], indent, property.deprecated === true ? ['@deprecated'] : [])}${indent}readonly ${name}: ${renderType(property.type, indent)};\n`;
}

function renderTuple(type: Extract<TypeNode, { kind: 'tuple' }>, indent: string): string {
  const items = type.items.map((item, index) =>
    index < type.required ? renderType(item, indent) : `(${renderType(item, indent)})?`,
  );
  if (!isNever(type.rest)) items.push(`...${inArray(type.rest, indent)}[]`);
  return `readonly [${items.join(', ')}]`;
}

/**
 * Writes a union. It is on one line if it fits, or if one of its members has several lines anyway. Otherwise each
 * member is on its own line.
 */
function renderUnion(type: Extract<TypeNode, { kind: 'union' }>, indent: string): string {
  const members = type.members.map((member) => bracketed(member, 'intersection', indent));
  const line = members.join(' | ');
  return line.length <= WIDTH || line.includes('\n')
    ? line
    : members.map((member) => `\n${indent}  | ${member}`).join('');
}

function bracketed(member: TypeNode, kind: TypeNode['kind'], indent: string): string {
  return member.kind === kind ? `(${renderType(member, indent)})` : renderType(member, indent);
}

function inArray(type: TypeNode, indent: string): string {
  const simple =
    type.kind === 'keyword' || type.kind === 'reference' || type.kind === 'literal' || type.kind === 'object';
  return simple ? renderType(type, indent) : `(${renderType(type, indent)})`;
}
