import type { SchemaSource } from '../../contract/contract.js';
import { type Json, ownValue } from '../../contract/json/json.js';
import type { SchemaUri } from '../../contract/operation.js';
import { appliedSchemas } from '../../contract/schema/applied-schemas.js';
import { sameJson } from '../values/same-json.js';

/** With fewer choices, a neighbour is often sent for another reason, such as a default. */
const FEWEST_CHOICES = 3;

/**
 * If the received value is a neighbour of the expected one in an `enum`: 1 for the next value, -1 for the previous one.
 * The cause is then the code that counts choices, and not the member.
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
