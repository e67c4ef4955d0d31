import type { ParameterDescriptor } from './operation-descriptor.js';
import { encodeReserved, encodeUnreserved } from './percent-encode.js';
import { RefusedError } from './refused-error.js';

/**
 * Encodes a parameter (OpenAPI 3.1 §4.8.12.3). The result is `name=value` pairs for a query or a cookie, and one string
 * for a path segment or a header. Throws a `RefusedError` for a value that the style cannot express.
 */
export function serialiseParameter(parameter: ParameterDescriptor, value: unknown): readonly string[] {
  if (parameter.json === true) return jsonText(parameter, value);
  const parts = partsOf(parameter, value);
  const name = encodeUnreserved(parameter.name);
  switch (parameter.style) {
    case 'simple':
      return [joined(parts, ',', parameter.explode)];
    case 'label':
      return [`.${joined(parts, parameter.explode ? '.' : ',', parameter.explode)}`];
    case 'matrix':
      return [matrix(name, parts, parameter.explode)];
    case 'form':
      return form(name, parts, parameter.explode, ',');
    case 'spaceDelimited':
      return form(name, compound(parameter, parts), parameter.explode, '%20');
    case 'pipeDelimited':
      return form(name, compound(parameter, parts), parameter.explode, '%7C');
    case 'deepObject':
      if (parts.kind !== 'members') throw refusal(parameter, 'the style deepObject is only for objects');
      return parts.entries.map(([key, text]) => `${name}%5B${key}%5D=${text}`);
    default:
      return parameter.style satisfies never;
  }
}

/** The encoded parts of a value: the scalar itself, the elements of a list, or the names and values of an object. */
type Parts =
  | { readonly kind: 'scalar'; readonly text: string }
  | { readonly kind: 'elements'; readonly texts: readonly string[] }
  | { readonly kind: 'members'; readonly entries: readonly (readonly [string, string])[] };

function jsonText(parameter: ParameterDescriptor, value: unknown): readonly string[] {
  const text = encoderOf(parameter)(JSON.stringify(value));
  const pair = parameter.in === 'query' || parameter.in === 'cookie';
  return [pair ? `${encodeUnreserved(parameter.name)}=${text}` : text];
}

function partsOf(parameter: ParameterDescriptor, value: unknown): Parts {
  const encode = encoderOf(parameter);
  const spell = (scalar: unknown): string => encode(scalarText(parameter, scalar));
  if (Array.isArray(value)) return { kind: 'elements', texts: value.map(spell) };
  if (typeof value !== 'object' || value === null) return { kind: 'scalar', text: spell(value) };
  return { kind: 'members', entries: Object.entries(value).map(([key, member]) => [encode(key), spell(member)]) };
}

function encoderOf(parameter: ParameterDescriptor): (text: string) => string {
  // A header is not a URI, so it is not percent-encoded.
  if (parameter.in === 'header') return String;
  return parameter.allowReserved === true ? encodeReserved : encodeUnreserved;
}

/** A scalar as text. Numbers are written as in JSON: `-0` becomes `0`. */
function scalarText(parameter: ParameterDescriptor, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return JSON.stringify(value);
  throw refusal(
    parameter,
    `${value === null ? 'null' : `a value of type ${typeof value}`} cannot be part of a parameter`,
  );
}

function compound(parameter: ParameterDescriptor, parts: Parts): Parts {
  if (parts.kind === 'scalar') throw refusal(parameter, `the style ${parameter.style} is only for arrays and objects`);
  return parts;
}

function joined(parts: Parts, mark: string, explode: boolean): string {
  if (parts.kind === 'scalar') return parts.text;
  if (parts.kind === 'elements') return parts.texts.join(mark);
  return parts.entries.map((entry) => entry.join(explode ? '=' : mark)).join(mark);
}

function form(name: string, parts: Parts, explode: boolean, mark: string): readonly string[] {
  if (!explode || parts.kind === 'scalar') return [`${name}=${joined(parts, mark, false)}`];
  return parts.kind === 'elements'
    ? parts.texts.map((text) => `${name}=${text}`)
    : parts.entries.map((entry) => entry.join('='));
}

/**
 * Writes a path parameter in the style `matrix`: `;name=value`. If the value is empty, there is no `=` (RFC 6570
 * §3.2.7).
 */
function matrix(name: string, parts: Parts, explode: boolean): string {
  const pairs = form(name, parts, explode, ',');
  return pairs
    .map((pair) => `;${pair.endsWith('=') && pair.indexOf('=') === pair.length - 1 ? pair.slice(0, -1) : pair}`)
    .join('');
}

function refusal(parameter: ParameterDescriptor, reason: string): RefusedError {
  return new RefusedError(`${parameter.argument}: ${reason}.`);
}
