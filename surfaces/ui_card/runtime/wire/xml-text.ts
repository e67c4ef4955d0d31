import type { CardXml, CardXmlNode } from '../model/card-model.js';
import { isRecord } from '../model/is-record.js';
import { RefusedError } from './refused-error.js';

/** Writes a value as an XML document (OpenAPI 3.1 §4.8.26). Throws a `RefusedError` if XML cannot express the value. */
export function xmlText(nodes: CardXml, value: unknown): string {
  const writer = new XmlWriter(nodes);
  return writer.document(value);
}

class XmlWriter {
  constructor(readonly nodes: CardXml) {}

  document(value: unknown): string {
    const root = this.#node(0);
    const name = root.name ?? root.component;
    if (name === undefined) throw new RefusedError('body: the schema has no name for the root element');
    if (!Array.isArray(value)) return this.#element(root, name, value);
    const items = this.#node(root.items);
    const itemName = items.name ?? items.component ?? name;
    return tagged(
      root,
      name,
      '',
      (value as readonly unknown[]).map((item) => this.#element(items, itemName, item)).join(''),
    );
  }

  #node(index: number | undefined): CardXmlNode {
    return (index === undefined ? undefined : this.nodes[index]) ?? {};
  }

  #element(node: CardXmlNode, name: string, value: unknown): string {
    if (Array.isArray(value)) throw new RefusedError(`${name}: XML cannot express a list in a list`);
    if (!isRecord(value)) return tagged(node, name, '', scalarText(name, value, /[&<>\r]/g));
    let [attributes, content] = ['', ''];
    for (const [key, member] of Object.entries(value)) {
      const child = this.#member(node, key);
      if (child.attribute === true) attributes += attribute(child, key, member);
      else content += this.#memberElements(child, key, member);
    }
    return tagged(node, name, attributes, content);
  }

  #member({ members = {}, others }: CardXmlNode, key: string): CardXmlNode {
    return this.#node(Object.hasOwn(members, key) ? members[key] : others);
  }

  /**
   * The elements of one member. A list is one element for each item. If the contract wraps the list, these elements are
   * inside another element.
   */
  #memberElements(child: CardXmlNode, key: string, value: unknown): string {
    const name = child.name ?? key;
    if (!Array.isArray(value)) return this.#element(child, name, value);
    const items = this.#node(child.items);
    const content = (value as readonly unknown[])
      .map((item) => this.#element(items, items.name ?? name, item))
      .join('');
    return child.wrapped === true ? tagged(child, name, '', content) : content;
  }
}

function attribute({ prefix, namespace, name, ...node }: CardXmlNode, key: string, value: unknown): string {
  const declared =
    prefix !== undefined && namespace !== undefined ? ` xmlns:${prefix}="${escaped(namespace, /[&<>"\r\n\t]/g)}"` : '';
  const written = qualified({ ...node, ...(prefix !== undefined && { prefix }) }, name ?? key);
  return `${declared} ${written}="${scalarText(key, value, /[&<>"\r\n\t]/g)}"`;
}

function tagged(node: CardXmlNode, name: string, attributes: string, content: string): string {
  const { prefix, namespace } = node;
  const tag = qualified(node, name);
  const declaration = prefix === undefined ? 'xmlns' : `xmlns:${prefix}`;
  const declared = namespace === undefined ? '' : ` ${declaration}="${escaped(namespace, /[&<>"\r\n\t]/g)}"`;
  return `<${tag}${declared}${attributes}>${content}</${tag}>`;
}

/** A name in XML (XML 1.0 §2.3). It has no colon, because a colon separates a namespace prefix from a name. */
const NAME =
  /^[A-Za-z_\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02FF\u0370-\u037D\u037F-\u1FFF][\w.\-\u00B7\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u037D\u037F-\u1FFF]*$/;

function qualified({ prefix }: CardXmlNode, name: string): string {
  if (!NAME.test(name)) throw new RefusedError(`${JSON.stringify(name)} is not a name of an XML element`);
  return prefix === undefined ? name : `${prefix}:${name}`;
}

/** Characters that an XML document cannot contain, not even as escapes (XML 1.0 §2.2). */
const FORBIDDEN = /[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/**
 * The text of a scalar, with escapes for line ends and white space that a parser would change (XML 1.0 §2.11, §3.3.3).
 */
function scalarText(name: string, value: unknown, escapes: RegExp): string {
  if (value === null || typeof value === 'object') throw new RefusedError(`${name}: XML cannot express this value`);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (FORBIDDEN.test(text)) throw new RefusedError(`${name}: XML does not allow a character of the value`);
  return escaped(text, escapes);
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string, escapes: RegExp): string {
  return text.replaceAll(escapes, (character) => ENTITIES[character] ?? `&#${character.charCodeAt(0)};`);
}
