import type { DynamicScope } from './contract.js';
import { isJsonObject, type Json, type JsonObject, type JsonSchema } from './json.js';
import type { SchemaUri } from './operation.js';
import { childPlace, entryPlaces, itemPlaces, type Place, placeUri, textAt } from './reading/place.js';
import { validatingShape } from './schema-source-keywords.js';
import { referenceError, type SchemaReferences } from './schema-source-references.js';
import { enterResource, scopeText } from './schema-source-scope.js';

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

interface Pending {
  readonly key: string;
  readonly place: Place;
  readonly scope: DynamicScope;
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

  constructor(references: SchemaReferences, formats: ReadonlySet<string>) {
    this.#references = references;
    this.#formats = formats;
  }

  /** The key of the copy of a place, with all copies it needs made. */
  keyFor(place: Place): string {
    const made = this.made.length;
    try {
      const key = this.#key(place, new Map());
      for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) {
        this.made.push({ key: next.key, schema: this.#copy(next.place, next.scope) });
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

  #key(place: Place, outer: DynamicScope): string {
    const scope = enterResource(outer, this.#references.resource(place));
    const identity = `${placeUri(place)} ${scopeText(scope)}`;
    const known = this.#keys.get(identity);
    if (known !== undefined) return known;
    this.#count += 1;
    const key = `urn:schema:${this.#count}`;
    this.#keys.set(identity, key);
    this.#pending.push({ key, place, scope });
    return key;
  }

  #copy(place: Place, outer: DynamicScope): JsonObject {
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
    const scope = textAt(place, '$id') === undefined ? outer : enterResource(outer, this.#references.resource(place));
    for (const [keyword, child] of entryPlaces(place)) this.#copyKeyword(copy, keyword, child, place, scope);
    this.#copyReferences(copy, place, scope);
    return copy;
  }

  #copyKeyword(copy: Record<string, Json>, keyword: string, child: Place, parent: Place, scope: DynamicScope): void {
    const shape = validatingShape(keyword);
    if (shape === 'schema') copy[keyword] = this.#copySchema(child, keyword, parent, scope);
    else if (shape === 'list') copy[keyword] = itemPlaces(child).map((item) => this.#copy(item, scope));
    else if (shape === 'map') this.#copyMap(copy, keyword, child, scope);
    else if (shape === 'data' && this.#isAssertion(keyword, child.value)) copy[keyword] = child.value;
  }

  /** Formats nobody here knows annotate only (JSON Schema Validation §7.2). */
  #isAssertion(keyword: string, value: Json): boolean {
    return keyword !== 'format' || (typeof value === 'string' && this.#formats.has(value));
  }

  /** Where `false` closes an object or array, Ajv reports it on that keyword of the parent, which says more than `not`. */
  #copySchema(child: Place, keyword: string, parent: Place, scope: DynamicScope): JsonSchema {
    const closes = keyword === 'additionalProperties' || keyword.startsWith('unevaluated')
      || (keyword === 'items' && childPlace(parent, 'prefixItems') !== undefined);
    return closes && child.value === false ? false : this.#copy(child, scope);
  }

  #copyMap(copy: Record<string, Json>, keyword: string, map: Place, scope: DynamicScope): void {
    const target = mapIn(copy, keyword);
    for (const [name, child] of entryPlaces(map)) {
      const schema = this.#copy(child, scope);
      // Ajv passes over what bears this name; as a pattern it does not.
      if (name !== '__proto__') target[name] = schema;
      else if (keyword === 'properties') mapIn(copy, 'patternProperties')['^__proto__$'] = schema;
      else if (keyword === 'patternProperties') target['(?:__proto__)'] = schema;
    }
  }

  #copyReferences(copy: Record<string, Json>, place: Place, scope: DynamicScope): void {
    for (const keyword of ['$ref', '$dynamicRef']) {
      const reference = textAt(place, keyword);
      if (reference === undefined) continue;
      const key = this.#referenceKey(place, keyword, reference, scope);
      if (copy['$ref'] === undefined) copy['$ref'] = key;
      else copy['allOf'] = [...((copy['allOf'] ?? []) as readonly Json[]), { $ref: key }];
    }
  }

  /** Core §8.2.3.2: `$dynamicRef` means the outermost resource's anchor of that name, if what it finds first is dynamic as well. */
  #referenceKey(place: Place, keyword: string, reference: string, scope: DynamicScope): string {
    const reading = this.#references.resolve(place, reference);
    if (reading.kind === 'faults') throw referenceError('schema-unusable', reading.faults);
    const bound = keyword === '$dynamicRef' && reading.dynamic !== undefined ? scope.get(reading.dynamic) : undefined;
    return this.#key((bound && this.#references.place(bound)) ?? reading.place, scope);
  }
}

function mapIn(copy: Record<string, Json>, keyword: string): Record<string, Json> {
  const map = (copy[keyword] ?? {}) as Record<string, Json>;
  copy[keyword] = map;
  return map;
}
