import type { SchemaUri } from './operation.js';
import { placeUri } from './reading/place.js';
import type { SchemaResource } from './schema-source-resources.js';

/**
 * Which schema each dynamic anchor means on the way here: the one of the outermost resource that has it (Core §7.1). It is a
 * function of the way through the resources alone, so a copy for every scope resolves `$dynamicRef` before any value is seen.
 */
export type DynamicScope = ReadonlyMap<string, SchemaUri>;

/** The scope after stepping into a resource; what is bound already stays bound. */
export function enterResource(scope: DynamicScope, resource: SchemaResource): DynamicScope {
  if (resource.dynamicAnchors.size === 0) return scope;
  const inner = new Map(scope);
  for (const [name, pointer] of resource.dynamicAnchors) {
    if (!inner.has(name)) inner.set(name, placeUri({ document: resource.document, pointer }));
  }
  return inner;
}

/** Equal for equal scopes. */
export function scopeText(scope: DynamicScope): string {
  return scope.size === 0 ? '' : JSON.stringify([...scope].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}
