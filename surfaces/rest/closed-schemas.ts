import type { SchemaSource } from '../../contract/contract.js';
import { pointerTokens } from '../../contract/json/json-pointer.js';
import { type Json, type JsonObject, type JsonSchema, isJsonObject } from '../../contract/json/json.js';
import type { SchemaUri } from '../../contract/operation.js';
import { ParityError } from '../../contract/parity-error.js';
import { validatingShape } from '../../contract/schema/keywords.js';

/** Schemas by name. Every `$ref` in them is `#/$defs/<name>` and refers to a schema of the same set. */
export type NamedSchemas = { readonly [name: string]: JsonSchema };

/**
 * Copies schemas of a contract into one set, together with all schemas that they refer to. Descriptions and other
 * annotations are left out, and members are sorted. A reworded description or a different order of members therefore
 * does not change the copy.
 */
export class ClosedSchemas {
  readonly #source: SchemaSource;
  readonly #names = new Map<SchemaUri, string>();
  readonly #schemas = new Map<string, JsonSchema>();

  constructor(source: SchemaSource) {
    this.#source = source;
  }

  /** Adds the schema at `uri` and all schemas that it refers to. Returns the name of the schema in the set. */
  add(uri: SchemaUri): string {
    const target = this.#withoutAliases(uri);
    const known = this.#names.get(target);
    if (known !== undefined) return known;
    const name = this.#freeName(target);
    // The name and a placeholder are set before the copy is made, because a schema may refer to itself.
    this.#names.set(target, name);
    this.#schemas.set(name, true);
    this.#schemas.set(name, this.#copy(target));
    return name;
  }

  named(): NamedSchemas {
    return Object.fromEntries(sortedByKey([...this.#schemas]));
  }

  /**
   * Follows schemas that are only a `$ref` to another schema. The number of steps is limited, because a chain of
   * references may be circular.
   */
  #withoutAliases(uri: SchemaUri): SchemaUri {
    let target = uri;
    for (let hop = 0; hop < 100; hop += 1) {
      const schema = this.#source.at(target);
      const reference = isJsonObject(schema) && Object.keys(schema).length === 1 ? schema['$ref'] : undefined;
      if (typeof reference !== 'string') return target;
      target = this.#source.resolve(target, reference);
    }
    throw unsupported(this.#source, uri, 'a circular chain of $refs');
  }

  #freeName(uri: SchemaUri): string {
    const wanted = nameOf(uri);
    let name = wanted;
    for (let count = 2; this.#schemas.has(name); count += 1) name = `${wanted}.${count}`;
    return name;
  }

  #copy(uri: SchemaUri): JsonSchema {
    const schema = this.#source.at(uri);
    if (!isJsonObject(schema)) return schema;
    const copied: (readonly [string, Json])[] = [];
    for (const [keyword, value] of sortedByKey(Object.entries(schema))) {
      const copy = this.#copyKeyword(uri, keyword, value);
      if (copy !== undefined) copied.push([keyword, copy]);
    }
    return Object.fromEntries(copied);
  }

  #copyKeyword(uri: SchemaUri, keyword: string, value: Json): Json | undefined {
    if (keyword === '$ref') return `#/$defs/${this.add(this.#source.resolve(uri, String(value)))}`;
    if (REBASING.has(keyword)) throw unsupported(this.#source, uri, keyword);
    const shape = validatingShape(keyword);
    // `default` is kept, because a service uses it. `$defs` is not copied, because a schema in it is added when a
    // `$ref` names it.
    if (shape === 'data' || keyword === 'default') return value;
    if (shape === 'schema') return this.#copy(this.#source.child(uri, keyword));
    if (shape === 'list' && Array.isArray(value))
      return value.map((_, index) => this.#copy(this.#source.child(uri, keyword, index)));
    if (shape === 'map' && isJsonObject(value)) return this.#copyMap(uri, keyword, value);
    return undefined;
  }

  #copyMap(uri: SchemaUri, keyword: string, map: JsonObject): JsonObject {
    const names = Object.keys(map).toSorted();
    return Object.fromEntries(names.map((name) => [name, this.#copy(this.#source.child(uri, keyword, name))]));
  }
}

/**
 * Keywords that change to which schema a reference leads (JSON Schema Core §8.2). A schema with such a keyword cannot
 * be copied into a set of schemas that have no identifiers of their own.
 */
const REBASING = new Set(['$id', '$dynamicRef', '$recursiveRef']);

/**
 * The name of a schema in the set: `Item` for `…#/components/schemas/Item`. For a schema at another place, the name is
 * made from the tokens of its pointer, with only characters that need no escape in a `$ref`.
 */
function nameOf(uri: SchemaUri): string {
  const tokens = pointerTokens(decodeURIComponent(uri.slice(uri.indexOf('#') + 1)));
  const kept = tokens.filter((token) => token !== 'components' && token !== 'schemas' && token !== 'schema');
  return kept.map((token) => token.replaceAll(/[^A-Za-z0-9_-]+/g, '_')).join('.') || 'root';
}

function sortedByKey<Value>(entries: readonly (readonly [string, Value])[]): readonly (readonly [string, Value])[] {
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function unsupported(source: SchemaSource, uri: SchemaUri, what: string): ParityError {
  return new ParityError(
    'unsupported-schema',
    `the generated validators do not support ${what} in a schema`,
    'Use only references to `#/components/schemas` in this schema.',
    { location: source.locate(uri) },
  );
}
