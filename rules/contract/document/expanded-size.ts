import { isJsonObject, type Json, ownValue } from '../../../contract/json/json.js';
import { type Place, childPlace } from '../../../contract/document/place.js';
import { resolveReference } from '../../../contract/document/reference.js';
import type { SpectralSources } from './spectral-source.js';

/**
 * The maximum number of nodes. Spectral visits about thirty thousand nodes a second, so a larger document takes over a
 * minute.
 */
const MAX_EXPANDED_NODES = 2_000_000;
/** The maximum nesting depth with resolved `$ref`s. Deeper nesting would overflow the stack of recursive code. */
const MAX_DEPTH = 1500;

/**
 * Whether a contract becomes too large to be linted when each `$ref` is replaced by its target: a few lines can then
 * become billions of nodes. A circular reference counts as one node, because it is not replaced.
 */
export function expandsTooFar(sources: SpectralSources): boolean {
  const root: Place = { document: sources.main, pointer: '', value: sources.main.root };
  return new Expansion(sources).size(root, 0) > MAX_EXPANDED_NODES;
}

class Expansion {
  /**
   * The number of nodes of each object. The target of several references is counted once for each of them, but measured
   * only once.
   */
  readonly #sizes = new Map<object, number>();
  readonly #open = new Set<object>();

  constructor(readonly sources: SpectralSources) {}

  /** The number of nodes; infinite if the nesting is too deep. */
  size(place: Place, depth: number): number {
    const { value } = place;
    if (typeof value !== 'object' || value === null || this.#open.has(value)) return 1;
    if (depth > MAX_DEPTH) return Number.POSITIVE_INFINITY;
    const known = this.#sizes.get(value);
    if (known !== undefined) return known;
    this.#open.add(value);
    const size = this.#measure(place, depth + 1);
    this.#open.delete(value);
    this.#sizes.set(value, size);
    return size;
  }

  #measure(place: Place, depth: number): number {
    const reference = ownValue(place.value, '$ref');
    const target = typeof reference === 'string' ? this.#target(place, reference) : undefined;
    if (target !== undefined) return this.size(target, depth);
    let size = 1;
    for (const key of keysOf(place.value)) {
      const child = childPlace(place, key);
      if (child !== undefined) size += this.size(child, depth);
    }
    return size;
  }

  #target(place: Place, reference: string): Place | undefined {
    const reading = resolveReference(this.sources.documents, place, reference);
    return reading.kind === 'place' ? reading.place : undefined;
  }
}

function keysOf(value: Json): readonly (string | number)[] {
  if (Array.isArray(value)) return [...value.keys()];
  return isJsonObject(value) ? Object.keys(value) : [];
}
