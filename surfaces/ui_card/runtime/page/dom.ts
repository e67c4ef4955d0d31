/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

type Attributes = Readonly<Record<string, string | boolean>>;

/** An element with attributes and children. Texts of a contract or a reply are never parsed as markup. */
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

/** An id for `for` and `aria-describedby`, unique on the page. */
export function freshId(): string {
  return `card-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
}

/** A description: text between backticks is code, as in the CommonMark of contracts (OpenAPI 3.1 §4.6). */
export function prose(text: string): readonly (Node | string)[] {
  const parts = text.split(/`([^`\n]+)`/);
  return parts.map((part, index) => (index % 2 === 0 ? part : element('code', {}, part)));
}
