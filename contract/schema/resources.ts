import type { ContractDocument } from '../document/document.js';
import { isJsonObject, type Json, type JsonObject } from '../json/json.js';
import { joinPointer } from '../json/json-pointer.js';

/** Keywords whose value is an instance, in which `$id` has no meaning. */
const INSTANCE_KEYWORDS: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'example', 'examples', 'value']);
/** Keywords below which every key is a name chosen by the author, not a keyword. */
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
  /** Plain-name fragments (`$anchor`, `$dynamicAnchor`) → pointer in the document. */
  readonly anchors: ReadonlyMap<string, string>;
  /** The anchors that `$dynamicRef` can find from another resource. */
  readonly dynamicAnchors: ReadonlyMap<string, string>;
}

interface OpenResource extends SchemaResource {
  readonly anchors: Map<string, string>;
  readonly dynamicAnchors: Map<string, string>;
}

/** The resources of a document: the document itself first, then the others in the order they are written. */
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
    // A document and its root schema with an `$id` have the same pointer. The root schema comes later, and is the inner
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
 * Enters a schema. Core §8.2.1: `$id` starts a resource whose URL resolves against the enclosing one; anchors belong to
 * the resource that contains them.
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
