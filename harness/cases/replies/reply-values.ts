import { canonicalJson } from '../../../contract/json/canonical-json.js';
import type { SchemaSource } from '../../../contract/contract.js';
import type { Json } from '../../../contract/json/json.js';
import type { MediaContent, SchemaUri } from '../../../contract/operation.js';
import { EVENT_STREAM } from '../../../contract/wire/event-stream.js';
import { essence, isJsonMediaType } from '../../../contract/wire/message.js';
import { BoundaryValues } from '../boundary/boundary-values.js';
import { BudgetSpent, MOST_CASE_STEPS, WorkBudget } from '../nodes/work-budget.js';
import { Random } from '../scalars/random.js';
import { meteredSchemas } from '../values/metered-schemas.js';
import { ValueSource } from '../values/value-source.js';
import { brokenValues } from './broken-values.js';
import { type NamedValue, edgeValues } from './edge-values.js';
import { largeValue } from './large-values.js';
import { withTwoOfOnePlace } from './one-place.js';

/** The maximum number of boundary values of one schema. */
const MOST_EDGES = 32;
/**
 * The maximum number of examples of one content that surfaces with costly calls receive too. Usually, each example
 * shows a different kind of reply, such as a successful and a failed run.
 */
const MOST_ESSENTIAL_EXAMPLES = 3;
/** The maximum number of random values of one schema. */
const DRAWN = 4;
/** The maximum number of values that are compared to find the value with the most parts, which is then varied. */
const MOST_BASES = 64;
/** The maximum length of a value as text. A longer value would lengthen the report without showing more. */
const MOST_CHARACTERS = 100_000;

/** The values of the reply bodies of one contract. The schema accepts each value in a reply of the service. */
export class ReplyValues {
  readonly #budget = new WorkBudget();
  readonly #schemas: SchemaSource;
  readonly #source: ValueSource;
  readonly #boundary: BoundaryValues;
  readonly #known = new Map<string, readonly NamedValue[]>();
  readonly #edgesOf = new Map<SchemaUri, readonly NamedValue[]>();

  constructor(
    schemas: SchemaSource,
    private readonly seed: number,
  ) {
    this.#schemas = meteredSchemas(schemas, this.#budget);
    this.#source = new ValueSource(this.#schemas, 'response', 'by-direction', this.#budget);
    this.#boundary = new BoundaryValues(this.#source);
  }

  /**
   * The values of a content: the contract's examples, boundary values, variations of a value with many parts, and
   * random values. The values that find the most faults come first.
   */
  of(content: MediaContent, most = Infinity): readonly NamedValue[] {
    // If the content has no schema, its values depend on the media type.
    const key = JSON.stringify([content.schema ?? content.mediaType, content.examples.map(({ value }) => value), most]);
    const known = this.#known.get(key) ?? this.#distinctValues(content, most);
    this.#known.set(key, known);
    return known;
  }

  /** Up to `limit` values that violate the schema of a content in one place. */
  broken(content: MediaContent, limit: number): readonly NamedValue[] {
    const base = richest(this.of(content).slice(0, MOST_BASES));
    return base === undefined ? [] : brokenValues(base.value, (value) => this.accepts(content, value), limit);
  }

  /**
   * The longest of the variations with a long list or long strings, as JSON. `undefined` if the schema permits only
   * short values.
   */
  long(content: MediaContent): Json | undefined {
    const long = this.of(content).filter(({ name }) => LONG_NAME.test(name));
    const [longest] = long.map(({ value }) => value).toSorted((one, other) => lengthOf(other) - lengthOf(one));
    return longest === undefined || lengthOf(longest) < LEAST_LONG ? undefined : longest;
  }

  /** A value with a list of three elements, of which two differ only in one text (see `withTwoOfOnePlace`). */
  ofOnePlace(content: MediaContent): Json | undefined {
    for (const { value } of this.of(content).slice(0, MOST_BASES)) {
      const made = withTwoOfOnePlace(value, (each) => this.accepts(content, each));
      if (made !== undefined) return made;
    }
    return undefined;
  }

  /** A value that is much larger than the other values. `undefined` if the schema does not permit one. */
  large(content: MediaContent): Json | undefined {
    return this.#withinBudget(this.#large(content))[0]?.value;
  }

  accepts({ schema }: MediaContent, value: Json): boolean {
    return schema === undefined || this.#accepts(schema, value);
  }

  #distinctValues(content: MediaContent, most: number): readonly NamedValue[] {
    const { schema } = content;
    const accepts = (value: Json): boolean => this.accepts(content, value) && !isMarked(content, value);
    // Boundary values have a separate step budget. A schema with too many boundary values therefore still gets other
    // values.
    const edges = schema === undefined ? [] : this.#edges(schema, accepts);
    return this.#withinBudget(distinct(this.#values(content, edges, accepts), most));
  }

  *#values(
    { mediaType, schema, examples }: MediaContent,
    edges: readonly NamedValue[],
    accepts: (value: Json) => boolean,
  ): Generator<NamedValue> {
    const given = examples.map(({ name, value }, index): NamedValue => {
      return { name: `example ${name}`, value, ...(index < MOST_ESSENTIAL_EXAMPLES && { isEssential: true }) };
    });
    const drawn = schema === undefined ? anyValues(mediaType) : this.#drawn(schema, accepts);
    const bases = [...given.filter(({ value }) => accepts(value)), ...edges];
    if (bases.length === 0) bases.push(...drawn);
    const [first] = bases;
    if (first === undefined) return;
    yield { ...first, isEssential: true };
    yield* edgeValues((richest(bases) ?? first).value, first.value, accepts);
    yield* bases.slice(1);
    yield* drawn;
  }

  *#drawn(schema: SchemaUri, accepts: (value: Json) => boolean): Generator<NamedValue> {
    for (let index = 0; index < DRAWN; index += 1) {
      const value = this.#source.valid(schema, Random.of(this.seed, 'reply', schema, index), accepts);
      if (value !== undefined) yield { name: `drawn ${index}`, value };
    }
  }

  *#large(content: MediaContent): Generator<NamedValue> {
    // Variations are excluded here, because they have unknown members and unusual strings.
    const plain = this.of(content).filter(({ name }) => /^(?:example|edge|drawn) /.test(name));
    const values = plain.slice(0, MOST_BASES).map(({ value }) => value);
    const large = largeValue(values, (value) => this.accepts(content, value));
    if (large !== undefined) yield { name: 'large', value: large };
  }

  #edges(schema: SchemaUri, accepts: (value: Json) => boolean): readonly NamedValue[] {
    const edges = this.#edgesOf.get(schema) ?? this.#withinBudget(this.#boundaryValues(schema, accepts));
    this.#edgesOf.set(schema, edges);
    return edges;
  }

  *#boundaryValues(schema: SchemaUri, accepts: (value: Json) => boolean): Generator<NamedValue> {
    const values = this.#boundary.of(this.#source.node(schema)).filter(accepts);
    yield* values.slice(0, MOST_EDGES).map((value, index) => ({ name: `edge ${index}`, value }));
  }

  #accepts(schema: SchemaUri, value: Json): boolean {
    return this.#schemas.forDirection('output').accepts(schema, value);
  }

  /**
   * Collects values until the step budget is exhausted. If the schema has too many combinations, there are fewer values
   * or none. The values of other replies are not affected.
   */
  #withinBudget(values: Iterable<NamedValue>): readonly NamedValue[] {
    this.#budget.renew(MOST_CASE_STEPS);
    const made: NamedValue[] = [];
    try {
      for (const value of values) made.push(value);
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error;
    }
    return made;
  }
}

/**
 * The values for a content without a schema, which permits every value. For an event stream there are none, because it
 * is not a single value.
 */
function anyValues(mediaType: string): readonly NamedValue[] {
  if (essence(mediaType) === EVENT_STREAM) return [];
  return [{ name: 'without a schema', value: isJsonMediaType(mediaType) ? {} : 'a' }];
}

/** Matches the names of variations with a long list or a long text. */
const LONG_NAME = /^(?:list of \d+|long text)$/;
/** The minimum length of a long value, in characters. Ordinary cases cover shorter values. */
const LEAST_LONG = 2000;

function lengthOf(value: Json): number {
  return JSON.stringify(value).length;
}

/** The value with the most parts, and thus the most places to vary. */
function richest(values: readonly NamedValue[]): NamedValue | undefined {
  const sizes = new Map(values.map((each) => [each, sizeOf(each.value)] as const));
  return values.toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0))[0];
}

function sizeOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, part) => sum + sizeOf(part), 1);
}

/**
 * Returns true if a string starts with a byte order mark. Such a value has no definite meaning: some readers remove the
 * mark (WHATWG Encoding §6, UTF-8 decode), others keep it.
 */
function isMarked({ mediaType }: MediaContent, value: Json): boolean {
  return !isJsonMediaType(mediaType) && typeof value === 'string' && value.startsWith('\uFEFF');
}

function* distinct(values: Iterable<NamedValue>, most: number): Generator<NamedValue> {
  const seen = new Set<string>();
  for (const each of values) {
    if (seen.size >= most) return;
    const text = canonicalJson(each.value);
    if (text.length > MOST_CHARACTERS || seen.has(text)) continue;
    seen.add(text);
    yield each;
  }
}
