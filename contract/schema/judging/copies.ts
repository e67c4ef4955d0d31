import type { DynamicScope } from '../../contract.js';
import { isJsonObject, type Json, type JsonObject, type JsonSchema } from '../../json/json.js';
import type { SchemaUri } from '../../operation.js';
import { childPlace, entryPlaces, itemPlaces, type Place, placeUri, textAt } from '../../document/place.js';
import { isInPlace, validatingShape } from '../keywords.js';
import { STEP_KEYWORD } from './step-meter.js';
import { referenceError, type SchemaReferences } from '../references.js';
import { enterResource, scopeText } from '../scope.js';

/** What stands at a place as Ajv is to see it, under a key that no URL rule can bend. */
export interface SchemaCopy {
  readonly key: string;
  readonly schema: JsonObject;
}

export interface CopyOrigin {
  readonly uri: SchemaUri;
  /** The copy stands for the schema `false`. */
  readonly never: boolean;
}

/** Members of the object at an address that its `required` does not ask for. */
export type HiddenNames = (uri: SchemaUri) => ReadonlySet<string>;

/** What a copy depends on beside its place. */
interface Surroundings {
  readonly scope: DynamicScope;
  /** Names that schemas above, for the same value, do not ask for; `undefined`: all that is required is asked for. */
  readonly hidden: ReadonlySet<string> | undefined;
}

interface Pending {
  readonly key: string;
  readonly place: Place;
  readonly around: Surroundings;
}

/**
 * Rewrites schemas for Ajv, one copy a reference target: annotations and unknown keywords left out (so that nothing of an
 * OpenAPI document is taken for a keyword), every reference replaced by the key of its target's copy. Remembers which place
 * each copied object came from: Ajv's own `schemaPath` begins anew at every `$ref`, the identity of the object does not.
 */
export class SchemaCopies {
  /** In the order they were made; grows when `keyFor` meets something new. */
  readonly made: SchemaCopy[] = [];
  readonly #references: SchemaReferences;
  readonly #formats: ReadonlySet<string>;
  readonly #origins = new WeakMap<object, SchemaUri>();
  /** Copies that stand for the schema `false`. */
  readonly #never = new WeakSet<object>();
  readonly #keys = new Map<string, string>();
  readonly #pending: Pending[] = [];
  #count = 0;

  readonly #hidden: HiddenNames | undefined;

  constructor(references: SchemaReferences, formats: ReadonlySet<string>, hidden?: HiddenNames) {
    this.#references = references;
    this.#formats = formats;
    this.#hidden = hidden;
  }

  /** The key of the copy of a place, with all copies it needs made. */
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

  /** Takes back what an unusable schema left half done, so that asking again says the same. */
  #forget(made: number): void {
    const done = new Set(this.made.slice(0, made).map(({ key }) => key));
    this.made.length = made;
    this.#pending.length = 0;
    for (const [identity, key] of this.#keys) if (!done.has(key)) this.#keys.delete(identity);
  }

  /** Where a copied object came from. */
  origin(copy: object): CopyOrigin | undefined {
    const uri = this.#origins.get(copy);
    return uri && { uri, never: this.#never.has(copy) };
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
      // Ajv reports `false` without the object it stands in; `not` of anything is the same and has one.
      if (place.value === false) {
        this.#never.add(copy);
        copy['not'] = {};
      }
      return copy;
    }
    const scope = textAt(place, '$id') === undefined ? outer.scope : enterResource(outer.scope, this.#references.resource(place));
    const around = { scope, hidden: outer.hidden && union(outer.hidden, this.#hidden?.(placeUri(place))) };
    for (const [keyword, child] of entryPlaces(place)) this.#copyKeyword(copy, keyword, child, place, around);
    this.#copyReferences(copy, place, around);
    // What applies no other schema takes a bounded time, and goes uncounted.
    if (Object.values(copy).some((value) => typeof value === 'object') || copy['$ref'] !== undefined) copy[STEP_KEYWORD] = true;
    return copy;
  }

  #copyKeyword(copy: Record<string, Json>, keyword: string, child: Place, parent: Place, above: Surroundings): void {
    const shape = validatingShape(keyword);
    const around = { ...above, hidden: hiddenBelow(keyword, above.hidden) };
    if (shape === 'schema') copy[keyword] = this.#copySchema(child, keyword, parent, around);
    else if (shape === 'list') copy[listKeyword(keyword, parent, above.hidden)] = itemPlaces(child).map((item) => this.#copy(item, around));
    else if (shape === 'map') this.#copyMap(copy, keyword, child, around);
    else if (shape === 'data' && this.#isAssertion(keyword, child.value)) copy[keyword] = withoutHidden(keyword, child.value, above.hidden);
  }

  /** Formats nobody here knows annotate only (JSON Schema Validation §7.2). */
  #isAssertion(keyword: string, value: Json): boolean {
    return keyword !== 'format' || (typeof value === 'string' && this.#formats.has(value));
  }

  /** Where `false` closes an object or array, Ajv reports it on that keyword of the parent, which says more than `not`. */
  #copySchema(child: Place, keyword: string, parent: Place, around: Surroundings): JsonSchema {
    const closes = keyword === 'additionalProperties' || keyword.startsWith('unevaluated')
      || (keyword === 'items' && childPlace(parent, 'prefixItems') !== undefined);
    return closes && child.value === false ? false : this.#copy(child, around);
  }

  #copyMap(copy: Record<string, Json>, keyword: string, map: Place, around: Surroundings): void {
    const target = mapIn(copy, keyword);
    for (const [name, child] of entryPlaces(map)) {
      const schema = this.#copy(child, around);
      // Ajv passes over what bears this name; as a pattern it does not.
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
      else copy['allOf'] = [...((copy['allOf'] ?? []) as readonly Json[]), { $ref: key }];
    }
  }

  /** Core §8.2.3.2: `$dynamicRef` means the outermost resource's anchor of that name, if what it finds first is dynamic as well. */
  #referenceKey(place: Place, keyword: string, reference: string, around: Surroundings): string {
    const reading = this.#references.resolve(place, reference);
    if (reading.kind === 'faults') throw referenceError('schema-unusable', reading.faults);
    const bound = keyword === '$dynamicRef' && reading.dynamic !== undefined ? around.scope.get(reading.dynamic) : undefined;
    return this.#key((bound && this.#references.place(bound)) ?? reading.place, around);
  }
}

const NONE: ReadonlySet<string> = new Set();

function union(some: ReadonlySet<string>, others: ReadonlySet<string> = NONE): ReadonlySet<string> {
  return others.size === 0 ? some : new Set([...some, ...others]);
}

/** Parts of the value hide nothing of what is around them. What must fail, or decides between two, is not relaxed: that would ask for more. */
function hiddenBelow(keyword: string, hidden: ReadonlySet<string> | undefined): ReadonlySet<string> | undefined {
  if (hidden === undefined || keyword === 'not' || keyword === 'if') return undefined;
  return isInPlace(keyword) ? hidden : NONE;
}

/** Alternatives may differ in hidden members alone: without those a value may meet several. */
function listKeyword(keyword: string, parent: Place, hidden: ReadonlySet<string> = NONE): string {
  return keyword === 'oneOf' && hidden.size > 0 && childPlace(parent, 'anyOf') === undefined ? 'anyOf' : keyword;
}

function withoutHidden(keyword: string, value: Json, hidden: ReadonlySet<string> = NONE): Json {
  if (hidden.size === 0) return value;
  const kept = (names: Json): Json => (Array.isArray(names) ? names.filter((name) => typeof name !== 'string' || !hidden.has(name)) : names);
  if (keyword === 'required') return kept(value);
  if (keyword !== 'dependentRequired' || !isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, names]) => [name, kept(names)]));
}

function mapIn(copy: Record<string, Json>, keyword: string): Record<string, Json> {
  const map = (copy[keyword] ?? {}) as Record<string, Json>;
  copy[keyword] = map;
  return map;
}
