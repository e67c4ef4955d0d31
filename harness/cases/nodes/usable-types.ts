import type { Json } from '../../../contract/json/json.js';
import type { Constraints, JsonType } from '../../../contract/constraints/constraint-types.js';
import { anyReal, stepOf, stepRange } from '../scalars/number-source.js';

/** The order in which values of different types are created. Structured types come first. */
const ALL_TYPES: readonly JsonType[] = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'];

/**
 * The maximum length of strings and arrays, and the maximum number of members. Larger values take too much memory. They
 * are not created even if a schema requires them.
 */
const MAX_COUNT = 65_536;

/**
 * The types for which the constraints allow at least one value. Contradictory bounds exclude only the type to which
 * they apply: if no number satisfies `minimum` and `maximum`, strings are still possible. If both `number` and
 * `integer` are possible, only `number` is returned.
 */
export function usableTypes(constraints: Constraints): readonly JsonType[] {
  const usable = ALL_TYPES.filter((type) => constraints.types.has(type) && hasValues(constraints, type));
  return usable.includes('number') ? usable.filter((type) => type !== 'integer') : usable;
}

function isExcluded({ excluded }: Constraints, value: Json): boolean {
  return excluded.includes(value);
}

function hasValues(constraints: Constraints, type: JsonType): boolean {
  switch (type) {
    case 'object':
      return hasObjects(constraints);
    case 'array':
      return hasArrays(constraints);
    case 'string':
      return hasCounts(constraints.minLength, constraints.maxLength);
    case 'integer':
    case 'number':
      return hasNumbers(constraints, type === 'integer');
    case 'boolean':
      return !isExcluded(constraints, true) || !isExcluded(constraints, false);
    case 'null':
      return !isExcluded(constraints, null);
    default:
      return type satisfies never;
  }
}

function hasObjects({
  required,
  properties,
  patternRules,
  closed,
  minProperties,
  maxProperties,
}: Constraints): boolean {
  if (
    closed &&
    patternRules.length === 0 &&
    ([...required].some((name) => !properties.has(name)) || minProperties > properties.size)
  )
    return false;
  return required.size <= maxProperties && hasCounts(minProperties, maxProperties);
}

function hasArrays({ minItems, maxItems, uniqueItems, repeatedItems, contains }: Constraints): boolean {
  if (uniqueItems && repeatedItems) return false;
  return contains.every(({ min, max }) => min <= max && min <= maxItems) && hasCounts(minItems, maxItems);
}

function hasCounts(min: number, max: number): boolean {
  return min <= max && min <= MAX_COUNT;
}

function hasNumbers(constraints: Constraints, integer: boolean): boolean {
  const step = stepOf(constraints, integer);
  if (step === undefined) return anyReal(constraints) !== undefined;
  // A multiple of an integer step is never a fraction.
  if (!integer && !constraints.types.has('integer') && Number.isInteger(step)) return false;
  const { low, high } = stepRange(constraints, step);
  return low <= high;
}
