import type { SchemaSource } from '../../contract/contract.js';
import type { SchemaUri } from '../../contract/operation.js';
import { XmlNode } from '../../contract/wire/xml/xml-node.js';
import type { CardXml, CardXmlNode } from './runtime/model/card-model.js';

/** The maximum number of nodes, which is far more than real documents need. Further elements are left out. */
const MOST_NODES = 2000;
/** A property name that no schema declares. Its schema is therefore that of additional properties. */
const UNNAMED = '\u{10ffff}';

/**
 * How the values of a schema are written as XML. The result is a list of nodes that refer to each other by index, so
 * the card can contain it as JSON.
 */
export function xmlShape(schemas: SchemaSource, root: SchemaUri): CardXml {
  const nodes: CardXmlNode[] = [];
  const known = new Map<string, number>();
  const waiting: (readonly [index: number, node: XmlNode])[] = [];
  const indexOf = (node: XmlNode): number | undefined => {
    if (node.key === '' || (!known.has(node.key) && known.size >= MOST_NODES)) return undefined;
    if (!known.has(node.key)) {
      waiting.push([known.size, node]);
      known.set(node.key, known.size);
    }
    return known.get(node.key);
  };
  indexOf(new XmlNode(schemas, [root]));
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [index, node] = next;
    nodes[index] = nodeData(node, indexOf);
  }
  return nodes;
}

function nodeData(node: XmlNode, indexOf: (node: XmlNode) => number | undefined): CardXmlNode {
  const { component, form } = node;
  const { attribute, wrapped, ...named } = form;
  const members = [...node.members].flatMap(([name, member]) => {
    const index = indexOf(member);
    return index === undefined ? [] : [[name, index] as const];
  });
  const [items, others] = [indexOf(node.items), indexOf(node.member(UNNAMED))];
  return {
    ...named,
    ...(component !== undefined && { component }),
    ...(attribute && { attribute }),
    ...(wrapped && { wrapped }),
    ...(members.length > 0 && { members: Object.fromEntries(members) }),
    ...(items !== undefined && { items }),
    ...(others !== undefined && { others }),
  };
}
