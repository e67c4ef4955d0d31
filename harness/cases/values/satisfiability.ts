import type { SchemaSource } from '../../../contract/contract.js';
import type { Json } from '../../../contract/json/json.js';
import type { SchemaUri } from '../../../contract/operation.js';
import { type Emptiness, provenEmptiness } from '../nodes/emptiness.js';
import { Random } from '../scalars/random.js';
import type { ValueSource } from './value-source.js';

/**
 * The answer to whether any value satisfies a schema. `satisfiable` is proven by a value, `unsatisfiable` by
 * constraints that exclude every value.
 */
export type Satisfiability =
  | { readonly kind: 'satisfiable'; readonly value: Json }
  | ({ readonly kind: 'unsatisfiable' } & Emptiness)
  | { readonly kind: 'undecided'; readonly attempts: number };

/**
 * The number of searches for a value. Each search has a limited number of tries. If all of them fail, the answer is
 * `undecided`.
 */
const ATTEMPTS = 20;

/** Decides whether any value satisfies a schema. The result depends only on the schema. */
export function satisfiability(schemas: SchemaSource, source: ValueSource, uri: SchemaUri): Satisfiability {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const value = source.valid(uri, Random.of('satisfiability', attempt), (made) => schemas.accepts(uri, made));
    if (value !== undefined) return { kind: 'satisfiable', value };
    // For most schemas, the first search finds a value. The expensive proof is therefore attempted only after one
    // failed search.
    const emptiness = attempt === 0 ? provenEmptiness(source.node(uri)) : undefined;
    if (emptiness !== undefined) return { kind: 'unsatisfiable', ...emptiness };
  }
  return { kind: 'undecided', attempts: ATTEMPTS };
}
