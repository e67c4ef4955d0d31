import type { SchemaSource } from '../../../contract/contract.js';
import type { Json } from '../../../contract/json/json.js';
import type { SchemaUri } from '../../../contract/operation.js';
import type { BoundaryValues } from '../boundary/boundary-values.js';
import { anything } from '../../../contract/constraints/constraint-draft.js';
import type { Constraints } from '../../../contract/constraints/constraint-types.js';
import { distinct } from '../../../contract/json/interleaved.js';
import { Random } from '../scalars/random.js';
import type { SchemaNode } from '../nodes/schema-node.js';
import { textSource } from '../scalars/text-source.js';
import type { ValueSource } from '../values/value-source.js';

/**
 * The boundary values of a part are requested as if the part had this nesting level. A deeper level would give fewer
 * and smaller values.
 */
const EDGE_DEPTH = 3;
const MAX_TRIED = 24;
const MATCHES = 3;
const STEPS_OF_MUTATION = 10;

/**
 * Sources of values for the construction of invalid values: valid values of any subschema, flattened constraints, and
 * random choices.
 */
export class Materials {
  private readonly known = new Map<SchemaUri, readonly Json[]>();

  constructor(
    readonly schemas: SchemaSource,
    private readonly source: ValueSource,
    private readonly boundary: BoundaryValues,
    /** The source of random choices. `undefined` in the first round of a search, which makes no random choices. */
    private readonly random: Random | undefined,
  ) {}

  /** A copy that uses the given random choices and shares the cached results. */
  with(random: Random | undefined): Materials {
    const other = new Materials(this.schemas, this.source, this.boundary, random);
    for (const [uri, values] of this.known) other.known.set(uri, values);
    return other;
  }

  /** Subtracts the cost of one mutation from the step budget. */
  pay(): void {
    this.source.budget.spend(STEPS_OF_MUTATION);
  }

  node(uri: SchemaUri): SchemaNode {
    return this.source.node(uri);
  }

  constraints(uri: SchemaUri): Constraints {
    return this.node(uri).constraints;
  }

  /** A few boundary values of a part of a value. `node` has the flattened constraints of the part. */
  edges(node: SchemaNode): readonly Json[] {
    return this.boundary.of(node, EDGE_DEPTH).slice(0, MAX_TRIED);
  }

  /** Up to `count` distinct values of a part of a value. `node` has the flattened constraints of the part. */
  several(node: SchemaNode, count: number): readonly Json[] {
    return this.boundary.several(node, count, EDGE_DEPTH);
  }

  /**
   * Valid values of a subschema: a simple value of each type. If random choices are enabled, a random value comes
   * before them.
   */
  starts(uri: SchemaUri): readonly Json[] {
    let simple = this.known.get(uri);
    if (simple === undefined) {
      simple = this.simpleStarts(uri);
      this.known.set(uri, simple);
    }
    const chosen = this.random && this.source.valid(uri, this.random, (value) => this.schemas.accepts(uri, value));
    return chosen === undefined ? simple : [chosen, ...simple];
  }

  private simpleStarts(uri: SchemaUri): readonly Json[] {
    const edges = this.edges(this.node(uri));
    const valid = edges.filter((value) => this.schemas.accepts(uri, value));
    const firsts = distinct(
      [...new Map(valid.toReversed().map((value) => [typeOf(value), value] as const)).values()].toReversed(),
    );
    const starts = distinct([...firsts, ...valid], Math.max(2, firsts.length));
    if (starts.length > 0) return starts;
    const made = this.source.valid(uri, Random.of('start', uri), (value) => this.schemas.accepts(uri, value));
    return made === undefined ? [] : [made];
  }

  /** `count` arbitrary values of any type. Empty if random choices are disabled. */
  any(count: number): readonly Json[] {
    const { random } = this;
    if (random === undefined) return [];
    const values = Array.from({ length: count }, () => this.source.anything(random));
    return values.filter((value) => value !== undefined);
  }

  /** A few values that satisfy all given schemas. */
  common(uris: readonly SchemaUri[]): readonly Json[] {
    const random = this.random ?? Random.of('common', ...uris);
    const isCommon = (value: Json): boolean => uris.every((uri) => this.schemas.accepts(uri, value));
    const made = Array.from({ length: MATCHES }, () => this.source.common(uris, random));
    return made.filter((value) => value !== undefined).filter(isCommon);
  }

  /** A member name that matches a pattern. `undefined` if none was found. */
  nameLike(pattern: string): string | undefined {
    const source = textSource({ ...anything(), patterns: [pattern] });
    return this.random === undefined ? source.edges()[0] : source.any(this.random);
  }

  /** A random integer in `[min, max]`. Without random choices, `min`. */
  integer(min: number, max: number): number {
    return this.random?.integer(min, max) ?? min;
  }

  get isRandom(): boolean {
    return this.random !== undefined;
  }
}

function typeOf(value: Json): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}
