import { percentEncoded } from './percent.js';

/** The path, with every `{name}` replaced by its encoded text. Literal parts keep `/`, `:` and `@` (RFC 3986 §3.3). */
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
