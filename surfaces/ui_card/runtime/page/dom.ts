/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

type Attributes = Readonly<Record<string, string | boolean>>;

/**
 * Creates an element with attributes and children. Texts of a contract or a reply are always inserted as text and never
 * parsed as HTML.
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children);
  return made;
}

/** Returns an id that is unique on the page, for `for` and `aria-describedby`. */
export function freshId(): string {
  return `card-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
}

/**
 * The nodes of a description. Text between backticks becomes code, as in CommonMark, which contracts use (OpenAPI 3.1
 * §4.6).
 */
export function prose(text: string): readonly (Node | string)[] {
  const parts = text.split(/`([^`\n]+)`/);
  return parts.map((part, index) => (index % 2 === 0 ? part : element('code', {}, part)));
}
