import type { DynamicScope } from '../../contract.js';
import { isJsonObject, type Json, type JsonObject, type JsonSchema } from '../../json/json.js';
import type { SchemaUri } from '../../operation.js';
import { childPlace, entryPlaces, itemPlaces, type Place, placeUri, textAt } from '../../document/place.js';
import { isInPlace, validatingShape } from '../keywords.js';
import { STEP_KEYWORD } from './step-meter.js';
import { referenceError, type SchemaReferences } from '../references.js';
import { enterResource, scopeText } from '../scope.js';

/** A schema, rewritten for Ajv. Its key is an absolute URN, which the URL resolution of Ajv does not change. */
export interface SchemaCopy {
  readonly key: string;
  readonly schema: JsonObject;
}

export interface CopyOrigin {
  readonly uri: SchemaUri;
  /** Whether the schema from which the copy was made is `false`. */
  readonly never: boolean;
  /** Whether the copy has an `anyOf` in place of a `oneOf` of the contract. */
  readonly relaxesOneOf: boolean;
}

/**
 * Returns the names of the hidden members (`readOnly` or `writeOnly`) of the object schema at an address. `required`
 * does not apply to hidden members.
 */
export type HiddenNames = (uri: SchemaUri) => ReadonlySet<string>;

/** The context in which a schema is copied. In different contexts, the copies of the same schema differ. */
interface Surroundings {
  readonly scope: DynamicScope;
  /**
   * Names of members that `required` ignores, because an enclosing schema for the same value hides them: it marks them
   * as `readOnly` (in requests) or `writeOnly` (in replies). `undefined` if hidden members are required too.
   */
  readonly hidden: ReadonlySet<string> | undefined;
}

interface Pending {
  readonly key: string;
  readonly place: Place;
  readonly around: Surroundings;
}

/**
 * Rewrites schemas for Ajv. There is one copy for each target of a reference:
 * - Annotations and unknown keywords are removed, so Ajv does not treat other parts of an OpenAPI document as keywords.
 * - A reference becomes the key of the copy of its target.
 * - The original place of each copied object is recorded. Ajv's own `schemaPath` is not usable, because it restarts at
 *   every `$ref`.
 */
export class SchemaCopies {
  /** All copies so far, in the order in which they were made. `keyFor` adds to this list. */
  readonly made: SchemaCopy[] = [];
  readonly #references: SchemaReferences;
  readonly #formats: ReadonlySet<string>;
  readonly #origins = new WeakMap<object, SchemaUri>();
  /** The copies of schemas that are `false`. */
  readonly #never = new WeakSet<object>();
  /** The copies with an `anyOf` in place of a `oneOf` of the contract. */
  readonly #relaxed = new WeakSet<object>();
  readonly #keys = new Map<string, string>();
  readonly #pending: Pending[] = [];
  #count = 0;

  readonly #hidden: HiddenNames | undefined;

  constructor(references: SchemaReferences, formats: ReadonlySet<string>, hidden?: HiddenNames) {
    this.#references = references;
    this.#formats = formats;
    this.#hidden = hidden;
  }

  /**
   * The key of the copy of the schema at a place. The copy, and all copies to which it refers, are made if they do not
   * exist.
   */
  keyFor(place: Place): string {
    const made = this.made.length;
    try {
      const key = this.#key(place, { scope: new Map(), hidden: this.#hidden && NONE });
      for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) {
        this.made.push({ key: next.key, schema: this.#copy(next.place, next.around) });
      }
      return key;
    } catch (error) {
      this.#forget(made);
      throw error;
    }
  }

  /**
   * Removes the copies that were not completed because an error was thrown. If `keyFor` is called again for the
   * unusable schema, it then fails in the same way, and does not return an incomplete copy.
   */
  #forget(made: number): void {
    const done = new Set(this.made.slice(0, made).map(({ key }) => key));
    this.made.length = made;
    this.#pending.length = 0;
    for (const [identity, key] of this.#keys) if (!done.has(key)) this.#keys.delete(identity);
  }

  /** The place of the schema from which a copy was made, and how the copy differs from this schema. */
  origin(copy: object): CopyOrigin | undefined {
    const uri = this.#origins.get(copy);
    return uri && { uri, never: this.#never.has(copy), relaxesOneOf: this.#relaxed.has(copy) };
  }

  #key(place: Place, { scope: outer, hidden }: Surroundings): string {
    const scope = enterResource(outer, this.#references.resource(place));
    const identity = `${placeUri(place)} ${scopeText(scope)} ${hidden === undefined ? '' : JSON.stringify([...hidden].toSorted())}`;
    const known = this.#keys.get(identity);
    if (known !== undefined) return known;
    this.#count += 1;
    const key = `urn:schema:${this.#count}`;
    this.#keys.set(identity, key);
    this.#pending.push({ key, place, around: { scope, hidden } });
    return key;
  }

  #copy(place: Place, outer: Surroundings): JsonObject {
    const copy: Record<string, Json> = {};
    this.#origins.set(copy, placeUri(place));
    if (!isJsonObject(place.value)) {
      // For the schema `false`, Ajv does not report which object contains it. It is replaced by an equivalent object
      // with `not`, whose origin is recorded.
      if (place.value === false) {
        this.#never.add(copy);
        copy['not'] = {};
      }
      return copy;
    }
    const scope =
      textAt(place, '$id') === undefined ? outer.scope : enterResource(outer.scope, this.#references.resource(place));
    const around = { scope, hidden: outer.hidden && union(outer.hidden, this.#hidden?.(placeUri(place))) };
    for (const [keyword, child] of entryPlaces(place)) this.#copyKeyword(copy, keyword, child, place, around);
    this.#copyReferences(copy, place, around);
    // Steps are not counted for schemas without subschemas and references, because their time is bounded.
    if (Object.values(copy).some((value) => typeof value === 'object') || copy['$ref'] !== undefined)
      copy[STEP_KEYWORD] = true;
    return copy;
  }

  #copyKeyword(copy: Record<string, Json>, keyword: string, child: Place, parent: Place, above: Surroundings): void {
    const shape = validatingShape(keyword);
    const around = { ...above, hidden: hiddenBelow(keyword, above.hidden) };
    if (shape === 'schema') copy[keyword] = this.#copySchema(child, keyword, parent, around);
    else if (shape === 'list') {
      const schemas = itemPlaces(child).map((item) => this.#copy(item, around));
      if (keyword === 'allOf') addToAllOf(copy, ...schemas);
      else if (keyword === 'oneOf' && above.hidden !== undefined && above.hidden.size > 0)
        addToAllOf(copy, this.#relaxedOneOf(schemas, parent));
      else copy[keyword] = schemas;
    } else if (shape === 'map') this.#copyMap(copy, keyword, child, around);
    else if (shape === 'data' && this.#isAssertion(keyword, child.value))
      copy[keyword] = withoutHidden(keyword, child.value, above.hidden);
  }

  /**
   * Replaces `oneOf` with `anyOf`. Without its hidden members, a value may satisfy several alternatives, because they
   * may differ only in hidden members. The result is a separate schema: the original schema may also have an `anyOf`.
   */
  #relaxedOneOf(alternatives: readonly JsonObject[], parent: Place): JsonObject {
    const copy = { anyOf: alternatives };
    this.#origins.set(copy, placeUri(parent));
    this.#relaxed.add(copy);
    return copy;
  }

  /**
   * Whether a keyword is an assertion. A `format` without a test is only an annotation (JSON Schema Validation §7.2).
   */
  #isAssertion(keyword: string, value: Json): boolean {
    return keyword !== 'format' || (typeof value === 'string' && this.#formats.has(value));
  }

  /**
   * Copies one schema. A `false` that forbids further members or items stays `false`. Ajv then reports its keyword,
   * such as `additionalProperties`, which is more precise than `not`.
   */
  #copySchema(child: Place, keyword: string, parent: Place, around: Surroundings): JsonSchema {
    const closes =
      keyword === 'additionalProperties' ||
      keyword.startsWith('unevaluated') ||
      (keyword === 'items' && childPlace(parent, 'prefixItems') !== undefined);
    return closes && child.value === false ? false : this.#copy(child, around);
  }

  #copyMap(copy: Record<string, Json>, keyword: string, map: Place, around: Surroundings): void {
    const target = mapIn(copy, keyword);
    for (const [name, child] of entryPlaces(map)) {
      const schema = this.#copy(child, around);
      // Ajv ignores a property with this name in `properties`, but not in `patternProperties`.
      if (name !== '__proto__') target[name] = schema;
      else if (keyword === 'properties') mapIn(copy, 'patternProperties')['^__proto__$'] = schema;
      else if (keyword === 'patternProperties') target['(?:__proto__)'] = schema;
    }
  }

  #copyReferences(copy: Record<string, Json>, place: Place, around: Surroundings): void {
    for (const keyword of ['$ref', '$dynamicRef']) {
      const reference = textAt(place, keyword);
      if (reference === undefined) continue;
      const key = this.#referenceKey(place, keyword, reference, around);
      if (copy['$ref'] === undefined) copy['$ref'] = key;
      else addToAllOf(copy, { $ref: key });
    }
  }

  /**
   * The key of the schema copy to which a reference leads. If a `$dynamicRef` leads to a dynamic anchor, the copy is
   * that of the outermost resource with this anchor (Core §8.2.3.2).
   */
  #referenceKey(place: Place, keyword: string, reference: string, around: Surroundings): string {
    const reading = this.#references.resolve(place, reference);
    if (reading.kind === 'faults') throw referenceError('schema-unusable', reading.faults);
    const bound =
      keyword === '$dynamicRef' && reading.dynamic !== undefined ? around.scope.get(reading.dynamic) : undefined;
    return this.#key((bound && this.#references.place(bound)) ?? reading.place, around);
  }
}

const NONE: ReadonlySet<string> = new Set();

function union(some: ReadonlySet<string>, others: ReadonlySet<string> = NONE): ReadonlySet<string> {
  return others.size === 0 ? some : new Set([...some, ...others]);
}

/**
 * The names of hidden members for the schema below a keyword. A schema for a part of the value has its own hidden
 * members. Below `not` and `if`, nothing is hidden: a less strict schema there would make the whole schema stricter.
 */
function hiddenBelow(keyword: string, hidden: ReadonlySet<string> | undefined): ReadonlySet<string> | undefined {
  if (hidden === undefined || keyword === 'not' || keyword === 'if') return undefined;
  return isInPlace(keyword) ? hidden : NONE;
}

function addToAllOf(copy: Record<string, Json>, ...schemas: readonly JsonObject[]): void {
  copy['allOf'] = [...((copy['allOf'] ?? []) as readonly Json[]), ...schemas];
}

function withoutHidden(keyword: string, value: Json, hidden: ReadonlySet<string> = NONE): Json {
  if (hidden.size === 0) return value;
  const kept = (names: Json): Json =>
    Array.isArray(names) ? names.filter((name) => typeof name !== 'string' || !hidden.has(name)) : names;
  if (keyword === 'required') return kept(value);
  if (keyword !== 'dependentRequired' || !isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, names]) => [name, kept(names)]));
}

function mapIn(copy: Record<string, Json>, keyword: string): Record<string, Json> {
  const map = (copy[keyword] ?? {}) as Record<string, Json>;
  copy[keyword] = map;
  return map;
}
