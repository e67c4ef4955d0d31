import type { Parameter } from '../operation.js';
import type { ParameterTexts } from './parameter-texts.js';
import { decodePercent, decodeQueryComponent } from './percent.js';
import type { SerialisedParameter } from './serialise-parameter.js';

type Kind = ParameterTexts['kind'];

/**
 * Decodes a parameter to a value of the given kind, as OpenAPI 3.1 §4.8.12.3 defines it. This is the inverse of
 * `serialiseParameter` if the style loses no information. The result is `undefined` if the text represents no value of
 * this kind. A missing parameter is decoded to an empty list or map (RFC 6570 §2.3: an undefined value).
 */
export function deserialiseParameter(
  parameter: Parameter,
  serialised: SerialisedParameter,
  kind: Kind,
): ParameterTexts | undefined {
  const raw = rawTexts(parameter, serialised, kind);
  return raw && decoded(raw, decoderOf(parameter, kind));
}

function rawTexts(parameter: Parameter, serialised: SerialisedParameter, kind: Kind): ParameterTexts | undefined {
  if (serialised.kind === 'inexpressible') return undefined;
  const { style, explode, contentType } = parameter;
  if (serialised.kind === 'pairs') return fromPairs(parameter, queryPairs(serialised.pairs), kind);
  if (parameter.in === 'cookie')
    return fromPairs(
      parameter,
      serialised.text.split(';').map((pair) => pair.trim()),
      kind,
    );
  if (contentType !== undefined) return fromText(serialised.text, kind, ',', ',');
  if (style === 'matrix') return fromPairs(parameter, serialised.text.split(';').slice(1), kind);
  if (style === 'label') return fromText(serialised.text.slice(1), kind, explode ? '.' : ',', explode ? '=' : ',');
  return fromText(serialised.text, kind, ',', explode ? '=' : ',');
}

/**
 * The pairs of a query. With `allowReserved`, values may contain an unencoded `#` or `&`. Even then, `#` ends the
 * query, and `&` ends a pair.
 */
function queryPairs(pairs: readonly string[]): readonly string[] {
  const [query = ''] = pairs.join('&').split('#', 1);
  return query === '' ? [] : query.split('&');
}

const MARKS: Readonly<Record<string, string>> = { spaceDelimited: '%20', pipeDelimited: '%7C' };

function fromPairs(parameter: Parameter, pairs: readonly string[], kind: Kind): ParameterTexts | undefined {
  const cut = pairs.filter((pair) => pair !== '').map(cutPair);
  if (parameter.style === 'deepObject') return kind === 'map' ? deepMembers(parameter.name, cut) : undefined;
  const exploded = parameter.explode && parameter.contentType === undefined;
  if (exploded && kind === 'map') return { kind, entries: cut };
  const own = cut.filter(([name]) => decodePercent(name) === parameter.name).map(([, value]) => value);
  if (exploded && kind === 'list') return { kind, texts: own };
  const mark = MARKS[parameter.style] ?? ',';
  return own.length === 1 ? fromText(own[0] ?? '', kind, mark, mark) : undefined;
}

function cutPair(pair: string): readonly [string, string] {
  const equals = pair.indexOf('=');
  return equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
}

function deepMembers(name: string, pairs: readonly (readonly [string, string])[]): ParameterTexts | undefined {
  const entries: (readonly [string, string])[] = [];
  for (const [raw, value] of pairs) {
    const [, of, key = ''] = /^([^[\]]*)\[([^[\]]*)\]$/.exec(raw.replaceAll('%5B', '[').replaceAll('%5D', ']')) ?? [];
    if (of === undefined || decodePercent(of) !== name) return undefined;
    entries.push([key, value]);
  }
  return { kind: 'map', entries };
}

function fromText(text: string, kind: Kind, mark: string, keyMark: string): ParameterTexts | undefined {
  if (kind === 'scalar') return { kind, text };
  // In every style, an empty text may be an empty value or a list with one empty string.
  if (text === '') return undefined;
  const parts = text.split(mark);
  if (kind === 'list') return { kind, texts: parts };
  const tokens = mark === keyMark ? parts : parts.flatMap((part) => part.split(keyMark));
  if (tokens.length !== (mark === keyMark ? parts.length + (parts.length % 2) : 2 * parts.length)) return undefined;
  return { kind, entries: inPairs(tokens) };
}

/**
 * The decoder for the location of a parameter. In a header, the blanks around the elements of a list are ignored (RFC
 * 9110 §5.6.1).
 */
function decoderOf(parameter: Parameter, kind: Kind): (text: string) => string | undefined {
  if (parameter.in === 'header')
    return kind === 'scalar' || parameter.contentType !== undefined ? String : (text) => text.trim();
  return parameter.in === 'query' ? decodeQueryComponent : decodePercent;
}

function decoded(raw: ParameterTexts, decode: (text: string) => string | undefined): ParameterTexts | undefined {
  const texts = raw.kind === 'scalar' ? [raw.text] : raw.kind === 'list' ? raw.texts : raw.entries.flat();
  const clear = texts.map(decode);
  if (!clear.every((text) => text !== undefined)) return undefined;
  if (raw.kind === 'scalar') return { kind: 'scalar', text: clear[0] ?? '' };
  if (raw.kind === 'list') return { kind: 'list', texts: clear };
  return { kind: 'map', entries: inPairs(clear) };
}

function inPairs(texts: readonly string[]): readonly (readonly [string, string])[] {
  return Array.from(
    { length: texts.length / 2 },
    (_, index) => [texts[2 * index] ?? '', texts[2 * index + 1] ?? ''] as const,
  );
}
