import type { SchemaSource } from '../../../contract/contract.js';
import type { Json } from '../../../contract/json/json.js';
import type { SchemaUri } from '../../../contract/operation.js';
import { type Emptiness, provenEmptiness } from '../nodes/emptiness.js';
import { Random } from '../scalars/random.js';
import type { ValueSource } from './value-source.js';

/** Whether a schema has a value; each answer but the last is proven: by a value, or by what excludes every value. */
export type Satisfiability =
  | { readonly kind: 'satisfiable'; readonly value: Json }
  | ({ readonly kind: 'unsatisfiable' } & Emptiness)
  | { readonly kind: 'undecided'; readonly attempts: number };

/** Values that are looked for, each a bounded number of times, before a schema is left undecided. */
const ATTEMPTS = 20;

/** The same schema has the same answer, whoever asks. */
export function satisfiability(schemas: SchemaSource, source: ValueSource, uri: SchemaUri): Satisfiability {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const value = source.valid(uri, Random.of('satisfiability', attempt), (made) => schemas.accepts(uri, made));
    if (value !== undefined) return { kind: 'satisfiable', value };
    // Most schemas have a value at once, so the proof that there is none waits for the first failure.
    const emptiness = attempt === 0 ? provenEmptiness(source.node(uri)) : undefined;
    if (emptiness !== undefined) return { kind: 'unsatisfiable', ...emptiness };
  }
  return { kind: 'undecided', attempts: ATTEMPTS };
}
