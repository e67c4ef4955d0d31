import type { SchemaSource } from '../contract.js';
import { isJsonObject } from '../json.js';
import type { SchemaUri } from '../operation.js';
import { addSchema, anything, finished } from './constraint-draft.js';
import type { Constraints } from './constraint-types.js';

export type { Constraints, JsonType } from './constraint-types.js';

/**
 * Flattens a conjunction. `$ref` cycles without a keyword between them end by the set of addresses seen. Members are
 * followed depth first, so that the branch groups of a longer conjunction begin with those of a shorter one.
 */
export function flatten(schemas: SchemaSource, conjunction: readonly SchemaUri[]): Constraints {
  const draft = anything();
  const seen = new Set<SchemaUri>();
  const queue = [...conjunction];
  for (let uri = queue.shift(); uri !== undefined; uri = queue.shift()) {
    if (seen.has(uri)) continue;
    seen.add(uri);
    const schema = schemas.at(uri);
    if (schema === false) draft.never = true;
    if (isJsonObject(schema)) queue.unshift(...addSchema(draft, schemas, uri, schema));
  }
  return finished(draft);
}
