import type { ContractFault } from '../contract.js';
import type { DocumentSet } from './document-set.js';
import { pointerTokens } from '../json/json-pointer.js';
import { childPlace, type Place, placeLocation } from './place.js';

export type ReferenceReading =
  | { readonly kind: 'place'; readonly place: Place }
  | { readonly kind: 'faults'; readonly faults: readonly ContractFault[] };

/**
 * The place to which the `$ref` of a Reference Object or Path Item refers (OpenAPI 3.1 §4.8.23). A `$ref` in the target
 * is not followed.
 */
export function resolveReference(
  documents: Pick<DocumentSet, 'openUrl'>,
  place: Place,
  reference: string,
): ReferenceReading {
  const target = splitReference(reference, place.document.base);
  if (target === undefined) return malformed(place, reference);
  const reading =
    target.url === place.document.base
      ? { kind: 'document' as const, document: place.document }
      : documents.openUrl(target.url, referenceLocation(place));
  if (reading.kind === 'faults') return reading;
  const pointer = decodeFragment(target.fragment);
  if (pointer === undefined || (pointer !== '' && !pointer.startsWith('/'))) return malformed(place, reference);
  const root: Place = { document: reading.document, pointer: '', value: reading.document.root };
  const found = childPlace(root, ...pointerTokens(pointer));
  return found === undefined ? dangling(place, reference, reading.document.file) : { kind: 'place', place: found };
}

/**
 * Splits a reference into an absolute URL and a fragment, which stays percent-encoded. `undefined` if the reference is
 * not a URI reference.
 */
export function splitReference(
  reference: string,
  base: string,
): { readonly url: string; readonly fragment: string } | undefined {
  const hash = reference.indexOf('#');
  const address = hash === -1 ? reference : reference.slice(0, hash);
  const fragment = hash === -1 ? '' : reference.slice(hash + 1);
  if (address === '') return { url: base, fragment };
  try {
    return { url: new URL(address, base).href.replace(/#$/, ''), fragment };
  } catch {
    return undefined;
  }
}

/** Decodes the percent-encoding of a pointer in a fragment (RFC 6901 §6); `undefined` if the encoding is malformed. */
export function decodeFragment(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

function referenceLocation(place: Place): ReturnType<typeof placeLocation> {
  return placeLocation(childPlace(place, '$ref') ?? place);
}

function malformed(place: Place, reference: string): ReferenceReading {
  return fault(
    place,
    'reference-malformed',
    `$ref ${JSON.stringify(reference)} is not a URI reference with a JSON pointer`,
    'Write a pointer such as #/components/…, or a relative file followed by a pointer.',
  );
}

function dangling(place: Place, reference: string, file: string): ReferenceReading {
  return fault(
    place,
    'reference-dangling',
    `$ref ${JSON.stringify(reference)} does not resolve: ${file} has no value at that place`,
    'Correct the reference, or add its target.',
  );
}

function fault(place: Place, code: string, message: string, repair: string): ReferenceReading {
  return { kind: 'faults', faults: [{ code, message, repair, location: referenceLocation(place) }] };
}
