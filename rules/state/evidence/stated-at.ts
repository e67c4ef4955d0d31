import { appliedSchemas, appliedToItem, appliedToMember } from '../../../contract/schema/applied-schemas.js';
import type { SchemaSource } from '../../../contract/contract.js';
import { joinPointer, pointerTokens, valueAt } from '../../../contract/json/json-pointer.js';
import { type Json, isJsonObject, ownValue } from '../../../contract/json/json.js';
import type { SchemaUri } from '../../../contract/operation.js';

/** The schemas that describe the value at a place. `stated`: the schemas of the whole value. */
export function statedAt(
  schemas: SchemaSource,
  stated: readonly SchemaUri[],
  value: Json,
  pointer: string,
): readonly SchemaUri[] {
  let [found, above] = [stated, ''];
  for (const token of pointerTokens(pointer)) {
    const holder = valueAt(value, above);
    const applied = appliedSchemas(schemas, found, holder);
    found = Array.isArray(holder)
      ? appliedToItem(schemas, applied, Number(token))
      : appliedToMember(schemas, applied, token);
    above = joinPointer(above, token);
  }
  return found;
}

/**
 * Whether the object around a member satisfies several alternatives of its schema, and only some of them name the
 * member. The service may have chosen an alternative without the member, and so dropped it.
 */
export function isOfSomeAlternatives(
  schemas: SchemaSource,
  stated: readonly SchemaUri[],
  value: Json,
  pointer: string,
): boolean {
  const name = pointerTokens(pointer).at(-1);
  const above = pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
  const holder = valueAt(value, above);
  if (name === undefined || !isJsonObject(holder)) return false;
  const applied = appliedSchemas(schemas, statedAt(schemas, stated, value, above), holder);
  return applied.some(({ uri, schema }) =>
    ['anyOf', 'oneOf'].some((keyword) => {
      const list = ownValue(schema, keyword);
      if (!Array.isArray(list)) return false;
      const branches = list.map((_, index) => schemas.child(uri, keyword, index));
      const met = branches.filter((branch) => schemas.accepts(branch, holder));
      const naming = met.filter((branch) => isNamed(schemas, branch, holder, name));
      return naming.length > 0 && naming.length < met.length;
    }),
  );
}

function isNamed(schemas: SchemaSource, branch: SchemaUri, holder: Json, name: string): boolean {
  return appliedSchemas(schemas, [branch], holder).some(
    ({ schema }) => ownValue(ownValue(schema, 'properties') ?? null, name) !== undefined,
  );
}
