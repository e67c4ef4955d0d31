import type { CardParameter } from '../model/card-model.js';
import { RefusedError } from './refused-error.js';

/**
 * Encodes a parameter with the `style` and `explode` of the contract (OpenAPI 3.1 §4.8.12). In a query, the result is
 * `name=value` pairs; elsewhere it is one text.
 */
export function parameterTexts(parameter: CardParameter, value: unknown): readonly string[] {
  const write = writer(parameter);
  const name = encodeText(parameter.name);
  if (parameter.json)
    return [parameter.in === 'query' ? `${name}=${write(JSON.stringify(value))}` : write(JSON.stringify(value))];
  const { style, explode } = parameter;
  if (typeof value !== 'object' || value === null) {
    if (style === 'deepObject') throw refusal(parameter, 'takes an object');
    return [around(style, name, write(scalar(parameter, value)))];
  }
  const isList = Array.isArray(value);
  const entries = Object.entries(value).map(
    ([key, each]) => [isList ? '' : write(key), write(scalar(parameter, each))] as const,
  );
  if (style === 'deepObject') {
    if (isList) throw refusal(parameter, 'takes an object');
    return entries.map(([key, text]) => `${name}%5B${key}%5D=${text}`);
  }
  if (explode) return exploded(style, name, entries, isList);
  const mark = style === 'spaceDelimited' ? '%20' : style === 'pipeDelimited' ? '%7C' : ',';
  return [around(style, name, entries.flatMap(([key, text]) => (isList ? [text] : [key, text])).join(mark))];
}

function exploded(
  style: string,
  name: string,
  entries: readonly (readonly [string, string])[],
  isList: boolean,
): readonly string[] {
  const pairs = entries.map(([key, text]) => (isList ? `${name}=${text}` : `${key}=${text}`));
  const bare = entries.map(([key, text]) => (isList ? text : `${key}=${text}`));
  if (style === 'matrix') return [pairs.map((pair) => `;${pair.replace(/^([^=]*)=$/, '$1')}`).join('')];
  if (style === 'label') return [`.${bare.join('.')}`];
  return style === 'simple' ? [bare.join(',')] : pairs;
}

function around(style: string, name: string, text: string): string {
  if (style === 'simple') return text;
  if (style === 'label') return `.${text}`;
  // RFC 6570 §3.2.7: an empty value has no `=`.
  if (style === 'matrix') return text === '' ? `;${name}` : `;${name}=${text}`;
  return `${name}=${text}`;
}

function scalar(parameter: CardParameter, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return JSON.stringify(value);
  throw refusal(parameter, `${value === null ? 'null' : 'a nested value'} cannot be a part of a parameter`);
}

/**
 * The function that encodes texts for the location of the parameter. A header is not part of a URI, so its text is not
 * percent-encoded.
 */
function writer(parameter: CardParameter): (text: string) => string {
  return (text) => {
    if (parameter.in === 'header') return text;
    if (/\p{Surrogate}/u.test(text)) throw refusal(parameter, 'a lone surrogate cannot be sent');
    return parameter.allowReserved
      ? encodeURI(text)
          .replaceAll('%5B', '[')
          .replaceAll('%5D', ']')
          .replace(/%25(?=[0-9A-Fa-f]{2})/g, '%')
      : encodeText(text);
  };
}

/** Encodes all characters except the unreserved characters of RFC 3986 §2.3. */
function encodeText(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

function refusal({ argument }: CardParameter, reason: string): RefusedError {
  return new RefusedError(`${argument}: ${reason}`);
}
