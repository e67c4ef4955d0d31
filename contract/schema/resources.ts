import type { ContractDocument } from '../document/document.js';
import { isJsonObject, type Json, type JsonObject } from '../json/json.js';
import { joinPointer } from '../json/json-pointer.js';

/** Keywords whose value is data, not a schema. An `$id` in data does not start a resource. */
const INSTANCE_KEYWORDS: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'example', 'examples', 'value']);
/** Keywords whose value is an object whose keys the author of the schema chose, such as the names in `properties`. */
const NAMING_KEYWORDS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
  'schemas',
  'responses',
  'parameters',
  'requestBodies',
  'headers',
  'content',
  'paths',
  'pathItems',
  'callbacks',
  'webhooks',
]);

/** A schema resource (JSON Schema 2020-12 Core §4.3.5): a document, or a schema in it that has its own `$id`. */
export interface SchemaResource {
  /** Absolute URL, without a fragment. */
  readonly url: string;
  readonly document: ContractDocument;
  /** Pointer to the start of the resource in the document. */
  readonly pointer: string;
  /** Maps the name of an anchor (`$anchor`, `$dynamicAnchor`) to the pointer of its schema in the document. */
  readonly anchors: ReadonlyMap<string, string>;
  /**
   * The anchors to which a `$dynamicRef` in a different resource can refer. Maps the name of each anchor to its
   * pointer.
   */
  readonly dynamicAnchors: ReadonlyMap<string, string>;
}

interface OpenResource extends SchemaResource {
  readonly anchors: Map<string, string>;
  readonly dynamicAnchors: Map<string, string>;
}

/**
 * The schema resources of a document. The document itself is the first; the others follow in the order in which they
 * are written.
 */
export function findResources(document: ContractDocument): readonly SchemaResource[] {
  const root = openResource(document.base, document, '');
  const found = [root];
  walk(document.root, '', root, found, false);
  return found;
}

/** The innermost resource of a document that contains `pointer`. */
export function resourceAt(resources: readonly SchemaResource[], pointer: string): SchemaResource | undefined {
  let innermost: SchemaResource | undefined;
  for (const resource of resources) {
    const holds = resource.pointer === '' || pointer === resource.pointer || pointer.startsWith(`${resource.pointer}/`);
    // A root schema with an `$id` has the same pointer as its document. It comes later in the list, and is the inner
    // resource.
    if (holds && (innermost === undefined || resource.pointer.length >= innermost.pointer.length)) innermost = resource;
  }
  return innermost;
}

function walk(value: Json, pointer: string, within: OpenResource, found: OpenResource[], naming: boolean): void {
  if (Array.isArray(value)) {
    (value as readonly Json[]).forEach((item, index) => walk(item, joinPointer(pointer, index), within, found, false));
    return;
  }
  if (!isJsonObject(value)) return;
  const resource = naming ? within : enterResource(value, pointer, within, found);
  for (const [key, child] of Object.entries(value)) {
    if (!naming && (INSTANCE_KEYWORDS.has(key) || key.startsWith('x-'))) continue;
    walk(child, joinPointer(pointer, key), resource, found, !naming && NAMING_KEYWORDS.has(key));
  }
}

/**
 * Handles the `$id` and the anchors of a schema. An `$id` starts a new resource; its URL is relative to the enclosing
 * resource (Core §8.2.1). Anchors belong to the resource that contains them.
 */
function enterResource(schema: JsonObject, pointer: string, within: OpenResource, found: OpenResource[]): OpenResource {
  const id = stringOf(schema, '$id');
  const url = id === undefined ? undefined : resourceUrl(id, within.url);
  const resource = url === undefined ? within : openResource(url, within.document, pointer);
  if (resource !== within) found.push(resource);
  const anchor = stringOf(schema, '$anchor');
  if (anchor !== undefined) resource.anchors.set(anchor, pointer);
  const dynamic = stringOf(schema, '$dynamicAnchor');
  if (dynamic !== undefined) {
    resource.anchors.set(dynamic, pointer);
    resource.dynamicAnchors.set(dynamic, pointer);
  }
  return resource;
}

function resourceUrl(id: string, base: string): string | undefined {
  try {
    return new URL(id, base).href.replace(/#.*$/, '');
  } catch {
    return undefined;
  }
}

function stringOf(schema: JsonObject, key: string): string | undefined {
  const value = Object.hasOwn(schema, key) ? schema[key] : undefined;
  return typeof value === 'string' ? value : undefined;
}

function openResource(url: string, document: ContractDocument, pointer: string): OpenResource {
  return { url, document, pointer, anchors: new Map(), dynamicAnchors: new Map() };
}
