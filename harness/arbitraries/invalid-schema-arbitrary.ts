import type { Arbitrary } from 'fast-check';
import type { SchemaViolation } from '../../contract/contract.js';
import type { Json } from '../../contract/json/json.js';
import { ParityError } from '../../contract/parity-error.js';
import { SchemaCases } from '../cases/schema-cases.js';
import type { SchemaOptions } from '../cases/nodes/schema-options.js';
import type { InvalidValue } from '../cases/invalid/invalid-schema-values.js';
import type { Random } from '../cases/scalars/random.js';
import { smallerValues } from '../cases/shrinking/shrink-input.js';
import { type Search, SearchArbitrary, mapped } from './search-arbitrary.js';

/** A value that a schema rejects, and the constraint that the value breaks. */
export interface LabelledValue {
  readonly value: Json;
  /** The broken keyword, such as `maxLength`. */
  readonly keyword: string;
  /** JSON pointer (RFC 6901) to the invalid place in the value. */
  readonly pointer: string;
  /** JSON pointer (RFC 6901) to the schema that contains the broken keyword. */
  readonly schemaPointer: string;
}

/**
 * The number of invalid values that are made from boundary values. If fast-check asks for an edge case, one of these
 * values is drawn.
 */
const EDGE_VALUES = 128;
/**
 * The maximum number of valid values that are tried as a base for an invalid value. Several may be needed, because some
 * valid values have no part that can be made invalid: `[]` has no element that could violate `items`.
 */
const MOST_STARTS = 8;

/**
 * Values that break a JSON Schema in one place, and are otherwise as close as possible to valid values. They shrink to
 * smaller values that break the same keyword. If no value breaks the schema, the first draw throws a `ParityError` with
 * the code `schema-accepts-all`.
 */
export function invalidSchemaArbitrary(schema: Json, options?: SchemaOptions): Arbitrary<LabelledValue> {
  const cases = new SchemaCases(schema, options);
  let made: readonly InvalidValue[] | undefined;
  const edges = (): readonly InvalidValue[] => (made ??= cases.invalid(1, EDGE_VALUES));
  return new SearchArbitrary<LabelledValue>({
    draw: (random, atEdge) => labelled(drawnInvalid(cases, random, atEdge, edges)),
    smaller: (value) => smallerLabelled(cases, value),
    makes: (value): value is LabelledValue => isLabelled(value) && breaksOnly(cases, value, value.value),
  });
}

function drawnInvalid(
  cases: SchemaCases,
  random: Random,
  atEdge: boolean,
  edges: () => readonly InvalidValue[],
): InvalidValue {
  for (let start = 0; start < (atEdge ? 0 : MOST_STARTS); start += 1) {
    const broken = cases.drawnBroken(cases.drawn(random) ?? null, random);
    if (broken !== undefined) return broken;
  }
  if (edges().length > 0) return random.pick(edges());
  throw new ParityError(
    'schema-accepts-all',
    'no value that breaks the schema was found',
    'Add a constraint to the schema, or do not draw invalid values of it.',
  );
}

function labelled({ value, violation }: InvalidValue): LabelledValue {
  return { value, keyword: violation.keyword, pointer: violation.pointer, schemaPointer: schemaPointerOf(violation) };
}

function schemaPointerOf({ schema }: SchemaViolation): string {
  return decodeURIComponent(schema.slice(schema.indexOf('#') + 1));
}

function smallerLabelled(cases: SchemaCases, label: LabelledValue): Search<LabelledValue> {
  const search = smallerValues(label.value, (value) => breaksOnly(cases, label, value), cases.placeHints());
  return mapped(search, (value) => ({
    ...label,
    value,
    pointer: cases.violations(value)[0]?.pointer ?? label.pointer,
  }));
}

/**
 * Returns true if a value breaks the keyword that the label states, in the schema that the label states, and no other
 * keyword.
 */
function breaksOnly(cases: SchemaCases, label: LabelledValue, value: Json): boolean {
  const violations = cases.accepts(value) ? [] : cases.violations(value);
  return (
    violations.length > 0 &&
    violations.every(
      (violation) => violation.keyword === label.keyword && schemaPointerOf(violation) === label.schemaPointer,
    )
  );
}

function isLabelled(value: unknown): value is LabelledValue {
  return isObject(value) && ['keyword', 'pointer', 'schemaPointer'].every((name) => typeof value[name] === 'string');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
