import type { SchemaSource } from '../../../contract/contract.js';
import { type Json, type JsonObject, type JsonSchema, isJsonObject, ownValue } from '../../../contract/json/json.js';
import { pointerTokens } from '../../../contract/json/json-pointer.js';
import type { SchemaUri } from '../../../contract/operation.js';
import { isInPlace, schemaShape } from '../../../contract/schema/keywords.js';
import type { Direction } from '../../generation/schema-direction.js';
import { oneWayMembers } from './one-way-members.js';
import { isLeftOut, linksTo } from './schema-keywords.js';

/**
 * Copies schemas of a contract so that they refer to nothing outside: every reference points to `#/$defs/<name>`. Use
 * one instance for each document.
 */
export interface SchemaCloser {
  /** Returns the self-contained copy of the schema at `uri`. */
  close(uri: SchemaUri): JsonSchema;
  /**
   * The content of `$defs`: all schemas to which the results of `close` refer, directly or indirectly. Call this method
   * last.
   */
  definitions(): JsonObject;
}

export function schemaCloser(source: SchemaSource, direction: Direction): SchemaCloser {
  const closing: Closing = { source, direction, names: new Map(), taken: new Set(), pending: [] };
  return {
    close: (uri) => closed(closing, uri, new Set()),
    definitions() {
      const definitions: [string, Json][] = [];
      // A closed definition may refer to further definitions. Every address is queued only once, so the loop ends.
      for (let next = closing.pending.shift(); next !== undefined; next = closing.pending.shift()) {
        definitions.push([next.name, closed(closing, next.uri, new Set())]);
      }
      return Object.fromEntries(definitions.toSorted(([a], [b]) => (a < b ? -1 : 1)));
    },
  };
}

interface Closing {
  readonly source: SchemaSource;
  readonly direction: Direction;
  readonly names: Map<SchemaUri, string>;
  readonly taken: Set<string>;
  readonly pending: { readonly name: string; readonly uri: SchemaUri }[];
}

/**
 * A self-contained copy of a schema: each reference points to `#/$defs/<name>`. Members that are never sent in the
 * direction of `closing` are left out. `dropped`: the names of such members that an enclosing schema for the same value
 * declares.
 */
function closed(closing: Closing, uri: SchemaUri, dropped: ReadonlySet<string>): JsonSchema {
  const schema = closing.source.at(uri);
  if (typeof schema === 'boolean') return schema;
  const gone = new Set([...dropped, ...oneWayMembers(closing.source, uri, closing.direction)]);
  const members: [string, Json][] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (isLeftOut(keyword)) continue;
    if (linksTo(keyword) && typeof value === 'string') {
      members.push(['$ref', `#/$defs/${nameOf(closing, closing.source.resolve(uri, value))}`]);
    } else members.push([keyword, closedKeyword(closing, uri, gone, keyword, value)]);
  }
  return Object.fromEntries(members.filter(([keyword, value]) => !(keyword === 'required' && isEmptyList(value))));
}

function closedKeyword(
  closing: Closing,
  uri: SchemaUri,
  gone: ReadonlySet<string>,
  keyword: string,
  value: Json,
): Json {
  const shape = schemaShape(keyword);
  const inPlace = isInPlace(keyword) ? gone : new Set<string>();
  const at = (...tokens: readonly (string | number)[]): JsonSchema =>
    closed(closing, closing.source.child(uri, keyword, ...tokens), inPlace);
  if (shape === 'schema' && (isJsonObject(value) || typeof value === 'boolean')) return at();
  if (shape === 'list' && Array.isArray(value)) return value.map((_, index) => at(index));
  if (shape === 'map' && isJsonObject(value)) {
    const kept = Object.keys(value).filter((name) => keyword !== 'properties' || !gone.has(name));
    return Object.fromEntries(kept.map((name) => [name, at(name)]));
  }
  if (keyword !== 'required' || !Array.isArray(value)) return value;
  return (value as readonly Json[]).filter((name) => typeof name !== 'string' || !gone.has(name));
}

/**
 * The name of a schema in `$defs`: the name of its component. If two schemas would have the same name, the second gets
 * a number.
 */
function nameOf(closing: Closing, uri: SchemaUri): string {
  const known = closing.names.get(uri);
  if (known !== undefined) return known;
  const last = pointerTokens(uri.slice(uri.indexOf('#') + 1)).at(-1) ?? '';
  const stem = last.replaceAll(/[^A-Za-z0-9_.-]/g, '_') || 'schema';
  let name = stem;
  for (let number = 2; closing.taken.has(name); number += 1) name = `${stem}_${number}`;
  closing.taken.add(name);
  closing.names.set(uri, name);
  closing.pending.push({ name, uri });
  return name;
}

function isEmptyList(value: Json | undefined): boolean {
  return Array.isArray(value) && value.length === 0;
}

/**
 * Follows a schema that is only a reference, and returns the address of its target. For any other schema, returns its
 * own address.
 */
export function referred(source: SchemaSource, uri: SchemaUri): SchemaUri {
  const seen = new Set<SchemaUri>();
  let at = uri;
  for (let schema = source.at(at); isJsonObject(schema) && !seen.has(at); schema = source.at(at)) {
    const reference = ownValue(schema, '$ref');
    if (
      typeof reference !== 'string' ||
      Object.keys(schema).some((keyword) => keyword !== '$ref' && !isLeftOut(keyword))
    )
      return at;
    seen.add(at);
    at = source.resolve(at, reference);
  }
  return at;
}
