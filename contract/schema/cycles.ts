import type { SchemaUri } from '../operation.js';
import type { FaultLog } from '../document/fault-log.js';
import { type Place, placeLocation } from '../document/place.js';

/**
 * Maps a schema to the schemas that it applies to the same value, each with the place of the keyword that applies it.
 */
export type InPlaceGraph = Map<SchemaUri, readonly { readonly to: SchemaUri; readonly at: Place }[]>;

/**
 * Reports schemas whose validation never ends, because they apply themselves to the same value (JSON Schema Core
 * §9.4.1). Recursion through a property or an item is allowed, because every value has a limited depth.
 */
export function reportEndlessSchemas(graph: InPlaceGraph, faults: FaultLog): void {
  const finished = new Set<SchemaUri>();
  for (const start of graph.keys()) search(graph, start, finished, faults);
}

interface Frame {
  readonly uri: SchemaUri;
  next: number;
}

/**
 * A depth-first search for cycles. It has an explicit stack, because a chain of references may be longer than the call
 * stack allows.
 */
function search(graph: InPlaceGraph, start: SchemaUri, finished: Set<SchemaUri>, faults: FaultLog): void {
  if (finished.has(start)) return;
  const stack: Frame[] = [{ uri: start, next: 0 }];
  const open = new Set<SchemaUri>([start]);
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const edge = graph.get(frame.uri)?.[frame.next];
    frame.next += 1;
    if (edge === undefined) {
      finished.add(frame.uri);
      open.delete(frame.uri);
      stack.pop();
    } else if (open.has(edge.to)) {
      faults.add(
        placeLocation(edge.at),
        'schema-endless',
        'the schema refers back to itself for the same value, so its validation never ends',
        'Break the cycle: replace one of its `$ref`s with the keywords that the value must satisfy.',
      );
    } else if (!finished.has(edge.to)) {
      open.add(edge.to);
      stack.push({ uri: edge.to, next: 0 });
    }
  }
}
