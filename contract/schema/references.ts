import type { ContractFault } from '../contract.js';
import type { ContractDocument } from '../document/document.js';
import type { DocumentSet } from '../document/document-set.js';
import { type Json, type JsonSchema } from '../json/json.js';
import { pointerTokens } from '../json/json-pointer.js';
import type { SchemaUri } from '../operation.js';
import { ParityError } from '../parity-error.js';
import { childPlace, type Place, placeLocation, placeUri } from '../document/place.js';
import { decodeFragment, splitReference } from '../document/reference.js';
import { findResources, resourceAt, type SchemaResource } from './resources.js';

/** The documents in which references are resolved: files, or documents in memory. */
export type SchemaDocuments = Pick<DocumentSet, 'all' | 'byUri' | 'openUrl'>;

export type SchemaReferenceReading =
  /**
   * The place to which a reference leads. If a `$dynamicAnchor` declares the anchor of this place, `dynamic` is the
   * name of the anchor.
   */
  | { readonly kind: 'place'; readonly place: Place; readonly dynamic?: string }
  | { readonly kind: 'faults'; readonly faults: readonly ContractFault[] };

/** Resolves references between schemas: by file, `$id`, `$anchor` and pointer. */
export class SchemaReferences {
  readonly #documents: SchemaDocuments;
  readonly #resources = new Map<ContractDocument, readonly SchemaResource[]>();
  /**
   * Maps a URL to its schema resource, for all documents read so far. If two resources have the same URL, the first one
   * is kept.
   */
  readonly #byUrl = new Map<string, SchemaResource>();

  constructor(documents: SchemaDocuments) {
    this.#documents = documents;
  }

  /** The place of a schema address; `undefined` if the address does not exist. */
  place(uri: SchemaUri): Place | undefined {
    const hash = uri.indexOf('#');
    const document = this.#documents.byUri(hash === -1 ? uri : uri.slice(0, hash));
    if (document === undefined) return undefined;
    return childPlace(rootPlace(document), ...pointerTokens(hash === -1 ? '' : uri.slice(hash + 1)));
  }

  /** The innermost schema resource that contains a place. */
  resource(place: Pick<Place, 'document' | 'pointer'>): SchemaResource {
    const resources = this.#resourcesOf(place.document);
    const resource = resourceAt(resources, place.pointer);
    if (resource === undefined) throw new TypeError('no schema resource contains the place');
    return resource;
  }

  /**
   * The place to which a `$ref` or `$dynamicRef` in the schema at `from` leads. The dynamic scope is ignored; the
   * caller applies it.
   */
  resolve(from: Place, reference: string): SchemaReferenceReading {
    const base = this.resource(from);
    const target = splitReference(reference, base.url);
    const fragment = target && decodeFragment(target.fragment);
    if (target === undefined || fragment === undefined) {
      const repair = 'Write a pointer such as #/components/schemas/…, or a relative file name.';
      return fault(from, 'reference-malformed', `${quote(reference)} is not a URI reference`, repair);
    }
    const resource =
      target.url === base.url ? { kind: 'resource' as const, resource: base } : this.#find(target.url, from);
    return resource.kind === 'faults' ? resource : within(resource.resource, fragment, from, reference);
  }

  #find(
    url: string,
    from: Place,
  ): { kind: 'resource'; resource: SchemaResource } | { kind: 'faults'; faults: readonly ContractFault[] } {
    for (const document of this.#documents.all()) this.#resourcesOf(document);
    const known = this.#byUrl.get(url);
    if (known !== undefined) return { kind: 'resource', resource: known };
    const reading = this.#documents.openUrl(url, placeLocation(childPlace(from, '$ref') ?? from));
    if (reading.kind === 'faults') return reading;
    return { kind: 'resource', resource: this.resource({ document: reading.document, pointer: '' }) };
  }

  #resourcesOf(document: ContractDocument): readonly SchemaResource[] {
    const known = this.#resources.get(document);
    if (known !== undefined) return known;
    const found = findResources(document);
    this.#resources.set(document, found);
    for (const resource of found) if (!this.#byUrl.has(resource.url)) this.#byUrl.set(resource.url, resource);
    return found;
  }
}

function within(resource: SchemaResource, fragment: string, from: Place, reference: string): SchemaReferenceReading {
  const dangling = (): SchemaReferenceReading =>
    fault(
      from,
      'reference-dangling',
      `${quote(reference)} does not resolve: ${resource.document.file} has no value at that place`,
      'Correct the reference, or add its target.',
    );
  const isPointer = fragment === '' || fragment.startsWith('/');
  const anchor = isPointer ? undefined : resource.anchors.get(fragment);
  if (!isPointer && anchor === undefined) return dangling();
  const place = childPlace(rootPlace(resource.document), ...pointerTokens(anchor ?? `${resource.pointer}${fragment}`));
  if (place === undefined) return dangling();
  if (!isSchema(place.value)) {
    const message = `${quote(reference)} refers to ${placeUri(place)}, which is not a schema`;
    return fault(from, 'schema-malformed', message, 'Refer to a schema, which is an object or a boolean.');
  }
  return { kind: 'place', place, ...(resource.dynamicAnchors.has(fragment) && { dynamic: fragment }) };
}

/**
 * The error for a reference that does not resolve. It is thrown only if the caller did not check the references first.
 */
export function referenceError(code: string, [first]: readonly ContractFault[]): ParityError {
  if (first === undefined) throw new TypeError('a failed reference must have a fault');
  return new ParityError(code, first.message, first.repair, { location: first.location });
}

export function isSchema(value: Json): value is JsonSchema {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value));
}

function rootPlace(document: ContractDocument): Place {
  return { document, pointer: '', value: document.root };
}

function quote(reference: string): string {
  return `$ref ${JSON.stringify(reference)}`;
}

function fault(from: Place, code: string, message: string, repair: string): SchemaReferenceReading {
  const location = placeLocation(childPlace(from, '$ref') ?? from);
  return { kind: 'faults', faults: [{ code, message, repair, location }] };
}
