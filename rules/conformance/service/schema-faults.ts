import { statedParts } from '../../../contract/constraints/stated-parts.js';
import type { SchemaSource, SchemaViolation } from '../../../contract/contract.js';
import { pointerTokens, valueAt } from '../../../contract/json/json-pointer.js';
import { type Json, isJsonObject, ownValue } from '../../../contract/json/json.js';
import type { SchemaUri } from '../../../contract/operation.js';

/** The maximum number of broken keywords that are reported for one value. */
const MAX_FAULTS = 8;

/**
 * Keywords that apply other schemas, such as `anyOf`. A value that breaks one of them also breaks a keyword of the
 * applied schema, which is reported instead.
 */
const APPLICATORS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'if', '$ref', '$dynamicRef']);

/**
 * Keywords that list the permitted values. A value of a wrong type breaks them too. Only the wrong type is then
 * reported.
 */
const LISTS: ReadonlySet<string> = new Set(['enum', 'const']);

/**
 * Whether a violation only repeats that the value has a wrong type: a second schema of an `allOf` states the same type,
 * or an `enum` excludes the value.
 */
function repeatsType(violation: SchemaViolation, broken: readonly SchemaViolation[]): boolean {
  if (violation.keyword !== 'type' && !LISTS.has(violation.keyword)) return false;
  const first = broken.find(({ keyword, pointer }) => keyword === 'type' && pointer === violation.pointer);
  return first !== undefined && first !== violation;
}

/**
 * The faults of a value that a service sent. Each broken keyword is one fault. An object that clearly belongs to a
 * different schema is only one fault, although it breaks several keywords.
 */
export function schemaFaults(schemas: SchemaSource, schema: SchemaUri, value: Json): readonly SchemaViolation[] {
  // A `writeOnly` member may be missing from a reply, even if it is required (tolerance `write-only`).
  const broken = schemas.forDirection('output').validate(schema, value);
  const specific = broken.filter((violation) => !APPLICATORS.has(violation.keyword) && !repeatsType(violation, broken));
  const reported = specific.length > 0 ? specific : broken;
  const shape = reported.find((violation) => isUnrelatedShape(schemas, reported, violation, value));
  if (shape !== undefined) {
    return [
      { ...shape, keyword: 'another-shape', message: 'must have the members of its schema, but has none of them' },
    ];
  }
  const seen = new Set<string>();
  return withoutOtherShapes(reported)
    .filter((violation) => !seen.has(violation.schema) && seen.add(violation.schema))
    .slice(0, MAX_FAULTS);
}

/**
 * Whether an object has none of the members of its schema, for example because the service wrapped it in an envelope
 * such as `{"data": {…}}`.
 */
function isUnrelatedShape(
  schemas: SchemaSource,
  reported: readonly SchemaViolation[],
  { pointer }: SchemaViolation,
  value: Json,
): boolean {
  const object = valueAt(value, pointer);
  const missing = reported
    .filter((violation) => violation.pointer === pointer)
    .map(missingMember)
    .filter((member) => member !== undefined);
  if (!isJsonObject(object) || missing.length < 2) return false;
  return !missing.some(({ holder }) =>
    [...statedParts(schemas, [holder]).properties.keys()].some((name) => Object.hasOwn(object, name)),
  );
}

/** Keywords that forbid members which the schema does not declare. */
const CLOSING: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties']);
/**
 * An object with at least this number of undeclared members is taken for an object of a different schema, if it also
 * lacks a required member.
 */
const LEAST_OTHER = 2;

/**
 * The faults, with only one fault for each object that belongs to a different schema. Such an object lacks a required
 * member and has several undeclared members. Its other faults are left out, because they have the same origin.
 */
function withoutOtherShapes(reported: readonly SchemaViolation[]): readonly SchemaViolation[] {
  const shapes = reported.flatMap((missing): readonly SchemaViolation[] => {
    const name = missingName(missing);
    const others = reported.filter(({ keyword, pointer }) => CLOSING.has(keyword) && pointer === missing.pointer);
    if (name === undefined || others.length < LEAST_OTHER) return [];
    const message = `must be an object with the members of its schema: ${JSON.stringify(name)} is missing, and ${others.length} members are not declared`;
    return [{ ...missing, keyword: 'another-shape', message }];
  });
  const outermost = shapes.filter(
    ({ pointer }, index) =>
      !shapes.some((other, at) => (at < index && other.pointer === pointer) || isBelow(pointer, other.pointer)),
  );
  const isWithin = ({ pointer }: SchemaViolation): boolean =>
    outermost.some((shape) => pointer === shape.pointer || isBelow(pointer, shape.pointer));
  return [...outermost, ...reported.filter((violation) => !isWithin(violation))];
}

function isBelow(pointer: string, above: string): boolean {
  return pointer.startsWith(`${above}/`);
}

/** The values that a broken `const` or `enum` permits. `undefined` for other keywords. */
export function permittedValues(
  schemas: SchemaSource,
  { keyword, schema }: SchemaViolation,
): readonly Json[] | undefined {
  if (!LISTS.has(keyword) || !schema.endsWith(`/${keyword}`)) return undefined;
  const stated = ownValue(schemas.at(schema.slice(0, -keyword.length - 1) as SchemaUri), keyword);
  if (keyword === 'const') return stated === undefined ? undefined : [stated];
  return Array.isArray(stated) ? (stated as readonly Json[]) : undefined;
}

interface MissingMember {
  /** The schema whose `required` lists the missing member. */
  readonly holder: SchemaUri;
  readonly name: string;
}

/** The name of the missing member, if the broken keyword is `required`. */
export function missingName(violation: SchemaViolation): string | undefined {
  return missingMember(violation)?.name;
}

function missingMember({ keyword, schema }: SchemaViolation): MissingMember | undefined {
  const [, holder, tail] = /^(.*)(\/required\/[^/]*)$/.exec(schema) ?? [];
  const name = pointerTokens(tail ?? '').at(1);
  return keyword !== 'required' || holder === undefined || name === undefined
    ? undefined
    : { holder: holder as SchemaUri, name };
}
