import type { SchemaSource } from '../../../contract/contract.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';
import { type Json, isJsonObject } from '../../../contract/json/json.js';
import type { SchemaUri } from '../../../contract/operation.js';
import {
  type AppliedSchema,
  appliedSchemas,
  appliedToItem,
  appliedToMember,
} from '../../../contract/schema/applied-schemas.js';

/** A string in a value, and the schemas that apply to it. */
export interface DescribedText {
  readonly pointer: string;
  readonly text: string;
  readonly applied: readonly AppliedSchema[];
  /** The name of the member; for an element of a list, that of the list. */
  readonly name: string;
  /** The schemas that apply to the object that contains the member. */
  readonly around: readonly AppliedSchema[];
}

/** The maximum number of parts of a value that are examined, and the maximum depth of a part. */
const MOST_PARTS = 1000;
const MOST_LEVELS = 16;

/** The strings in a value, with the schemas that apply to them. `stated`: the schemas of the value. */
export function describedTexts(
  schemas: SchemaSource,
  stated: readonly SchemaUri[],
  value: Json,
): readonly DescribedText[] {
  const found: DescribedText[] = [];
  let left = MOST_PARTS;
  const walk = (uris: readonly SchemaUri[], part: Json, at: Omit<DescribedText, 'text' | 'applied'>): void => {
    const level = at.pointer.split('/').length;
    if ((left -= 1) < 0 || level > MOST_LEVELS || uris.length === 0) return;
    const applied = appliedSchemas(schemas, uris, part);
    if (typeof part === 'string') found.push({ ...at, text: part, applied });
    else if (Array.isArray(part))
      part
        .slice(0, MOST_PARTS)
        .forEach((element: Json, index) =>
          walk(appliedToItem(schemas, applied, index), element, { ...at, pointer: joinPointer(at.pointer, index) }),
        );
    else if (isJsonObject(part))
      for (const [name, member] of Object.entries(part).slice(0, MOST_PARTS)) {
        const place = { pointer: joinPointer(at.pointer, name), name, around: applied };
        walk(appliedToMember(schemas, applied, name), member, place);
      }
  };
  walk(stated, value, { pointer: '', name: '', around: [] });
  return found;
}
