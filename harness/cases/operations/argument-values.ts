import type { Argument } from '../../../contract/arguments.js';
import type { CaseInput } from '../../../contract/case.js';
import type { Contract } from '../../../contract/contract.js';
import type { Json } from '../../../contract/json/json.js';
import type { Operation, SchemaUri } from '../../../contract/operation.js';
import { schemasInPlace } from '../../../contract/wire/decode-value.js';
import { bodyContent, parameterFault } from '../../../contract/wire/request/encode.js';
import {
  concreteMediaType,
  contentKind,
  essence,
  isFormMediaType,
  isJsonMediaType,
} from '../../../contract/wire/message.js';
import { standardValues } from '../../../contract/formats/outside-standards.js';
import { BoundaryValues } from '../boundary/boundary-values.js';
import { argumentSchema, isValidArgument } from '../../../contract/inputs/input-violations.js';
import { canonicalJson } from '../../../contract/json/canonical-json.js';
import { distinct } from '../../../contract/json/interleaved.js';
import { NO_KNOWN_MEMBERS } from '../values/known-members.js';
import type { KnownValues } from '../values/known-values.js';
import { meteredSchemas } from '../values/metered-schemas.js';
import { SMALL_FILES } from '../values/small-files.js';
import { nearMisses } from './near-misses.js';
import { placed } from './placed.js';
import { Random } from '../scalars/random.js';
import { ValueSource } from '../values/value-source.js';
import { type WorkBudget, unlimited } from '../nodes/work-budget.js';

export interface ValueSources {
  readonly contract: Contract;
  readonly source: ValueSource;
  readonly boundary: BoundaryValues;
  /** The step budget that all sources share. It is unlimited before `renew` is called. */
  readonly budget: WorkBudget;
}

/**
 * Creates the sources of values for a contract. `members` contains the known values of object members, by member name.
 */
export function valueSources(contract: Contract, members = NO_KNOWN_MEMBERS): ValueSources {
  const budget = unlimited();
  const schemas = meteredSchemas(contract.schemas, budget);
  const source = new ValueSource(schemas, 'request', 'by-direction', budget, members);
  return { contract: { ...contract, schemas }, source, boundary: new BoundaryValues(source), budget };
}

const SOME_VALUES = 8;
const ANY_BYTES = 'application/octet-stream';
/** Bodies that are sent for a binary media type of which no valid file is known. */
const SOME_BYTES: readonly string[] = ['a', '\0\xFF\r\n'];
/** The large value is inserted after this number of boundary values. */
const BEFORE_LARGE = 4;
/**
 * The maximum number of random values that are tried to find one in which every member with known values has a known
 * value.
 */
const BASES_TRIED = 16;

/**
 * The values of one argument. Each value is valid for a server that receives it. An input that is made of these values
 * is also valid.
 */
export class ArgumentValues {
  private readonly schema: SchemaUri | undefined;
  private atEdges: readonly Json[] | undefined;

  constructor(
    private readonly sources: ValueSources,
    private readonly operation: Operation,
    readonly argument: Argument,
    private readonly known: KnownValues,
    /** The media type of the request body, if it is not the first documented one. */
    readonly mediaType?: string,
  ) {
    this.schema = argumentSchema(operation, argument, mediaType);
  }

  /** `input` with one of the values. For a body, the media type is set too. */
  place(input: CaseInput, value: Json): CaseInput {
    if (this.argument.in !== 'body' || this.mediaType !== undefined)
      return placed(input, this.argument, value, this.mediaType);
    const { mediaType: _, ...first } = input;
    return placed(first, this.argument, value);
  }

  /**
   * The examples of the contract. If an argument or member accepts only known values, the known values are used
   * instead.
   */
  examples(): readonly Json[] {
    if (this.known.only) return this.known.known.filter((value) => this.isValid(value));
    const { parameter } = this.argument;
    const named =
      parameter === undefined ? (bodyContent(this.operation, this.mediaType)?.examples ?? []) : parameter.examples;
    const { members } = this.sources.source;
    return named.map((example) => members.corrected(example.value)).filter((value) => this.isValid(value));
  }

  /**
   * All boundary values, the simplest first. If the configuration has values for the argument, one of them comes first.
   */
  edges(): readonly Json[] {
    this.atEdges ??= this.makeEdges();
    return this.atEdges;
  }

  /**
   * The boundary values from which invalid values are derived. If possible, their members have the configured known
   * values. A path argument with known values keeps its first known value: if the path identified an unknown item, a
   * service might answer 404 before it validates the rest.
   */
  bases(): readonly Json[] {
    if (this.argument.in === 'path' && this.known.known.length > 0) return this.edges().slice(0, 1);
    const known = this.edges().filter((value) => this.sources.source.members.areKnown(value));
    return known.length > 0 ? known : this.edges();
  }

  private makeEdges(): readonly Json[] {
    const known = this.known.known.filter((value) => this.isValid(value));
    if (this.known.only) return known;
    const edges =
      this.fixed() ?? (this.schema === undefined ? [] : (this.statedEdges(this.schema) ?? this.someValues()));
    const values = distinct([...known.slice(0, 1), ...edges]);
    if (values.length > 0) return values;
    // If there is no usable boundary value, a random value is used, or an example of the contract.
    const found = this.made(Random.of('plainest', this.operation.id, this.argument.name));
    return found === undefined ? this.examples().slice(0, 1) : [found];
  }

  /** The boundary values of the schema. `undefined` if the search for them exceeds the step budget. */
  private statedEdges(schema: SchemaUri): readonly Json[] | undefined {
    const { source, boundary, budget } = this.sources;
    return budget.withHalf(() => {
      const node = source.node(schema);
      const edges = [...this.likely(), ...boundary.of(node)].filter((value) => this.isValid(value));
      const large = this.argument.in === 'body' ? boundary.large(node) : undefined;
      // The large value comes after the objects with all members, but still among the first values. Costly surfaces use
      // only the first values.
      return large === undefined || !this.isValid(large) ? edges : edges.toSpliced(BEFORE_LARGE, 0, large);
    });
  }

  /**
   * Values of a parameter that a service probably accepts: the parameter's examples (only if the parameter is
   * required), and values of a standard that the description names, such as ISO 4217.
   */
  private likely(): readonly Json[] {
    const { parameter, in: place } = this.argument;
    if (parameter === undefined || place === 'path') return [];
    return [...(parameter.required ? this.examples() : []), ...standardValues(parameter.description)];
  }

  /**
   * Examples of the contract and random values. They replace the boundary values of a schema that is too large for the
   * step budget.
   */
  private someValues(): readonly Json[] {
    const values = [...this.examples()];
    const made = (index: number): Json | undefined =>
      this.made(Random.of('some', this.operation.id, this.argument.name, index));
    this.sources.budget.withHalf(() => {
      for (let index = 0; index < SOME_VALUES; index += 1)
        values.push(...[made(index)].filter((value) => value !== undefined));
    });
    return values;
  }

  /**
   * Bodies that do not come from a schema. There are two kinds of content:
   * - without a schema: any JSON, text or bytes;
   * - files such as images, whose schema only says "binary" (OpenAPI 3.1 §4.8.14.3). Common types get small valid
   *   files. Other types get arbitrary bytes, which a service may refuse.
   */
  private fixed(): readonly Json[] | undefined {
    const content = this.argument.in === 'body' ? bodyContent(this.operation, this.mediaType) : undefined;
    const type = essence(concreteMediaType(content?.mediaType ?? ''));
    const isBytes = contentKind(type) === 'bytes' && !isFormMediaType(type);
    if (this.schema !== undefined)
      return isBytes && type !== ANY_BYTES && !this.isEncoded(this.schema)
        ? (SMALL_FILES.get(type) ?? SOME_BYTES).filter((file) => this.isValid(file))
        : undefined;
    if (isBytes) return SMALL_FILES.get(type) ?? SOME_BYTES;
    if (type.startsWith('text/') && type !== 'text/xml') return ['a', 'é b'];
    return isJsonMediaType(type) ? [{}] : [];
  }

  private isEncoded(schema: SchemaUri): boolean {
    const stated = [...schemasInPlace(this.sources.contract.schemas, schema).values()];
    return stated.some(({ contentEncoding }) => typeof contentEncoding === 'string');
  }

  /** A random value whose members have the configured known values, if such a value was found. */
  randomBase(random: Random): Json | undefined {
    if (this.argument.in === 'path' && this.known.known.length > 0) return this.bases()[0];
    for (let attempt = 0; attempt < BASES_TRIED; attempt += 1) {
      const value = this.random(random);
      if (value === undefined || this.sources.source.members.areKnown(value)) return value;
    }
    return this.bases()[0];
  }

  /** A random value of the argument. `undefined` if none was found. */
  random(random: Random): Json | undefined {
    const { known, only } = this.known;
    if (known.length > 0 && (only || random.oneIn(2))) {
      const value = random.pick(known);
      return this.isValid(value) ? value : undefined;
    }
    return only ? undefined : this.made(random);
  }

  private made(random: Random): Json | undefined {
    const fixed = this.fixed();
    if (fixed !== undefined) return fixed.length === 0 ? undefined : random.pick(fixed);
    const likely = this.likely();
    if (likely.length > 0 && random.oneIn(2)) return random.pick(likely.filter((value) => this.isValid(value)));
    return this.schema && this.sources.source.valid(this.schema, random, (value) => this.isValid(value));
  }

  /** Returns true if the value is one of the configured known values. */
  isKnown(value: Json | undefined): boolean {
    return value !== undefined && this.known.known.includes(value);
  }

  /** Returns true if the argument is a path identifier for which the service accepts only the configured values. */
  namesThings(): boolean {
    return (
      this.argument.in === 'path' && this.known.known.length > 0 && !this.known.only && this.known.areOthers !== true
    );
  }

  /**
   * Boundary values of an identifier for which the service probably has no item. Known values and examples are
   * excluded, because they may belong to existing items.
   */
  unknown(): readonly Json[] {
    const stated = this.schema === undefined ? [] : this.sources.source.node(this.schema).constraints.examples;
    const named = new Set([...stated, ...this.examples()].map(canonicalJson));
    return this.edges().filter((value) => !this.isKnown(value) && !named.has(canonicalJson(value)));
  }

  /** Valid but unknown identifiers that differ only slightly from a known identifier. */
  nearMisses(): readonly string[] {
    return nearMisses(this.known.known).filter((miss) => this.isValid(miss));
  }

  private isValid(value: Json): boolean {
    const { parameter } = this.argument;
    if (parameter !== undefined && parameterFault(parameter, value) !== undefined) return false;
    return isValidArgument(this.sources.contract, this.operation, this.argument, value, this.mediaType);
  }
}
