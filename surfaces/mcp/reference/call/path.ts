import { percentEncoded } from './percent.js';

/**
 * The path of a request: every `{name}` in the template is replaced by the encoded text of the parameter. In literal
 * parts, `/`, `:` and `@` stay as they are (RFC 3986 §3.3).
 */
export function fillPath(template: string, texts: ReadonlyMap<string, string>): string {
  const parts = template.split(/\{([^{}]*)\}/);
  return parts.map((part, index) => (index % 2 === 1 ? (texts.get(part) ?? '') : encodedLiteral(part))).join('');
}

function encodedLiteral(literal: string): string {
  return literal
    .split('/')
    .map((segment) => percentEncoded(segment).replaceAll('%3A', ':').replaceAll('%40', '@'))
    .join('/');
}
