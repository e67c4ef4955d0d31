import type { Placement } from '../../generated/tools.js';
import { percentEncoded, reservedKept } from './percent.js';

/**
 * A parameter as it is written in a request: one text for a path segment, header or cookie; name and value pairs for a
 * query; or nothing.
 */
export type Spelling =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'pairs'; readonly pairs: readonly string[] }
  | { readonly kind: 'none'; readonly reason: string };

/** Encodes a parameter in its style (OpenAPI 3.1 §4.8.12.3, Style Values). */
export function spellParameter(placement: Placement, value: unknown): Spelling {
  const encode = placement.in === 'header' ? asItIs : placement.allowReserved === true ? reservedKept : percentEncoded;
  try {
    if (placement.contentType !== undefined) return asContent(placement, encode(JSON.stringify(value)));
    const parts = partsOf(value, encode);
    return parts === undefined ? none('cannot be written as a parameter') : styled(placement, parts);
  } catch (error) {
    // The value has a lone surrogate (URIError), or is nested too deeply for JSON.stringify (RangeError).
    if (error instanceof URIError || error instanceof RangeError) return none('cannot be written as a parameter');
    throw error;
  }
}

/**
 * The parts of a parameter's value: a scalar, the elements of a list, or the members of an object. Each text is already
 * encoded.
 */
type Parts =
  | { readonly kind: 'one'; readonly text: string }
  | { readonly kind: 'list'; readonly texts: readonly string[] }
  | { readonly kind: 'map'; readonly pairs: readonly (readonly [string, string])[] };

type Encode = (text: string) => string;

const asItIs: Encode = (text) => text;

function partsOf(value: unknown, encode: Encode): Parts | undefined {
  if (typeof value !== 'object' || value === null) {
    const text = scalarText(value);
    return text === undefined ? undefined : { kind: 'one', text: encode(text) };
  }
  const entries = Object.entries(value).map(([key, member]) => [encode(key), scalarText(member)] as const);
  const pairs = entries.flatMap(([key, text]) => (text === undefined ? [] : [[key, encode(text)] as const]));
  if (pairs.length < entries.length) return undefined;
  return Array.isArray(value) ? { kind: 'list', texts: pairs.map(([, text]) => text) } : { kind: 'map', pairs };
}

/**
 * The text of a scalar. `undefined` for `null` and nested values, because OpenAPI does not define how these are
 * written.
 */
function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? JSON.stringify(value) : undefined;
}

function asContent(placement: Placement, text: string): Spelling {
  return placement.in === 'query'
    ? { kind: 'pairs', pairs: [`${percentEncoded(placement.name)}=${text}`] }
    : { kind: 'text', text };
}

function styled(placement: Placement, parts: Parts): Spelling {
  const name = percentEncoded(placement.name);
  const explode = placement.explode === true;
  switch (placement.style) {
    case 'label':
      return { kind: 'text', text: `.${explode ? joined(parts, '.', '=') : joined(parts, ',', ',')}` };
    case 'matrix':
      return { kind: 'text', text: matrix(name, parts, explode) };
    case 'form': {
      const pairs = formPairs(name, parts, explode);
      return placement.in === 'cookie' ? { kind: 'text', text: pairs.join('; ') } : { kind: 'pairs', pairs };
    }
    case 'spaceDelimited':
    case 'pipeDelimited':
      return delimited(name, parts, explode, placement.style === 'spaceDelimited' ? '%20' : '%7C');
    case 'deepObject':
      if (parts.kind !== 'map') return none('must be an object');
      return { kind: 'pairs', pairs: parts.pairs.map(([key, text]) => `${name}%5B${key}%5D=${text}`) };
    case 'simple':
    case undefined:
      return { kind: 'text', text: joined(parts, ',', explode ? '=' : ',') };
    default:
      return placement.style satisfies never;
  }
}

function joined(parts: Parts, mark: string, equals: string): string {
  if (parts.kind === 'one') return parts.text;
  return (parts.kind === 'list' ? parts.texts : parts.pairs.map(([key, text]) => `${key}${equals}${text}`)).join(mark);
}

function matrix(name: string, parts: Parts, explode: boolean): string {
  const named = (key: string, text: string): string => (text === '' ? `;${key}` : `;${key}=${text}`);
  if (!explode || parts.kind === 'one') return named(name, joined(parts, ',', ','));
  if (parts.kind === 'list') return parts.texts.map((text) => named(name, text)).join('');
  return parts.pairs.map(([key, text]) => `;${key}=${text}`).join('');
}

function formPairs(name: string, parts: Parts, explode: boolean): readonly string[] {
  if (!explode || parts.kind === 'one') return [`${name}=${joined(parts, ',', ',')}`];
  return parts.kind === 'list'
    ? parts.texts.map((text) => `${name}=${text}`)
    : parts.pairs.map(([key, text]) => `${key}=${text}`);
}

function delimited(name: string, parts: Parts, explode: boolean, mark: string): Spelling {
  if (parts.kind === 'one') return none('must be an array or an object');
  return { kind: 'pairs', pairs: explode ? formPairs(name, parts, true) : [`${name}=${joined(parts, mark, mark)}`] };
}

function none(reason: string): Spelling {
  return { kind: 'none', reason };
}
