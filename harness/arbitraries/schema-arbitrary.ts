import type { Arbitrary } from 'fast-check';
import type { Json } from '../../contract/json/json.js';
import { ParityError } from '../../contract/parity-error.js';
import type { Random } from '../cases/scalars/random.js';
import { SchemaCases } from '../cases/schema-cases.js';
import type { SchemaOptions } from '../cases/nodes/schema-options.js';
import { smallerValues } from '../cases/shrinking/shrink-input.js';
import { SearchArbitrary } from './search-arbitrary.js';

/**
 * Values that satisfy a JSON Schema. The dialect of the schema is 2020-12, unless `$schema` or `dialect` states a
 * different one. Biased runs prefer boundary values. If the schema cannot be used, the first draw throws a
 * `ParityError`. If no value is found, the code of this error is `schema-unsatisfiable`.
 */
export function schemaArbitrary<T extends Json = Json>(schema: Json, options?: SchemaOptions): Arbitrary<T> {
  const cases = new SchemaCases(schema, options);
  return new SearchArbitrary<Json>({
    draw: (random, atEdge) => drawnValue(cases, random, atEdge),
    smaller: (value) => smallerValues(value, (smaller) => cases.accepts(smaller), cases.placeHints()),
    makes: (value): value is Json => isJson(value) && cases.accepts(value),
  }) as unknown as Arbitrary<T>;
}

/** Draws a valid value. If `atEdge` is true, draws a boundary value if the schema has one. */
function drawnValue(cases: SchemaCases, random: Random, atEdge: boolean): Json {
  const edges = atEdge ? cases.edges() : [];
  if (edges.length > 0) return random.pick(edges);
  const value = cases.drawn(random) ?? cases.edges()[0];
  if (value !== undefined) return value;
  const isProven = cases.satisfiability().kind === 'unsatisfiable';
  throw new ParityError(
    'schema-unsatisfiable',
    isProven ? 'no value satisfies the schema' : 'no value that satisfies the schema was found',
    'Remove the constraints that contradict each other.',
  );
}

/** Returns true if JSON can represent a value. fast-check may pass any value that a user gave as an example. */
function isJson(value: unknown): value is Json {
  try {
    return value !== undefined && JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}
