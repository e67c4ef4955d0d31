import { type Json, type JsonObject, isJsonObject } from '../../json/json.js';

/**
 * The schema, with constant properties before all others. Ajv then checks the discriminator of an alternative before it
 * checks nested values. This saves time if the nested values have the same alternatives again. Only the order of errors
 * changes.
 */
export function constantsFirst(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [
      keyword,
      keyword === 'properties' && isJsonObject(value) ? sorted(value) : ordered(value),
    ]),
  );
}

function ordered(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(ordered);
  return isJsonObject(value) ? constantsFirst(value) : value;
}

function sorted(properties: JsonObject): JsonObject {
  const entries = Object.entries(properties).map(([name, property]) => [name, ordered(property)] as const);
  // The sort is stable, so other properties keep their order.
  return Object.fromEntries(entries.toSorted(([, one], [, other]) => rank(one) - rank(other)));
}

function rank(property: Json): number {
  return isJsonObject(property) && ('const' in property || 'enum' in property) ? 0 : 1;
}
