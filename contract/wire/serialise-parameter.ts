import type { Json } from '../json/json.js';
import type { Parameter } from '../operation.js';
import { isJsonMediaType } from './message.js';
import { type ParameterTexts, parameterTexts } from './parameter-texts.js';
import { encodeReserved, encodeUnreserved } from './percent.js';

/** An encoded parameter: the text of a path segment, a header or a cookie, or the `name=value` pairs of a query. */
export type SerialisedParameter =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'pairs'; readonly pairs: readonly string[] }
  | { readonly kind: 'inexpressible'; readonly reason: string };

/** Encodes a parameter in its style (OpenAPI 3.1 §4.8.12.3). The styles correspond to operators of RFC 6570. */
export function serialiseParameter(parameter: Parameter, value: Json): SerialisedParameter {
  try {
    if (parameter.contentType !== undefined) return contentParameter(parameter, parameter.contentType, value);
    const texts = parameterTexts(value);
    if (typeof texts === 'string') return inexpressible(`${parameter.name}: ${texts}`);
    return styled(parameter, encoded(texts, encoderOf(parameter)));
  } catch (error) {
    if (error instanceof URIError) return inexpressible(`${parameter.name}: a lone surrogate has no percent-encoding`);
    if (error instanceof RangeError)
      return inexpressible(`${parameter.name}: the value is nested too deeply to be written`);
    throw error;
  }
}

/**
 * The percent-encoder for the location of a parameter. Header values are not encoded, because a header field is not a
 * URI.
 */
function encoderOf(parameter: Parameter): (text: string) => string {
  if (parameter.in === 'header') return String;
  return parameter.allowReserved ? encodeReserved : encodeUnreserved;
}

function contentParameter(parameter: Parameter, contentType: string, value: Json): SerialisedParameter {
  const written = isJsonMediaType(contentType) ? JSON.stringify(value) : value;
  if (typeof written !== 'string')
    return inexpressible(`${parameter.name}: only a string can be written as ${contentType}`);
  const content = encoderOf(parameter)(written);
  const name = encodeUnreserved(parameter.name);
  if (parameter.in === 'query') return pairs([`${name}=${content}`]);
  return text(parameter.in === 'cookie' ? `${name}=${content}` : content);
}

function encoded(texts: ParameterTexts, encode: (text: string) => string): ParameterTexts {
  switch (texts.kind) {
    case 'scalar':
      return { kind: 'scalar', text: encode(texts.text) };
    case 'list':
      return { kind: 'list', texts: texts.texts.map(encode) };
    case 'map':
      return { kind: 'map', entries: texts.entries.map(([key, member]) => [encode(key), encode(member)]) };
    default:
      return texts satisfies never;
  }
}

function styled(parameter: Parameter, texts: ParameterTexts): SerialisedParameter {
  const name = encodeUnreserved(parameter.name);
  const { explode } = parameter;
  switch (parameter.style) {
    case 'simple':
      return text(joined(texts, ',', explode ? '=' : ','));
    case 'label':
      // The separator is a dot with `explode`, and a comma without it (RFC 6570 §3.2.5, OpenAPI 3.1.1). The table of
      // OpenAPI 3.1.0 shows a dot in both cases.
      return text(`.${explode ? joined(texts, '.', '=') : joined(texts, ',', ',')}`);
    case 'matrix':
      return text(matrix(name, texts, explode));
    case 'form':
      return parameter.in === 'cookie'
        ? text(formPairs(name, texts, explode).join('; '))
        : pairs(formPairs(name, texts, explode));
    case 'spaceDelimited':
      return delimited(name, texts, explode, '%20');
    case 'pipeDelimited':
      return delimited(name, texts, explode, '%7C');
    case 'deepObject':
      if (texts.kind !== 'map') return inexpressible(`${parameter.name}: deepObject can only be used for objects`);
      return pairs(texts.entries.map(([key, member]) => `${name}%5B${key}%5D=${member}`));
    default:
      return parameter.style satisfies never;
  }
}

function joined(texts: ParameterTexts, mark: string, keyMark: string): string {
  if (texts.kind === 'scalar') return texts.text;
  return (texts.kind === 'list' ? texts.texts : texts.entries.map(([key, member]) => key + keyMark + member)).join(
    mark,
  );
}

/**
 * The text of a parameter in the style `matrix`. An empty value has no `=` (RFC 6570 §3.2.7). Exploded members of an
 * object keep the `=`, because OpenAPI tools write it.
 */
function matrix(name: string, texts: ParameterTexts, explode: boolean): string {
  const named = (value: string): string => (value === '' ? `;${name}` : `;${name}=${value}`);
  if (!explode || texts.kind === 'scalar') return named(joined(texts, ',', ','));
  return (
    texts.kind === 'list' ? texts.texts.map(named) : texts.entries.map(([key, member]) => `;${key}=${member}`)
  ).join('');
}

function formPairs(name: string, texts: ParameterTexts, explode: boolean): readonly string[] {
  if (!explode || texts.kind === 'scalar') return [`${name}=${joined(texts, ',', ',')}`];
  return texts.kind === 'list'
    ? texts.texts.map((value) => `${name}=${value}`)
    : texts.entries.map(([key, member]) => `${key}=${member}`);
}

/**
 * The pairs of a parameter in a delimited style. With `explode`, they are written as in the style `form`, because
 * OpenAPI does not define this case.
 */
function delimited(name: string, texts: ParameterTexts, explode: boolean, mark: string): SerialisedParameter {
  if (texts.kind === 'scalar') return inexpressible(`${name}: this style can only be used for arrays and objects`);
  return pairs(explode ? formPairs(name, texts, true) : [`${name}=${joined(texts, mark, mark)}`]);
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
