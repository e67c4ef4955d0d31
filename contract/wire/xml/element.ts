/** An element of a parsed XML document. Comments in it are left out. */
export interface Element {
  /** The name of the element without its namespace prefix. */
  readonly name: string;
  readonly namespace: string | undefined;
  /** The attributes by their names without prefix. Namespace declarations are not included. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly text: string;
  /** The child nodes as the parser returns them. */
  readonly nodes: readonly ParsedNode[];
  readonly scope: Scope;
}

/** Maps a namespace prefix to its namespace. The prefix of the default namespace is empty (Namespaces in XML §6). */
type Scope = ReadonlyMap<string, string>;
type ParsedNode = Readonly<Record<string, unknown>>;

/** The character with which names are marked. No XML name starts with it (XML 1.0 §2.3). */
const MARK = '§';

/**
 * Adds a mark to a name, because the parser refuses names such as `constructor`. The parser calls this function twice
 * for a self-closing element, so a marked name is returned unchanged.
 */
export function marked(name: string): string {
  return name.startsWith(MARK) ? name : MARK + name;
}

const ATTRIBUTES = ':@';
const TEXT = '#text';

/** Converts one element from the output of the XML parser. */
export function elementOf(tag: string, content: unknown, outer: Scope, given: ParsedNode = {}): Element {
  const pairs = Object.entries(given).map(([name, value]) => [name.slice(1), String(value)] as const);
  const scope = new Map([...outer, ...pairs.flatMap(([name, uri]) => declaration(name, uri))]);
  const [prefix, name] = tag.includes(':')
    ? [tag.slice(0, tag.indexOf(':')), tag.slice(tag.indexOf(':') + 1)]
    : ['', tag];
  const nodes = Array.isArray(content) ? (content as readonly ParsedNode[]) : [];
  const plain = pairs.filter(([attribute]) => !/^xmlns(?::|$)/.test(attribute));
  return {
    name,
    namespace: scope.get(prefix),
    attributes: new Map(plain.map(([attribute, value]) => [attribute.replace(/^[^:]*:/, ''), value])),
    text: nodes.map((node) => (TEXT in node ? String(node[TEXT]) : '')).join(''),
    nodes,
    scope,
  };
}

export function childElements({ nodes, scope }: Element): readonly Element[] {
  return nodes.flatMap((node) => {
    const tag = Object.keys(node).find((key) => key !== ATTRIBUTES);
    if (tag === undefined || !tag.startsWith(MARK)) return [];
    return [elementOf(tag.slice(1), node[tag], scope, (node[ATTRIBUTES] ?? {}) as ParsedNode)];
  });
}

function declaration(name: string, uri: string): readonly (readonly [string, string])[] {
  if (name === 'xmlns') return [['', uri]];
  return name.startsWith('xmlns:') ? [[name.slice('xmlns:'.length), uri]] : [];
}
