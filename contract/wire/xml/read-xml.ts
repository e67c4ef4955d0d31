import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { Json } from '../../json/json.js';
import { fromMembers } from '../../json/members.js';
import { typedScalar } from '../decode-value.js';
import { childElements, type Element, elementOf, marked } from './element.js';
import type { XmlNode } from './xml-node.js';

/** The maximum depth of an XML document. Contracts have the same maximum depth. */
const MAX_DEPTH = 400;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  attributesGroupName: false,
  textNodeName: '#text',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  htmlEntities: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: MAX_DEPTH,
  transformTagName: marked,
  transformAttributeName: marked,
});

/**
 * The value of an XML document, by its schema. `undefined` if the text is not XML, or if the root element has the wrong
 * name. Also `undefined` if the text has a document type declaration, because its entities may expand without limit.
 */
export function readXml(root: XmlNode, text: string): Json | undefined {
  const document = text.replace(/^\uFEFF/, '');
  if (document.includes('<!DOCTYPE')) return undefined;
  const parsed = parse(document);
  if (parsed === undefined) return undefined;
  const [element, ...more] = childElements(elementOf('', parsed, new Map()));
  const name = root.form.name ?? root.component;
  if (element === undefined || more.length > 0 || !isNamed(element, root, name)) return undefined;
  return rootValue(root, element);
}

/**
 * Parses a document; `undefined` if it is not XML. The library throws for some malformed documents, and for documents
 * that are nested too deeply.
 */
function parse(text: string): unknown {
  try {
    return XMLValidator.validate(text) === true ? (parser.parse(text) as unknown) : undefined;
  } catch {
    return undefined;
  }
}

function rootValue(root: XmlNode, element: Element): Json {
  if (!root.types.has('array')) return valueOf(root, element);
  const { items } = root;
  return itemValues(items, element, items.form.name ?? items.component ?? element.name);
}

/**
 * The values of the items in a list. A child element whose name is not that of the items is not an item. It becomes an
 * object with the name of the element as its key, so that validation reports it.
 */
function itemValues(items: XmlNode, list: Element, name: string): readonly Json[] {
  return childElements(list).map((element) =>
    isNamed(element, items, name) ? valueOf(items, element) : { [otherName(element)]: element.text },
  );
}

/**
 * The key for an element that no property of the schema describes. It consists of the namespace and the name of the
 * element.
 */
function otherName({ name, namespace = '' }: Element): string {
  return `{${namespace}}${name}`;
}

function valueOf(node: XmlNode, element: Element): Json {
  const { types } = node;
  const children = childElements(element);
  const isObject = types.has('object') || children.length > 0 || (element.attributes.size > 0 && types.size === 0);
  return isObject ? objectValue(node, element, children) : typedScalar(types, element.text);
}

function objectValue(node: XmlNode, element: Element, children: readonly Element[]): Json {
  const found: (readonly [string, Json])[] = [];
  const rest = new Set(children);
  const attributes = new Map(element.attributes);
  for (const [key, member] of node.members) {
    const value = member.form.attribute ? attributeValue(member, key, attributes) : memberValue(member, key, rest);
    if (value !== undefined) found.push([key, value]);
  }
  found.push(...looseItems(node, rest));
  // An element that no property has taken is an additional member, with the name of the element. If a property has the
  // same name, the element is not such a member: it only fails to match the property, for example because the property
  // is an attribute.
  const named = new Set([...rest].map(({ name }) => name).filter((name) => !node.members.has(name)));
  for (const name of named) {
    const value = memberValue(node.member(name), name, rest);
    if (value !== undefined) found.push([name, value]);
  }
  for (const other of rest) found.push([otherName(other), other.text]);
  return fromMembers(found);
}

/**
 * Finds the items of a wrapped list that are not inside the enclosing element of the list, and removes them from
 * `rest`. They are returned under a key that no schema allows, so that validation reports them.
 */
function looseItems(node: XmlNode, rest: Set<Element>): readonly (readonly [string, Json])[] {
  return [...node.members].flatMap(([key, { form, items }]) => {
    const name = items.form.name ?? form.name ?? key;
    if (!form.wrapped || node.members.has(name) || node.member(name).key !== '') return [];
    const loose = [...rest].filter((element) => isNamed(element, items, name));
    for (const element of loose) rest.delete(element);
    return loose.length === 0 ? [] : [[`{}${key}`, loose.map(({ text }) => text)] as const];
  });
}

function attributeValue({ form, types }: XmlNode, key: string, attributes: Map<string, string>): Json | undefined {
  const text = attributes.get(form.name ?? key);
  return text === undefined ? undefined : typedScalar(types, text);
}

/** Removes the elements of one property from `rest`, and returns the value of this property. */
function memberValue(member: XmlNode, key: string, rest: Set<Element>): Json | undefined {
  const name = member.form.name ?? key;
  const isList = member.types.has('array');
  const inner = isList && !member.form.wrapped ? member.items : member;
  const wanted = inner === member ? name : (inner.form.name ?? name);
  const own = [...rest].filter((element) => isNamed(element, inner, wanted));
  for (const element of own) rest.delete(element);
  const [first] = own;
  if (first === undefined) return undefined;
  if (inner !== member) return own.map((element) => valueOf(inner, element));
  if (isList) return itemValues(member.items, first, member.items.form.name ?? name);
  return own.length === 1 ? valueOf(member, first) : own.map((element) => valueOf(member, element));
}

function isNamed(element: Element, { form }: XmlNode, name: string | undefined): boolean {
  return element.name === name && (form.namespace === undefined || element.namespace === form.namespace);
}
