import type { SchemaSource } from '../../../contract/contract.js';
import { isJsonObject, ownValue } from '../../../contract/json/json.js';
import type { SchemaUri } from '../../../contract/operation.js';
import { isInPlace, schemaShape } from '../../../contract/schema/keywords.js';
import { type Direction, isHidden } from '../../generation/schema-direction.js';
import { linksTo } from './schema-keywords.js';

/**
 * The names of the properties that are never sent in this direction (`readOnly` in requests, `writeOnly` in replies).
 * They come from the schema itself and from every schema that applies to the same value (`allOf`, `$ref` …). The names
 * from all of them are needed, because `required` may be in a different branch from the property.
 */
export function oneWayMembers(source: SchemaSource, uri: SchemaUri, direction: Direction): ReadonlySet<string> {
  const names = new Set<string>();
  for (const at of appliedInPlace(source, uri)) {
    const properties = ownValue(source.at(at), 'properties');
    if (!isJsonObject(properties)) continue;
    for (const name of Object.keys(properties)) {
      if (isHidden(source, source.child(at, 'properties', name), direction)) names.add(name);
    }
  }
  return names;
}

/**
 * Addresses of all schemas that apply to the same value. Each schema is visited once, so that the search ends even if
 * schemas refer to themselves.
 */
function appliedInPlace(source: SchemaSource, uri: SchemaUri): ReadonlySet<SchemaUri> {
  const applied = new Set<SchemaUri>([uri]);
  // Iterating over a Set also visits elements that are added meanwhile.
  for (const at of applied) {
    const schema = source.at(at);
    if (!isJsonObject(schema)) continue;
    for (const [keyword, value] of Object.entries(schema)) {
      if (linksTo(keyword) && typeof value === 'string') applied.add(source.resolve(at, value));
      if (!isInPlace(keyword)) continue;
      if (schemaShape(keyword) === 'schema') applied.add(source.child(at, keyword));
      else if (Array.isArray(value)) value.forEach((_, index) => applied.add(source.child(at, keyword, index)));
      else if (isJsonObject(value)) for (const name of Object.keys(value)) applied.add(source.child(at, keyword, name));
    }
  }
  return applied;
}
