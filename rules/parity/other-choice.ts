import type { SchemaSource } from '../../contract/contract.js';
import { type Json, ownValue } from '../../contract/json/json.js';
import type { SchemaUri } from '../../contract/operation.js';
import { appliedSchemas } from '../../contract/schema/applied-schemas.js';
import { sameJson } from '../values/same-json.js';

/**
 * An `enum` with fewer values is skipped: the next or previous value is then often sent for a different reason, for
 * example because it is the default.
 */
const FEWEST_CHOICES = 3;

/**
 * Whether a surface sent the value next to the right one in an `enum`: 1 if it sent the next value, -1 if it sent the
 * previous one, and `undefined` for any other value. The fault is then in the code that counts the values of
 * enumerations, and not in one member.
 */
export function neighbouringChoice(
  schemas: SchemaSource,
  stated: readonly SchemaUri[],
  expected: Json,
  received: Json,
): 1 | -1 | undefined {
  const lists = appliedSchemas(schemas, stated, expected).map(({ schema }) => ownValue(schema, 'enum'));
  for (const list of lists) {
    if (!Array.isArray(list) || list.length < FEWEST_CHOICES) continue;
    const choices: readonly Json[] = list;
    const at = choices.findIndex((choice) => sameJson(choice, expected));
    for (const step of [1, -1] as const)
      if (at >= 0 && choices[at + step] !== undefined && sameJson(choices[at + step] ?? null, received)) return step;
  }
  return undefined;
}
