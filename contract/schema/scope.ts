import type { DynamicScope } from '../contract.js';
import { placeUri } from '../document/place.js';
import type { SchemaResource } from './resources.js';

/** The dynamic scope after entering a resource. Anchors that are already in the scope are kept. */
export function enterResource(scope: DynamicScope, resource: SchemaResource): DynamicScope {
  if (resource.dynamicAnchors.size === 0) return scope;
  const inner = new Map(scope);
  for (const [name, pointer] of resource.dynamicAnchors) {
    if (!inner.has(name)) inner.set(name, placeUri({ document: resource.document, pointer }));
  }
  return inner;
}

/** The key of a scope in a map: equal scopes have equal keys. */
export function scopeText(scope: DynamicScope): string {
  return scope.size === 0 ? '' : JSON.stringify([...scope].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}
