import { type Json, isJsonObject } from '../../../contract/json/json.js';
import type { Breaker } from './broken.js';
import { fromStep, stepOf } from '../scalars/number-source.js';

const RANDOM_EACH = 3;
const VALUES_OF_TYPE: readonly Json[] = ['text', null, 7, true, [], {}, 0.5, false, '', 0];

/**
 * Values that violate `type`, `enum` or `const`: first similar values of a different type, then simple values of every
 * type.
 */
export const WHOLE_BREAKERS: Readonly<Record<string, Breaker>> = {
  type: ({ value, depth }, materials) => [
    // Clients confuse a null argument with an omitted argument, and services fail when they access members of null.
    ...(depth === 0 ? [null] : []),
    ...respelled(value),
    ...VALUES_OF_TYPE,
    [value],
    ...materials.any(RANDOM_EACH),
  ],
  const: ({ schema }, materials) => [
    ...unlistedValues([schema['const'] ?? null]),
    'x-unknown-value',
    ...VALUES_OF_TYPE,
    ...materials.any(RANDOM_EACH),
  ],
  enum: ({ schema }, materials) => {
    const members = Array.isArray(schema['enum']) ? (schema['enum'] as readonly Json[]) : [];
    return [...unlistedValues(members), 'x-unknown-value', ...VALUES_OF_TYPE, ...materials.any(RANDOM_EACH)];
  },
};

/**
 * Values that resemble the given value but have a different type or form, such as `"7"` and 7.5 for 7. Clients that
 * convert values by mistake send such values.
 */
function respelled(value: Json): readonly Json[] {
  if (typeof value === 'number') return [String(value), ...(Number.isInteger(value) ? [value + 0.5] : [])];
  if (typeof value === 'boolean') return [String(value), Number(value)];
  if (typeof value === 'string') return value !== '' && Number.isFinite(Number(value)) ? [Number(value)] : [7];
  return value === null ? ['', 'null'] : [];
}

/** Values that an `enum` does not contain. Values of the same type come first. */
function* unlistedValues(members: readonly Json[]): Generator<Json> {
  for (const member of members.slice(0, 8)) {
    if (typeof member === 'number') yield* [member + 1, member - 1, member + 0.5];
    if (typeof member === 'string') yield* [otherCase(member), `${member}x`, `${member} `, member.slice(1)];
    if (typeof member === 'boolean') yield !member;
    if (Array.isArray(member)) yield* [[...(member as readonly Json[]), null], member.slice(1)];
    if (isJsonObject(member)) yield { ...member, 'x-unknown-member': true };
  }
}

/** The text in capitals or, if it is already in capitals, in small letters. A service that ignores case accepts it. */
export function otherCase(text: string): string {
  const capitals = text.toUpperCase();
  return capitals === text ? text.toLowerCase() : capitals;
}

/** Numbers beyond each bound, and numbers between two multiples of `multipleOf`. */
export const NUMBER_BREAKERS: Readonly<Record<string, Breaker>> = {
  minimum: bound('minimum', -1, false),
  exclusiveMinimum: bound('exclusiveMinimum', -1, true),
  maximum: bound('maximum', 1, false),
  exclusiveMaximum: bound('exclusiveMaximum', 1, true),
  multipleOf: ({ root, schema, value }, materials) => {
    const divisor = schema['multipleOf'];
    if (typeof divisor !== 'number' || typeof value !== 'number') return [];
    const constraints = materials.constraints(root);
    const whole = [value + 1, value - 1, constraints.minimum + 1, materials.integer(1, 1000)];
    return safe(
      constraints.types.has('number')
        ? [value + divisor / 2, value - divisor / 2, value + divisor * 0.75, ...whole]
        : whole,
    );
  },
};

/** Numbers beyond a bound. `direction` is 1 if larger numbers violate the bound, otherwise -1. */
function bound(keyword: string, direction: 1 | -1, exclusive: boolean): Breaker {
  return ({ root, schema, value }, materials) => {
    const limit = schema[keyword];
    if (typeof limit !== 'number' || typeof value !== 'number') return [];
    const constraints = materials.constraints(root);
    const step = stepOf(constraints, !constraints.types.has('number')) ?? 0.5;
    const counts = limit / step;
    const next = (further: number): number =>
      fromStep((direction > 0 ? Math.floor(counts) : Math.ceil(counts)) + direction * further, step);
    const atBound = exclusive ? [limit] : [];
    // Adding 1 may not change a number beyond this size. The bound is therefore changed by a factor.
    if (Math.abs(limit) >= Number.MAX_SAFE_INTEGER) return [...atBound, ...farBeyond(limit, direction)];
    const further = [materials.integer(2, 1000), materials.integer(2, 1e6)] as const;
    return safe([...atBound, next(1), limit + direction, next(further[0]), limit + direction * further[1]]);
  };
}

function farBeyond(limit: number, direction: 1 | -1): readonly number[] {
  const outwards = Math.sign(limit) === direction;
  return [limit + direction * Math.abs(limit) * 2 ** -52, outwards ? limit * 2 : limit / 2].filter(Number.isFinite);
}

/** Keeps only the numbers from -(2^53-1) to 2^53-1, which JSON readers represent exactly. Replaces -0 by 0. */
function safe(values: readonly number[]): readonly number[] {
  return values.filter((value) => Math.abs(value) <= Number.MAX_SAFE_INTEGER).map((value) => (value === 0 ? 0 : value));
}
