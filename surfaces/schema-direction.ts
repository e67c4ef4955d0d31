import type { SchemaSource } from '../contract/contract.js';
import { ownValue } from '../contract/json.js';
import type { SchemaUri } from '../contract/operation.js';

/** Which way a value goes: `readOnly` members are no part of an input, `writeOnly` ones none of an output (OpenAPI 3.1 §4.8.24). */
export type Direction = 'input' | 'output';

/** Whether the property whose schema this is does not travel in that direction. The mark may stand beside a `$ref` or where it leads. */
export function isHidden(schemas: SchemaSource, property: SchemaUri, direction: Direction): boolean {
  const mark = direction === 'input' ? 'readOnly' : 'writeOnly';
  const seen = new Set<SchemaUri>();
  // A ring of references marks nothing.
  for (let at: SchemaUri | undefined = property; at !== undefined && !seen.has(at); ) {
    seen.add(at);
    const schema = schemas.at(at);
    if (ownValue(schema, mark) === true) return true;
    const reference = ownValue(schema, '$ref');
    at = typeof reference === 'string' ? schemas.resolve(at, reference) : undefined;
  }
  return false;
}
