/** A segment of a path template: its text, or `undefined` if the segment contains a parameter. */
export type TemplateSegment = string | undefined;

/**
 * Finds the path templates that may match a request path, by their number of segments and by their segments without
 * parameters. The time does not grow with the number of templates.
 */
export class PathIndex<T> {
  readonly #root: Node<T> = newNode();

  constructor(entries: readonly T[], segmentsOf: (entry: T) => readonly TemplateSegment[]) {
    for (const [position, entry] of entries.entries()) {
      let node = this.#root;
      for (const segment of segmentsOf(entry)) node = added(node, segment);
      node.ending.push({ position, entry });
    }
  }

  /**
   * The entries whose path templates may match a request path, in the order in which they were added. Only segments
   * without parameters are compared, so the caller must still match the template.
   */
  at(segments: readonly string[]): readonly T[] {
    let nodes: readonly Node<T>[] = [this.#root];
    for (const segment of segments) {
      const next: Node<T>[] = [];
      for (const { literals, parameter } of nodes) {
        const literal = literals.get(segment);
        if (literal !== undefined) next.push(literal);
        if (parameter !== undefined) next.push(parameter);
      }
      if (next.length === 0) return [];
      nodes = next;
    }
    const found = nodes.flatMap(({ ending }) => ending);
    if (found.length > 1) found.sort((a, b) => a.position - b.position);
    return found.map(({ entry }) => entry);
  }
}

interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  parameter?: Node<T>;
  readonly ending: { readonly position: number; readonly entry: T }[];
}

function newNode<T>(): Node<T> {
  return { literals: new Map(), ending: [] };
}

function added<T>(node: Node<T>, segment: TemplateSegment): Node<T> {
  if (segment === undefined) return (node.parameter ??= newNode());
  const known = node.literals.get(segment) ?? newNode();
  node.literals.set(segment, known);
  return known;
}
