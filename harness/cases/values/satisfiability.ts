import type { SchemaSource } from '../../../contract/contract.js';
import type { Json } from '../../../contract/json/json.js';
import type { SchemaUri } from '../../../contract/operation.js';
import { type Emptiness, provenEmptiness } from '../nodes/emptiness.js';
import { Random } from '../scalars/random.js';
import type { ValueSource } from './value-source.js';

/**
 * Whether a schema has a value. Two of the results are proven: by a value, or by constraints that exclude every value.
 */
export type Satisfiability =
  | { readonly kind: 'satisfiable'; readonly value: Json }
  | ({ readonly kind: 'unsatisfiable' } & Emptiness)
  | { readonly kind: 'undecided'; readonly attempts: number };

/** The number of values that are searched, each with a limited number of tries, before a schema is undecided. */
const ATTEMPTS = 20;

/** Decides whether a schema has a value. The result depends only on the schema. */
export function satisfiability(schemas: SchemaSource, source: ValueSource, uri: SchemaUri): Satisfiability {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const value = source.valid(uri, Random.of('satisfiability', attempt), (made) => schemas.accepts(uri, made));
    if (value !== undefined) return { kind: 'satisfiable', value };
    // Most schemas have a value at once, so the proof that there is none is only attempted after the first failure.
    const emptiness = attempt === 0 ? provenEmptiness(source.node(uri)) : undefined;
    if (emptiness !== undefined) return { kind: 'unsatisfiable', ...emptiness };
  }
  return { kind: 'undecided', attempts: ATTEMPTS };
}
