import { isJsonObject, type Json, type JsonObject, ownValue } from '../../contract/json/json.js';
import type { ReportEntry } from '../report.js';
import schemaFile from './report.schema.json' with { type: 'json' };

export const REPORT_SCHEMA = schemaFile as JsonObject;

/**
 * The kind of a value in an entry: a text, any JSON value, or a JSON value whose order of keys must be kept
 * (`verbatim`).
 */
export type LeafKind = 'text' | 'json' | 'verbatim';

/**
 * Copies an entry by the schema of the report format. Its keys get the order of the schema. The result of `visit`
 * replaces each value that the schema does not restrict. Member names, numbers and enumerated words are not passed to
 * `visit`, so the copy cannot violate the format.
 */
export function shapeEntry<E extends ReportEntry>(entry: E, visit: (leaf: Json, kind: LeafKind) => Json): E {
  // Every entry is valid JSON, but TypeScript interfaces lack the index signature of `Json`.
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
  if (Array.isArray(value))
    return (value as readonly Json[]).map((item) => shape(item, ownValue(schema, 'items'), visit));
  if (isJsonObject(value)) return shapeObject(value, schema, visit);
  return typeof value === 'string' && isFree(schema) ? visit(value, 'text') : value;
}

function shapeReferred(value: Json, name: string, visit: Visit): Json {
  if (name === 'json') return visit(value, 'json');
  if (name === 'verbatim' || name === 'verbatimObject') return visit(value, 'verbatim');
  return shape(value, definition(name), visit);
}

/**
 * Copies an object with its keys in the order of the schema. Members that the schema does not have are kept at the end,
 * sorted, so that the reader reports them.
 */
function shapeObject(value: { readonly [key: string]: Json }, schema: Json, visit: Visit): Json {
  const members = ownValue(schema, 'properties');
  const others = ownValue(schema, 'additionalProperties');
  const known = isJsonObject(members) ? Object.keys(members) : [];
  const unknown = Object.keys(value)
    .filter((key) => !known.includes(key))
    .toSorted();
  const shaped: [string, Json][] = [];
  for (const key of [...known, ...unknown]) {
    const member = ownValue(value, key);
    if (member === undefined) continue;
    shaped.push([key, shape(member, ownValue(members, key) ?? (isJsonObject(others) ? others : undefined), visit)]);
  }
  return Object.fromEntries(shaped);
}

/**
 * Whether the schema permits any string. Other schemas restrict strings to certain words (`const`, `enum`) or to a
 * `pattern`.
 */
function isFree(schema: Json): boolean {
  return ['const', 'enum', 'pattern'].every((keyword) => ownValue(schema, keyword) === undefined);
}
