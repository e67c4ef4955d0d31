import type { SchemaSource } from '../../../contract/contract.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';
import type { Json } from '../../../contract/json/json.js';
import type { SchemaUri } from '../../../contract/operation.js';
import {
  type AppliedSchema,
  appliedSchemas,
  appliedToItem,
  appliedToMember,
} from '../../../contract/schema/applied-schemas.js';

/** A string in a value, and the schemas that apply to it. */
interface DescribedText {
  readonly pointer: string;
  readonly text: string;
  readonly applied: readonly AppliedSchema[];
  /** The schemas that apply to the object or list that contains the string. */
  readonly around: readonly AppliedSchema[];
}

/** The maximum length of a pointer to a string. */
const LONGEST = 500;

/** The strings in a value, with the schemas that apply to them. `stated`: the schemas of the value. */
export function describedTexts(
  schemas: SchemaSource,
  stated: readonly SchemaUri[],
  value: Json,
  pointer = '',
  around: readonly AppliedSchema[] = [],
): readonly DescribedText[] {
  if (stated.length === 0 || pointer.length > LONGEST) return [];
  const applied = appliedSchemas(schemas, stated, value);
  if (typeof value === 'string') return [{ pointer, text: value, applied, around }];
  return Object.entries(value ?? {}).flatMap(([name, part]) => {
    const own = Array.isArray(value)
      ? appliedToItem(schemas, applied, Number(name))
      : appliedToMember(schemas, applied, name);
    return describedTexts(schemas, own, part as Json, joinPointer(pointer, name), applied);
  });
}
