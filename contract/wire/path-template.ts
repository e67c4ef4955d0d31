import { encodeUnreserved } from './percent.js';

/**
 * A path template, split at its braces. `/items/{item_id}` has the literals `['/items/', '']` and the names
 * `['item_id']`.
 */
export interface PathTemplate {
  /** The texts around the parameters, percent-encoded. There is one more literal than there are names. */
  readonly literals: readonly string[];
  readonly names: readonly string[];
}

export function parsePathTemplate(path: string): PathTemplate {
  const literals: string[] = [];
  const names: string[] = [];
  let rest = path;
  for (let open = rest.indexOf('{'); open >= 0; open = rest.indexOf('{')) {
    const close = rest.indexOf('}', open);
    if (close < 0) break;
    literals.push(encodePathLiteral(rest.slice(0, open)));
    names.push(rest.slice(open + 1, close));
    rest = rest.slice(close + 1);
  }
  literals.push(encodePathLiteral(rest));
  return { literals, names };
}

/**
 * Percent-encodes a literal. Percent-encoded text in it stays unchanged, because a path in a contract is a part of a
 * URL (OpenAPI 3.1 §4.8.8.1).
 */
function encodePathLiteral(literal: string): string {
  return literal
    .split(/(%[0-9A-Fa-f]{2}|[/:@])/)
    .map((part, index) => (index % 2 === 1 ? part : encodeUnreserved(part)))
    .join('');
}

/** The path template with its parameters replaced by the given values. */
export function fillPathTemplate(template: PathTemplate, values: readonly string[]): string {
  let path = template.literals[0] ?? '';
  template.names.forEach((_, index) => {
    path += (values[index] ?? '') + (template.literals[index + 1] ?? '');
  });
  return path;
}

/**
 * The values of the parameters in a path, still percent-encoded; `undefined` if the path does not match the template.
 * If a segment has several parameters, each value ends where the next literal first occurs. If `spanning` is true, a
 * value may contain slashes. A caller can then find out whether the path would match if the slashes in its values were
 * percent-encoded.
 */
export function matchPathTemplate(
  template: PathTemplate,
  pathname: string,
  spanning = false,
): readonly string[] | undefined {
  const first = template.literals[0] ?? '';
  if (!pathname.startsWith(first)) return undefined;
  const values: string[] = [];
  let position = first.length;
  for (let index = 0; index < template.names.length; index += 1) {
    const literal = template.literals[index + 1] ?? '';
    const last = index === template.names.length - 1;
    // If two parameters are adjacent, the end of the first one is unknown.
    if (literal === '' && !last) return undefined;
    const end = last ? pathname.length - literal.length : pathname.indexOf(literal, position);
    if (end < position || !pathname.startsWith(literal, end)) return undefined;
    const value = pathname.slice(position, end);
    if (!spanning && value.includes('/')) return undefined;
    values.push(value);
    position = end + literal.length;
  }
  return position === pathname.length ? values : undefined;
}
