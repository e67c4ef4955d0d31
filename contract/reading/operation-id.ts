import type { Method, OperationId } from '../operation.js';
import { formatLocation } from '../json/source-location.js';
import { childPlace, type Place, placeLocation, textAt } from '../document/place.js';
import type { Reader } from './reader.js';

/** An operation that was found in the document, before it gets an id. */
export interface FoundOperation {
  readonly method: Method;
  readonly path: string;
  readonly pathItem: Place;
  readonly place: Place;
}

/**
 * The id of every operation: its `operationId`, or an id that is derived from its method and path. If an id is already
 * used, it gets a suffix (`_2`, `_3`). A derived id stays the same as long as earlier operations do not change.
 */
export function assignIds(reader: Reader, found: readonly FoundOperation[]): ReadonlyMap<FoundOperation, OperationId> {
  const taken = new Map<string, Place>();
  const ids = new Map<FoundOperation, OperationId>();
  const written = new Set(found.map(({ place }) => textAt(place, 'operationId')));
  for (const operation of found) {
    const id = writtenId(reader, operation.place, taken, written);
    if (id !== undefined) ids.set(operation, id as OperationId);
  }
  for (const operation of found) {
    if (ids.has(operation)) continue;
    const id = freeId(derivedId(operation.method, operation.path), taken);
    taken.set(id, operation.place);
    ids.set(operation, id as OperationId);
  }
  return ids;
}

/** Derives an id from a method and a path: `get` and `/pets/{petId}` become `get_pets_petId`. */
function derivedId(method: Method, path: string): string {
  const words = path.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return [method, ...words].join('_');
}

/**
 * The id of an operation that states an `operationId`. If another operation already has this id, a suffix is added,
 * such that no other operation has or states the resulting id. `written`: all stated ids. `undefined` if the operation
 * states none.
 */
function writtenId(
  reader: Reader,
  operation: Place,
  taken: Map<string, Place>,
  written: ReadonlySet<string | undefined>,
): string | undefined {
  const place = childPlace(operation, 'operationId');
  if (place === undefined) return undefined;
  const id = place.value;
  if (typeof id !== 'string' || id === '') {
    const message = '`operationId` is not a string; an id is made from the method and the path';
    reader.around(place, 'operation-id-malformed', message, 'Write a string.');
    return undefined;
  }
  const first = taken.get(id);
  const free = first === undefined ? id : freeId(id, { has: (other) => taken.has(other) || written.has(other) });
  taken.set(free, place);
  if (first !== undefined) {
    const used = `already used by the operation at ${formatLocation(placeLocation(first))}`;
    const message = `operationId ${JSON.stringify(id)} is ${used}; it is read as ${free}`;
    reader.around(place, 'operation-id-duplicate', message, 'Rename one of the two operations.');
  }
  return free;
}

function freeId(id: string, taken: Pick<ReadonlySet<string>, 'has'>): string {
  let free = id;
  for (let count = 2; taken.has(free); count += 1) free = `${id}_${count}`;
  return free;
}
