import type { Direction, SchemaSource } from '../../contract/contract.js';
import { isJsonObject, ownValue } from '../../contract/json/json.js';
import type { SchemaUri } from '../../contract/operation.js';
import { HIDING_MARK } from '../../contract/schema/schema-direction.js';

export type { Direction } from '../../contract/contract.js';

/**
 * True if a property with this schema is never sent in the given direction: a `readOnly` property is never in a
 * request, and a `writeOnly` property is never in a reply. The keyword may be next to a `$ref` or at its target, in one
 * branch of an `allOf`, or in every branch of an `anyOf` or `oneOf`.
 */
export function isHidden(schemas: SchemaSource, property: SchemaUri, direction: Direction): boolean {
  return isMarked(schemas, property, HIDING_MARK[direction], new Set());
}

/**
 * True if the keyword `mark` (`readOnly` or `writeOnly`) applies to a schema. `seen` has the schemas on the path to
 * this schema, so that the search also ends for circular references.
 */
function isMarked(schemas: SchemaSource, uri: SchemaUri, mark: string, seen: ReadonlySet<SchemaUri>): boolean {
  const schema = schemas.at(uri);
  if (seen.has(uri) || !isJsonObject(schema)) return false;
  if (ownValue(schema, mark) === true) return true;
  const way = new Set([...seen, uri]);
  const reference = ownValue(schema, '$ref');
  if (typeof reference === 'string' && isMarked(schemas, schemas.resolve(uri, reference), mark, way)) return true;
  const marks = (keyword: string): readonly boolean[] => {
    const listed = ownValue(schema, keyword);
    return Array.isArray(listed)
      ? listed.map((_, index) => isMarked(schemas, schemas.child(uri, keyword, index), mark, way))
      : [];
  };
  return (
    marks('allOf').includes(true) ||
    ['anyOf', 'oneOf'].some((keyword) => marks(keyword).length > 0 && !marks(keyword).includes(false))
  );
}
