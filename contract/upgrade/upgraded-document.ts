import type { ContractDocument } from '../document/document.js';
import { isJsonObject, type Json, type JsonObject } from '../json/json.js';
import { joinPointer } from '../json/json-pointer.js';
import { setMember } from '../json/members.js';
import type { FoundPlace } from './found-places.js';
import { MovedPointers } from './moved-pointers.js';
import { movesBesideNull, nullReading, upgradedSchema } from './upgraded-schema.js';

/** Finds the schemas whose keywords move in the upgrade, because null needs a branch of its own in `anyOf`. */
export function movedPointers(found: readonly FoundPlace[]): MovedPointers {
  const moved = new MovedPointers();
  for (const { place, role } of found) {
    if (role === 'schema' && isJsonObject(place.value) && nullReading(place.value) === 'branch')
      moved.add(place.pointer, movesBesideNull);
  }
  return moved;
}

/** The document with all objects converted to OpenAPI 3.1. */
export function upgradedDocument(
  document: ContractDocument,
  found: readonly FoundPlace[],
  moved: ReadonlyMap<ContractDocument, MovedPointers>,
): ContractDocument {
  const rebuild = new Rebuild(new Map(found.map((place) => [place.place.pointer, place])), moved);
  const own = moved.get(document) ?? new MovedPointers();
  return {
    ...document,
    root: rebuild.value(document.root, ''),
    locate: (pointer) => document.locate(own.toWritten(pointer)),
    upgradedPointer: (written) => own.toUpgraded(written),
  };
}

class Rebuild {
  constructor(
    private readonly found: ReadonlyMap<string, FoundPlace>,
    private readonly moved: ReadonlyMap<ContractDocument, MovedPointers>,
  ) {}

  value(value: Json, pointer: string): Json {
    if (Array.isArray(value))
      return (value as readonly Json[]).map((item, index) => this.value(item, joinPointer(pointer, index)));
    if (!isJsonObject(value)) return value;
    const place = this.found.get(pointer);
    const made = this.#withReference(this.#members(value, pointer), place);
    if (place?.role === 'schema') return upgradedSchema(made);
    // Outside a URL-encoded form, OpenAPI 3.0 ignores the style of an Encoding Object, but not its content type
    // (§4.7.15.1).
    if (place?.role === 'encoding') return without(made, ['style', 'explode', 'allowReserved']);
    return place?.role === 'bodilessOperation' ? without(made, ['requestBody']) : made;
  }

  #members(value: JsonObject, pointer: string): JsonObject {
    const made: Record<string, Json> = {};
    for (const [key, member] of Object.entries(value))
      setMember(made, key, this.value(member, joinPointer(pointer, key)));
    return made;
  }

  /** Adjusts a `$ref` whose target moves, because the target is inside a schema whose keywords move. */
  #withReference(value: JsonObject, place: FoundPlace | undefined): JsonObject {
    const reference = value['$ref'];
    if (place?.target === undefined || typeof reference !== 'string') return value;
    const { document, pointer } = place.target;
    const upgraded = this.moved.get(document)?.toUpgraded(pointer) ?? pointer;
    if (upgraded === pointer) return value;
    return { ...value, $ref: `${reference.replace(/#.*$/, '')}#${encodeURI(upgraded)}` };
  }
}

function without(value: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}
