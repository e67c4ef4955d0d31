import type { SchemaSource, SchemaViolation } from '../contract.js';
import type { Json } from '../json.js';
import type { SchemaUri } from '../operation.js';
import { BoundaryValues } from './boundary-values.js';
import { mutations } from './invalid-values.js';
import { Random } from './random.js';
import type { SchemaNode } from './schema-node.js';
import type { ValueSource } from './value-source.js';

/** A value that a schema refuses, and the one constraint that it breaks. */
export interface InvalidValue {
  readonly value: Json;
  /** Its `pointer` leads into the value, its `schema` to the keyword. */
  readonly violation: SchemaViolation;
}

/** Mutations that are looked at for each value that is wanted; a schema of which nothing can be broken ends here. */
const TRIES_EACH = 40;
/** Valid values in a row that lead to nothing new. */
const MAX_FRUITLESS = 24;

/** What a schema that nothing satisfies is shown with, and what has no other start. */
const STARTS: readonly Json[] = [null, true, 1, 'text', [], {}, 0.5, [1, 'a'], { a: 1 }];

/**
 * Up to `limit` different values, each broken in one place and as close as possible to a valid value. Deterministic by
 * `seed`; a larger `limit` only adds to the list.
 */
export function invalidSchemaValues(
  schemas: SchemaSource,
  source: ValueSource,
  uri: SchemaUri,
  seed: number,
  limit: number,
): readonly InvalidValue[] {
  const search = new Search(schemas, source, uri, limit);
  for (const start of STARTS) search.from(start, 1);
  for (let index = 0; !search.isDone(index); index += 1) {
    const start = source.valid(uri, Random.of('invalid', seed, index), (value) => schemas.accepts(uri, value));
    if (start !== undefined) search.from(start, index);
  }
  return search.found();
}

class Search {
  private readonly values = new Map<string, InvalidValue>();
  private readonly node: SchemaNode;
  private readonly boundary: BoundaryValues;
  private tries: number;
  private fruitful = 0;

  constructor(
    private readonly schemas: SchemaSource,
    source: ValueSource,
    private readonly uri: SchemaUri,
    private readonly limit: number,
  ) {
    this.node = source.node(uri);
    this.boundary = new BoundaryValues(source);
    this.tries = limit * TRIES_EACH;
  }

  isDone(index: number): boolean {
    return this.values.size >= this.limit || this.tries <= 0 || index - this.fruitful > MAX_FRUITLESS;
  }

  found(): readonly InvalidValue[] {
    return [...this.values.values()].slice(0, this.limit);
  }

  from(start: Json, index: number): void {
    if (!this.schemas.accepts(this.uri, start)) this.judge(start, index);
    for (const { value } of mutations(this.node, start, this.boundary)) {
      if (this.isDone(index)) return;
      this.judge(value, index);
    }
  }

  private judge(value: Json, index: number): void {
    const key = JSON.stringify(value);
    this.tries -= 1;
    if (this.values.has(key)) return;
    const [violation, ...others] = this.schemas.validate(this.uri, value);
    if (violation === undefined || others.length > 0) return;
    this.values.set(key, { value, violation });
    this.fruitful = index;
  }
}
