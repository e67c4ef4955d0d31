import type { SchemaSource, SchemaViolation } from '../../contract/contract.js';
import type { Json } from '../../contract/json/json.js';
import type { SchemaUri } from '../../contract/operation.js';
import { SingleSchema, type SingleSchemaOptions } from '../../contract/schema/judging/single-schema.js';
import { BoundaryValues } from './boundary/boundary-values.js';
import { type InvalidValue, drawnBroken, invalidSchemaValues } from './invalid/invalid-schema-values.js';
import { schemaHints } from './operations/schema-hints.js';
import { Random } from './scalars/random.js';
import type { PlaceHints } from './shrinking/place-hints.js';
import { type Satisfiability, satisfiability } from './values/satisfiability.js';
import type { MessageDirection } from './nodes/schema-node.js';
import { ValueSource } from './values/value-source.js';

export interface SchemaOptions extends SingleSchemaOptions {
  /** Requests omit `readOnly` members, responses `writeOnly` ones; a request unless given. */
  readonly direction?: MessageDirection;
}

/** Values for a JSON Schema outside of any contract. One that cannot be used throws a `ParityError` at the first call. */
export class SchemaCases {
  readonly source: ValueSource;
  private readonly schema: SingleSchema;

  constructor(schema: Json, { direction = 'request', ...options }: SchemaOptions = {}) {
    this.schema = new SingleSchema(schema, options);
    this.source = new ValueSource(this.schema.schemas, direction, 'as-written');
  }

  get schemas(): SchemaSource {
    return this.schema.schemas;
  }

  get uri(): SchemaUri {
    return this.schema.uri;
  }

  accepts(value: Json): boolean {
    return this.schema.accepts(value);
  }

  /** What a value breaks; empty for a valid one. */
  violations(value: Json): readonly SchemaViolation[] {
    return this.schema.validate(value);
  }

  /** The valid value of that number; `undefined` where none was found in a bounded number of tries. */
  valid(seed: number, index: number): Json | undefined {
    this.schema.check();
    return this.source.valid(this.uri, Random.of(seed, 'valid', index), (value) => this.accepts(value));
  }

  /** A valid value from a source of the caller; `undefined` where none was found in a bounded number of tries. */
  drawn(random: Random): Json | undefined {
    this.schema.check();
    return this.source.valid(this.uri, random, (value) => this.accepts(value));
  }

  /** A value near `start` that breaks one constraint; `undefined` where none was drawn. */
  drawnBroken(start: Json, random: Random): InvalidValue | undefined {
    return drawnBroken(this.schemas, this.source, this.uri, start, random);
  }

  /** What the schema states, for the search for a smaller value. */
  placeHints(): PlaceHints {
    return schemaHints(new BoundaryValues(this.source), this.source.node(this.uri));
  }

  /** The values at the edges, the simplest first. */
  edges(): readonly Json[] {
    this.schema.check();
    return new BoundaryValues(this.source).of(this.source.node(this.uri)).filter((value) => this.accepts(value));
  }

  /** Up to `limit` different values, each of which breaks one constraint. */
  invalid(seed: number, limit: number): readonly InvalidValue[] {
    return invalidSchemaValues(this.schemas, this.source, this.uri, seed, limit);
  }

  /** Whether there is any value: proven either way, or undecided after a counted number of attempts. */
  satisfiability(): Satisfiability {
    this.schema.check();
    return satisfiability(this.schemas, this.source, this.uri);
  }
}
