import type { DynamicScope } from '../contract.js';
import { placeUri } from '../document/place.js';
import type { SchemaResource } from './resources.js';

/**
 * The dynamic scope after validation has entered a resource. Anchors that are already in the scope keep their schemas.
 */
export function enterResource(scope: DynamicScope, resource: SchemaResource): DynamicScope {
  if (resource.dynamicAnchors.size === 0) return scope;
  const inner = new Map(scope);
  for (const [name, pointer] of resource.dynamicAnchors) {
    if (!inner.has(name)) inner.set(name, placeUri({ document: resource.document, pointer }));
  }
  return inner;
}

/** A text that identifies a dynamic scope: equal scopes have equal texts. */
export function scopeText(scope: DynamicScope): string {
  return scope.size === 0 ? '' : JSON.stringify([...scope].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}
