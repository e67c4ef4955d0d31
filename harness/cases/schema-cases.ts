import type { SchemaSource, SchemaViolation } from '../../contract/contract.js';
import type { Json } from '../../contract/json/json.js';
import type { SchemaUri } from '../../contract/operation.js';
import { SingleSchema } from '../../contract/schema/judging/single-schema.js';
import { BoundaryValues } from './boundary/boundary-values.js';
import { type InvalidValue, drawnBroken, invalidSchemaValues } from './invalid/invalid-schema-values.js';
import { Materials } from './invalid/materials.js';
import { schemaHints } from './operations/schema-hints.js';
import { Random } from './scalars/random.js';
import type { PlaceHints } from './shrinking/place-hints.js';
import { type Satisfiability, satisfiability } from './values/satisfiability.js';
import type { SchemaOptions } from './nodes/schema-options.js';
import { ValueSource } from './values/value-source.js';

/**
 * Makes values for a JSON Schema that is not part of a contract. The first call throws a `ParityError` if the schema
 * cannot be used.
 */
export class SchemaCases {
  readonly source: ValueSource;
  private readonly schema: SingleSchema;
  private readonly boundary: BoundaryValues;
  private atEdges: readonly Json[] | undefined;

  constructor(schema: Json, { direction = 'request', ...options }: SchemaOptions = {}) {
    this.schema = new SingleSchema(schema, options);
    this.source = new ValueSource(this.schema.schemas, direction, 'as-written');
    this.boundary = new BoundaryValues(this.source);
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

  /** The violations in a value. Empty for a valid value. */
  violations(value: Json): readonly SchemaViolation[] {
    return this.schema.validate(value);
  }

  /** The valid value with the given index. `undefined` if none was found within the limit of tries. */
  valid(seed: number, index: number): Json | undefined {
    return this.drawn(Random.of(seed, 'valid', index));
  }

  /** A valid value, made with the given random generator. `undefined` if none was found within the limit of tries. */
  drawn(random: Random): Json | undefined {
    this.schema.check();
    return this.source.valid(this.uri, random, (value) => this.accepts(value));
  }

  /** A value that is similar to `start` and violates one constraint. `undefined` if none was found. */
  drawnBroken(start: Json, random: Random): InvalidValue | undefined {
    const materials = new Materials(this.schemas, this.source, this.boundary, undefined);
    return drawnBroken(materials.with(random), this.uri, start, random);
  }

  /**
   * The hints that the schema gives for shrinking a value, such as the values of `enum` and the names of declared
   * members.
   */
  placeHints(): PlaceHints {
    return schemaHints(this.boundary, this.source.node(this.uri));
  }

  /** The boundary values of the schema, the simplest first. */
  edges(): readonly Json[] {
    this.schema.check();
    this.atEdges ??= this.boundary.of(this.source.node(this.uri)).filter((value) => this.accepts(value));
    return this.atEdges;
  }

  /** Up to `limit` distinct values, each of which violates one constraint. */
  invalid(seed: number, limit: number): readonly InvalidValue[] {
    return invalidSchemaValues(this.schemas, this.source, this.uri, seed, limit);
  }

  /**
   * Decides whether any value satisfies the schema. The answer is proven, or `undecided` if a number of attempts gave
   * no proof.
   */
  satisfiability(): Satisfiability {
    this.schema.check();
    return satisfiability(this.schemas, this.source, this.uri);
  }
}
