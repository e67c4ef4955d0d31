import { type Json, isJsonObject } from '../json.js';
import type { Parameter } from '../operation.js';
import { encodeReserved, encodeUnreserved } from './percent.js';

/** A parameter on the wire: text for a path segment, a header or a cookie, raw `name=value` pairs for a query. */
export type SerialisedParameter =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'pairs'; readonly pairs: readonly string[] }
  | { readonly kind: 'inexpressible'; readonly reason: string };

type Encode = (text: string) => string;
type Shape = { readonly kind: 'scalar'; readonly text: string } | { readonly kind: 'list'; readonly texts: readonly string[] } | { readonly kind: 'map'; readonly entries: readonly (readonly [string, string])[] };

/** OpenAPI 3.1 §4.8.12.3 (style values), whose meaning is that of the RFC 6570 operators. */
export function serialiseParameter(parameter: Parameter, value: Json): SerialisedParameter {
  const encode = parameter.in === 'header' ? identity : parameter.allowReserved ? encodeReserved : encodeUnreserved;
  try {
    if (parameter.contentType !== undefined) return contentParameter(parameter, JSON.stringify(value), encode);
    const shape = shapeOf(value, encode);
    return typeof shape === 'string' ? inexpressible(`${parameter.name}: ${shape}`) : styled(parameter, shape);
  } catch (error) {
    if (error instanceof URIError) return inexpressible(`${parameter.name}: a lone surrogate is not Unicode text and has no percent-encoding`);
    throw error;
  }
}

function contentParameter(parameter: Parameter, json: string, encode: Encode): SerialisedParameter {
  return parameter.in === 'query' ? { kind: 'pairs', pairs: [`${encodeUnreserved(parameter.name)}=${encode(json)}`] } : { kind: 'text', text: encode(json) };
}

function shapeOf(value: Json, encode: Encode): Shape | string {
  if (Array.isArray(value)) {
    const texts = (value as readonly Json[]).map(scalarText);
    return texts.every((text) => text !== undefined) ? { kind: 'list', texts: texts.map(encode) } : 'a nested or null array element has no spelling in this style';
  }
  if (isJsonObject(value)) {
    const entries = Object.entries(value).map(([key, member]) => [encode(key), scalarText(member)] as const);
    return entries.every((entry): entry is readonly [string, string] => entry[1] !== undefined)
      ? { kind: 'map', entries: entries.map(([key, text]) => [key, encode(text)]) }
      : 'a nested or null member has no spelling in this style';
  }
  const text = scalarText(value);
  return text === undefined ? 'null has no spelling in a parameter' : { kind: 'scalar', text: encode(text) };
}

/** Numbers are spelled as JSON spells them, so `-0` is `0`. */
function scalarText(value: Json): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? JSON.stringify(value) : undefined;
}

function styled(parameter: Parameter, shape: Shape): SerialisedParameter {
  const name = encodeUnreserved(parameter.name);
  switch (parameter.style) {
    case 'simple':
      return text(commaJoined(shape, parameter.explode ? '=' : ','));
    case 'label':
      return text(`.${dotted(shape, parameter.explode)}`);
    case 'matrix':
      return text(matrix(name, shape, parameter.explode));
    case 'form':
      return parameter.in === 'cookie' ? text(formPairs(name, shape, parameter.explode).join('; ')) : pairs(formPairs(name, shape, parameter.explode));
    case 'spaceDelimited':
      return delimited(name, shape, parameter.explode, '%20');
    case 'pipeDelimited':
      return delimited(name, shape, parameter.explode, '%7C');
    case 'deepObject':
      return shape.kind === 'map' ? pairs(shape.entries.map(([key, value]) => `${name}%5B${key}%5D=${value}`)) : inexpressible('deepObject is for objects only');
    default:
      return parameter.style satisfies never;
  }
}

function commaJoined(shape: Shape, keyMark: string): string {
  if (shape.kind === 'scalar') return shape.text;
  return (shape.kind === 'list' ? shape.texts : shape.entries.map(([key, value]) => `${key}${keyMark}${value}`)).join(',');
}

function dotted(shape: Shape, explode: boolean): string {
  if (!explode || shape.kind === 'scalar') return commaJoined(shape, ',');
  return (shape.kind === 'list' ? shape.texts : shape.entries.map(([key, value]) => `${key}=${value}`)).join('.');
}

function matrix(name: string, shape: Shape, explode: boolean): string {
  const named = (value: string): string => (value === '' ? `;${name}` : `;${name}=${value}`);
  if (!explode || shape.kind === 'scalar') return named(commaJoined(shape, ','));
  return (shape.kind === 'list' ? shape.texts.map(named) : shape.entries.map(([key, value]) => `;${key}=${value}`)).join('');
}

function formPairs(name: string, shape: Shape, explode: boolean): readonly string[] {
  if (!explode || shape.kind === 'scalar') return [`${name}=${commaJoined(shape, ',')}`];
  return shape.kind === 'list' ? shape.texts.map((value) => `${name}=${value}`) : shape.entries.map(([key, value]) => `${key}=${value}`);
}

function delimited(name: string, shape: Shape, explode: boolean, mark: string): SerialisedParameter {
  if (shape.kind === 'scalar') return inexpressible('this style is for arrays and objects only');
  if (explode) return pairs(formPairs(name, shape, true));
  const texts = shape.kind === 'list' ? shape.texts : shape.entries.flat();
  return pairs([`${name}=${texts.join(mark)}`]);
}

function identity(value: string): string {
  return value;
}

function text(value: string): SerialisedParameter {
  return { kind: 'text', text: value };
}

function pairs(values: readonly string[]): SerialisedParameter {
  return { kind: 'pairs', pairs: values };
}

function inexpressible(reason: string): SerialisedParameter {
  return { kind: 'inexpressible', reason };
}
