import { isJsonObject, type Json, type JsonObject, ownValue } from '../../contract/json/json.js';
import type { ReportEntry } from '../report.js';
import schemaFile from './report.schema.json' with { type: 'json' };

export const REPORT_SCHEMA = schemaFile as JsonObject;

/** What a leaf of an entry is: a string of ours that may quote others, any JSON value, or one whose key order is part of it. */
export type LeafKind = 'text' | 'json' | 'verbatim';

/**
 * Rebuilds an entry along the schema of the format: keys in the schema's order, every leaf as `visit` returns it. Names of
 * members, numbers and words of the format are never visited, so that nothing a visitor does can break the format.
 */
export function shapeEntry<E extends ReportEntry>(entry: E, visit: (leaf: Json, kind: LeafKind) => Json): E {
  // Entries are JSON by construction; interfaces only lack the index signature that would say so.
  return shape(entry as unknown as Json, definition(entry.kind), visit) as unknown as E;
}

function definition(name: string): Json | undefined {
  return ownValue(ownValue(REPORT_SCHEMA, '$defs'), name);
}

type Visit = (leaf: Json, kind: LeafKind) => Json;

function shape(value: Json, schema: Json | undefined, visit: Visit): Json {
  const reference = ownValue(schema, '$ref');
  if (typeof reference === 'string') return shapeReferred(value, reference.slice('#/$defs/'.length), visit);
  if (schema === undefined) return visit(value, 'json');
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => shape(item, ownValue(schema, 'items'), visit));
  if (isJsonObject(value)) return shapeObject(value, schema, visit);
  return typeof value === 'string' && isFree(schema) ? visit(value, 'text') : value;
}

function shapeReferred(value: Json, name: string, visit: Visit): Json {
  if (name === 'json') return visit(value, 'json');
  if (name === 'verbatim' || name === 'verbatimObject') return visit(value, 'verbatim');
  return shape(value, definition(name), visit);
}

/** Members that the schema does not know are kept last, sorted: the reader shall complain of them, not the writer hide them. */
function shapeObject(value: { readonly [key: string]: Json }, schema: Json, visit: Visit): Json {
  const members = ownValue(schema, 'properties');
  const others = ownValue(schema, 'additionalProperties');
  const known = isJsonObject(members) ? Object.keys(members) : [];
  const unknown = Object.keys(value).filter((key) => !known.includes(key)).toSorted();
  const shaped: [string, Json][] = [];
  for (const key of [...known, ...unknown]) {
    const member = ownValue(value, key);
    if (member === undefined) continue;
    shaped.push([key, shape(member, ownValue(members, key) ?? (isJsonObject(others) ? others : undefined), visit)]);
  }
  return Object.fromEntries(shaped);
}

/** A word of the format (`const`, `enum`) or an identifier with a shape of its own is not free text. */
function isFree(schema: Json): boolean {
  return ['const', 'enum', 'pattern'].every((keyword) => ownValue(schema, keyword) === undefined);
}
