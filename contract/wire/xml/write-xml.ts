import { XMLBuilder } from 'fast-xml-parser';
import { isJsonObject, type Json, type JsonObject } from '../../json/json.js';
import type { XmlNode } from './xml-node.js';

/** Thrown for a value that cannot be written as XML. The message is the reason. */
class NoSpelling extends Error {}

/** One node for the XML builder: an element with its children, or a text. */
type Built = Readonly<Record<string, unknown>>;

const ATTRIBUTE = '@_';
const TEXT = '#text';

/**
 * The XML builder. Its own escaping is turned off, because it does not escape white space that a parser would change.
 * Values are escaped before they are passed to it.
 */
const builder = new XMLBuilder({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: ATTRIBUTE,
  textNodeName: TEXT,
  processEntities: false,
  suppressEmptyNode: false,
  suppressBooleanAttributes: false,
});

/**
 * The XML document for a value (OpenAPI 3.1 §4.8.26). If the value cannot be written, the result is a string with the
 * reason.
 */
export function writeXml(root: XmlNode, value: Json): { readonly text: string } | string {
  const name = root.form.name ?? root.component;
  if (name === undefined) return 'the root element of an XML body has no name: its schema has no `xml.name`';
  try {
    const text: string = builder.build([rootElement(root, name, value)]);
    return { text };
  } catch (error) {
    if (error instanceof NoSpelling) return error.message;
    if (error instanceof RangeError) return 'the body is nested too deeply to be written';
    throw error;
  }
}

function rootElement(root: XmlNode, name: string, value: Json): Built {
  if (!Array.isArray(value)) return element(root, name, value);
  const itemName = root.items.form.name ?? root.items.component ?? name;
  return tagged(
    root,
    name,
    (value as readonly Json[]).map((item) => element(root.items, itemName, item)),
  );
}

function element(node: XmlNode, name: string, value: Json): Built {
  if (Array.isArray(value)) throw new NoSpelling(`${name}: XML cannot express a list in a list`);
  if (!isJsonObject(value))
    return tagged(node, name, value === '' ? [] : [{ [TEXT]: scalarText(name, value, TEXT_ESCAPES) }]);
  const attributes: Record<string, string> = {};
  const children: Built[] = [];
  for (const [key, member] of Object.entries(value)) {
    const child = node.member(key);
    if (child.form.attribute) Object.assign(attributes, attribute(child, key, member));
    else children.push(...memberElements(child, key, member));
  }
  return tagged(node, name, children, attributes);
}

function attribute(child: XmlNode, key: string, value: Json): JsonObject {
  const { prefix, namespace, name = key } = child.form;
  const declared =
    prefix !== undefined && namespace !== undefined
      ? { [`${ATTRIBUTE}xmlns:${prefix}`]: escaped(namespace, ATTRIBUTE_ESCAPES) }
      : {};
  return { ...declared, [ATTRIBUTE + qualified(child, name)]: scalarText(key, value, ATTRIBUTE_ESCAPES) };
}

/**
 * The elements of a member. A list becomes one element for each item. If the list is wrapped, an enclosing element with
 * the list's name contains them.
 */
function memberElements(child: XmlNode, key: string, value: Json): readonly Built[] {
  const name = child.form.name ?? key;
  if (!Array.isArray(value)) return [element(child, name, value)];
  const { items } = child;
  const written = (value as readonly Json[]).map((item) => element(items, items.form.name ?? name, item));
  return child.form.wrapped ? [tagged(child, name, written)] : written;
}

function tagged(
  node: XmlNode,
  name: string,
  children: readonly Built[],
  attributes: Readonly<Record<string, string>> = {},
): Built {
  const { prefix, namespace } = node.form;
  const declaration = prefix === undefined ? 'xmlns' : `xmlns:${prefix}`;
  const all = {
    ...(namespace !== undefined && { [ATTRIBUTE + declaration]: escaped(namespace, ATTRIBUTE_ESCAPES) }),
    ...attributes,
  };
  return { [qualified(node, name)]: children, ...(Object.keys(all).length > 0 && { ':@': all }) };
}

/** Matches an XML name (XML 1.0 §2.3) without a colon, because a colon separates the prefix (Namespaces in XML §4). */
const NAME =
  /^[A-Za-z_\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02FF\u0370-\u037D\u037F-\u1FFF][\w.\-\u00B7\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u037D\u037F-\u1FFF]*$/;

function qualified({ form }: XmlNode, name: string): string {
  if (!NAME.test(name)) throw new NoSpelling(`${JSON.stringify(name)} is not a name of an XML element`);
  return form.prefix === undefined ? name : `${form.prefix}:${name}`;
}

/** Matches characters that cannot occur in an XML document, not even escaped (XML 1.0 §2.2). */
const FORBIDDEN = /[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
/**
 * Matches characters to escape. Without an escape, a parser changes a carriage return to a line feed (XML 1.0 §2.11),
 * and white space in an attribute to a space (§3.3.3).
 */
const TEXT_ESCAPES = /[&<>\r]/g;
const ATTRIBUTE_ESCAPES = /[&<>"\r\n\t]/g;

function scalarText(name: string, value: Json, escapes: RegExp): string {
  if (value === null) throw new NoSpelling(`${name}: XML cannot express null`);
  if (typeof value === 'object') throw new NoSpelling(`${name}: an XML attribute cannot contain a list or an object`);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (FORBIDDEN.test(text)) throw new NoSpelling(`${name}: XML does not allow a character of the value`);
  return escaped(text, escapes);
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string, escapes: RegExp): string {
  return text.replaceAll(escapes, (character) => ENTITIES[character] ?? `&#${character.charCodeAt(0)};`);
}
