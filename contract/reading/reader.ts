import type { ContractDocuments } from '../upgrade/upgraded-documents.js';
import { isJsonObject } from '../json/json.js';
import type { SchemaUri } from '../operation.js';
import { FaultLog } from '../document/fault-log.js';
import { childPlace, type Place, placeLocation, placeUri, textAt } from '../document/place.js';
import { resolveReference } from '../document/reference.js';

/**
 * The state that all functions which read a contract share: the files, and the faults found so far. It also resolves
 * references.
 */
export class Reader {
  readonly faults = new FaultLog();
  /** Faults despite which the description can be read, because the intended meaning is clear. */
  readonly readAround = new FaultLog();
  /** The paths whose operations are left out, because it is unknown how to call them. */
  readonly leftOut = new Set<string>();
  /**
   * Addresses of the schemas that operations use, in order of first use. They are checked after all operations have
   * been read.
   */
  readonly schemas = new Set<SchemaUri>();

  constructor(
    readonly documents: ContractDocuments,
    /** The vendor prefix of extensions, such as `svc` in `x-svc-mcp-tool`. */
    readonly prefix: string,
    /** Whether the operations of a path are left out if it is unknown how to call them. */
    readonly leavesOut = false,
  ) {}

  fault(place: Place, code: string, message: string, repair: string): void {
    this.faults.add(placeLocation(place), code, message, repair);
  }

  /** Reports a fault despite which the description can be read. `message` states how it is read. */
  around(place: Place, code: string, message: string, repair: string): void {
    this.readAround.add(placeLocation(place), code, message, repair);
  }

  /**
   * Follows a chain of `$ref`s to its end. A place without a `$ref` is returned unchanged. If a reference does not
   * resolve, or if the chain is a cycle, a fault is reported, and the result is `undefined`.
   */
  follow(place: Place): Place | undefined {
    const seen = new Set<SchemaUri>();
    let current = place;
    for (let reference = textAt(current, '$ref'); reference !== undefined; reference = textAt(current, '$ref')) {
      seen.add(placeUri(current));
      const reading = resolveReference(this.documents, current, reference);
      if (reading.kind === 'faults') {
        this.faults.addAll(reading.faults);
        return undefined;
      }
      current = reading.place;
      if (seen.has(placeUri(current))) return this.#cycle(place);
    }
    return current;
  }

  /**
   * Follows the `$ref`s of a place, as `follow` does. If the target is not an object, a fault is reported, and the
   * result is `undefined`. `what` names the object in the fault.
   */
  followObject(place: Place, what: string): Place | undefined {
    const target = this.follow(place);
    if (target === undefined || isJsonObject(target.value)) return target;
    this.fault(target, 'shape', `${what} is not an object`, `Write the ${what} as a mapping.`);
    return undefined;
  }

  /**
   * The value of a boolean field; `undefined` if the field is missing. The texts `"true"` and `"false"` are read as
   * booleans; any other value is a fault.
   */
  flag(place: Place, key: string): boolean | undefined {
    const flag = childPlace(place, key);
    if (flag === undefined) return undefined;
    if (typeof flag.value === 'boolean') return flag.value;
    if (flag.value === 'true' || flag.value === 'false') {
      this.around(flag, 'boolean-text', `\`${key}\` is a string; it is read as ${flag.value}`, 'Remove the quotes.');
      return flag.value === 'true';
    }
    this.fault(flag, 'shape', `\`${key}\` is not a boolean`, 'Write true or false.');
    return undefined;
  }

  /**
   * Registers a schema to be checked later. Its `$ref` is not followed, because keywords beside `$ref` also apply (JSON
   * Schema 2020-12 §8.2.3.1).
   */
  schema(place: Place): SchemaUri | undefined {
    if (typeof place.value !== 'boolean' && !isJsonObject(place.value)) {
      this.fault(
        place,
        'schema-malformed',
        'the schema is neither an object nor a boolean',
        'Write a schema; `true` accepts any value.',
      );
      return undefined;
    }
    const uri = placeUri(place);
    this.schemas.add(uri);
    return uri;
  }

  #cycle(place: Place): undefined {
    const reference = childPlace(place, '$ref') ?? place;
    this.fault(
      reference,
      'reference-cycle',
      'the $ref leads back to itself instead of to an object',
      'Replace one of the references in the cycle with the object.',
    );
    return undefined;
  }
}
