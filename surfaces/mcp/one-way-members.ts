import type { SchemaSource } from '../../contract/contract.js';
import { isJsonObject, ownValue } from '../../contract/json.js';
import type { SchemaUri } from '../../contract/operation.js';
import { SCHEMA_KEYWORDS, linksTo } from './schema-keywords.js';

/** Which way a value goes: `readOnly` members are no part of an input, `writeOnly` ones none of an output (OpenAPI 3.1 §4.8.24). */
export type Direction = 'input' | 'output';

/**
 * Names of the properties that do not travel in this direction, from the schema itself and from every schema applied
 * to the same value (`allOf`, `$ref` …): a `required` may stand in another branch than the property it names.
 */
export function oneWayMembers(source: SchemaSource, uri: SchemaUri, direction: Direction): ReadonlySet<string> {
  const flag = direction === 'input' ? 'readOnly' : 'writeOnly';
  const names = new Set<string>();
  for (const at of appliedInPlace(source, uri)) {
    const properties = ownValue(source.at(at), 'properties');
    if (!isJsonObject(properties)) continue;
    for (const name of Object.keys(properties)) {
      if (isFlagged(source, source.child(at, 'properties', name), flag)) names.add(name);
    }
  }
  return names;
}

/** The flag may stand beside a `$ref` or at its end. */
function isFlagged(source: SchemaSource, uri: SchemaUri, flag: 'readOnly' | 'writeOnly'): boolean {
  const seen = new Set<SchemaUri>();
  for (let at: SchemaUri | undefined = uri; at !== undefined && !seen.has(at); ) {
    seen.add(at);
    const schema = source.at(at);
    if (ownValue(schema, flag) === true) return true;
    const reference = ownValue(schema, '$ref');
    at = typeof reference === 'string' ? source.resolve(at, reference) : undefined;
  }
  return false;
}

/** Addresses of all schemas that judge the same value; each once, so that recursion ends. */
function appliedInPlace(source: SchemaSource, uri: SchemaUri): ReadonlySet<SchemaUri> {
  const applied = new Set<SchemaUri>([uri]);
  // A Set yields what is added while it is walked.
  for (const at of applied) {
    const schema = source.at(at);
    if (!isJsonObject(schema)) continue;
    for (const [keyword, value] of Object.entries(schema)) {
      if (linksTo(keyword) && typeof value === 'string') applied.add(source.resolve(at, value));
      const kind = SCHEMA_KEYWORDS.get(keyword);
      if (kind?.inPlace !== true) continue;
      if (kind.holds === 'schema') applied.add(source.child(at, keyword));
      else if (Array.isArray(value)) value.forEach((_, index) => applied.add(source.child(at, keyword, index)));
      else if (isJsonObject(value)) for (const name of Object.keys(value)) applied.add(source.child(at, keyword, name));
    }
  }
  return applied;
}
