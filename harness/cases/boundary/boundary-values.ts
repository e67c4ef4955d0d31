import type { Json } from '../../../contract/json/json.js';
import { type EdgeSource, type MemberEdges, boundaryObjects } from './boundary-objects.js';
import type { Constraints, JsonType } from '../../../contract/constraints/constraint-types.js';
import { distinct, interleaved } from '../../../contract/json/interleaved.js';
import { largestValue, sizeOf } from './largest-value.js';
import { anyReal, fromStep, stepOf, stepRange, within } from '../scalars/number-source.js';
import { Random } from '../scalars/random.js';
import { admits } from '../nodes/admits.js';
import type { SchemaNode } from '../nodes/schema-node.js';
import { statedExamples } from '../nodes/stated-examples.js';
import type { ValueSource } from '../values/value-source.js';
import type { WorkBudget } from '../nodes/work-budget.js';

/** Down to this nesting level, boundary values cover everything. In deeper levels, each part has only one value. */
const MAX_DEPTH = 4;
/** The maximum number of boundary values of one schema: at the top level, and at nested levels. */
const MAX_VALUES = 400;
const MAX_VALUES_BELOW = 48;
/**
 * The maximum number of branches of a `oneOf` or `anyOf` that are examined, and the maximum nesting of such branches.
 */
const MAX_BRANCHES = 8;
const MAX_GROUPS = 3;
/** The maximum length of an array that is generated for `maxItems`. */
const LARGEST_COUNT = 64;
/** The number of distinct items in a long array whose schema allows equal items. The array repeats these items. */
const VARIETY = 8;
/** If there are too few boundary values, this number of random values is tried for each requested value. */
const TRIES_EACH = 4;
/**
 * The maximum number of parts of a value. Without this limit, values of a recursive schema with all members would
 * become very large.
 */
const MAX_PARTS = 1000;
/** The minimum size in bytes of a large value: the smallest buffer size that programs commonly use. */
const LEAST_LARGE = 1024;
const STEPS_OF_EDGES = 20;
const STEPS_OF_EDGE = 5;

/**
 * Makes the boundary values of a schema, the simplest first. They cover each bound, each enum member and branch, empty
 * and full values, and each optional member as omitted, as present and as null. They are deterministic and distinct,
 * and satisfy all schemas that apply to the value.
 */
export class BoundaryValues implements EdgeSource {
  private readonly known = new Map<string, readonly Json[]>();
  private readonly numbers = new Map<SchemaNode, number>();

  constructor(private readonly source: ValueSource) {}

  /**
   * A valid value with at least `LEAST_LARGE` bytes that is larger than all boundary values. `undefined` if there is
   * none.
   */
  large(node: SchemaNode): Json | undefined {
    const value = largestValue(node, this);
    if (value === undefined || sizeOf(value) < LEAST_LARGE) return undefined;
    return this.of(node).every((edge) => sizeOf(edge) < sizeOf(value)) ? value : undefined;
  }

  isDeep(depth: number): boolean {
    return depth > MAX_DEPTH;
  }

  of(node: SchemaNode, depth = 0, groups = 0): readonly Json[] {
    const number = this.numbers.get(node) ?? this.numbers.size;
    this.numbers.set(node, number);
    const key = `${number} ${depth} ${groups}`;
    let values = this.known.get(key);
    if (values === undefined) {
      this.source.budget.spend(STEPS_OF_EDGES);
      const most = depth === 0 ? MAX_VALUES : this.isDeep(depth) ? 1 : MAX_VALUES_BELOW;
      values = distinct(ofBoundedSize(this.values(node, depth, groups), this.source.budget), most);
      this.known.set(key, values);
    }
    return values;
  }

  ofMember(name: string, node: SchemaNode, depth: number): MemberEdges {
    const stated = this.source.members.of(name, node);
    if (stated?.only === true) return { values: stated.known, known: stated.known };
    const edges = distinct(this.of(node, depth).map((edge, turn) => this.withReferences(name, edge, node, turn)));
    return stated === undefined
      ? { values: edges }
      : { values: distinct([...stated.known, ...edges]), known: stated.known };
  }

  several(node: SchemaNode, count: number, depth: number): readonly Json[] {
    const edges = this.of(node, depth).slice(0, count);
    const random = Random.of('several', count);
    const tries = edges.length < count ? TRIES_EACH * count : 0;
    const others = Array.from({ length: tries }, () => this.source.make(node, random));
    return distinct([...edges, ...others.filter((value) => value !== undefined)], count);
  }

  withReferences(name: string, value: Json, node: SchemaNode, turn: number): Json {
    return this.source.members.withReferences(name, value, node, turn);
  }

  withDistinctIds(node: SchemaNode, items: readonly Json[]): readonly Json[] | undefined {
    return this.source.withDistinctIds(node, items);
  }

  private values(node: SchemaNode, depth: number, groups: number): Iterable<Json> {
    const deep = this.isDeep(depth);
    if (!Number.isFinite(node.nesting)) return [];
    if (!node.isSettled) {
      const { shallowest, possible } = node.branchWays;
      const branches = [...new Set([...shallowest, ...possible])].slice(
        0,
        deep || groups >= MAX_GROUPS ? 1 : MAX_BRANCHES,
      );
      return interleaved(branches.map((branch) => this.of(branch, depth, groups + 1)));
    }
    if (node.candidates !== undefined) return node.candidates;
    const { shallowest, possible } = node.typeWays;
    const types = [...new Set([...shallowest, ...possible])].slice(0, deep ? 1 : possible.length);
    const edges = interleaved(types.map((type) => [...this.ofType(node, type, depth)]));
    const examples = statedExamples(node);
    return examples.length === 0 || deep ? edges : withExamples(edges, examples);
  }

  private ofType(node: SchemaNode, type: JsonType, depth: number): Iterable<Json> {
    switch (type) {
      case 'null':
        return [null];
      case 'boolean':
        return [true, false];
      case 'integer':
      case 'number':
        return numbers(node.constraints, type === 'integer');
      case 'string':
        return node.text.edges();
      case 'array':
        return this.arrays(node, depth);
      case 'object':
        return boundaryObjects(node, this, depth);
      default:
        return type satisfies never;
    }
  }

  private *arrays(node: SchemaNode, depth: number): Generator<Json> {
    const { minItems, maxItems, prefixItems } = node.constraints;
    const lengths = [
      minItems,
      Math.min(minItems + 1, maxItems, LARGEST_COUNT),
      ...(maxItems <= LARGEST_COUNT ? [maxItems] : []),
    ];
    for (const length of this.isDeep(depth) ? [minItems] : lengths) {
      const items = this.items(node, length, depth);
      if (items !== undefined) yield items;
    }
    if (!this.isDeep(depth) && prefixItems.length === 0) yield* similarTexts(node);
    if (this.isDeep(depth) || minItems > 1 || maxItems < 1 || prefixItems.length > 0) return;
    for (const item of this.of(node.item(0), depth + 1)) yield [item];
  }

  private items(node: SchemaNode, length: number, depth: number): readonly Json[] | undefined {
    const { prefixItems, uniqueItems } = node.constraints;
    const variety = length <= prefixItems.length ? 0 : uniqueItems ? length : VARIETY;
    const behind = variety === 0 ? [] : this.several(node.item(prefixItems.length), variety, depth + 1);
    const items = Array.from({ length }, (_, index) => {
      if (index < prefixItems.length) return this.of(node.item(index), depth + 1)[0];
      return behind[uniqueItems ? index : index % behind.length];
    });
    return items.every((item) => item !== undefined) ? this.withDistinctIds(node, items) : undefined;
  }
}

/**
 * Adds the examples of the contract to boundary values. Examples of scalars come before the other values. Examples of
 * objects and arrays come after the simplest value.
 */
function* withExamples(edges: Iterable<Json>, examples: readonly Json[]): Generator<Json> {
  const isScalar = (value: Json): boolean => typeof value !== 'object' || value === null;
  yield* examples.filter(isScalar);
  const [simplest, ...others] = edges;
  if (simplest !== undefined) yield simplest;
  yield* examples.filter((value) => !isScalar(value));
  yield* others;
}

/** Unsorted strings that become equal if code ignores case, white space or Unicode normalisation. */
const SIMILAR = ['b', 'a', 'A', 'a ', 'e\u0301', '\u00E9'] as const;

/** An array of similar strings. It reveals code that sorts arrays, or that removes similar strings as duplicates. */
function* similarTexts(node: SchemaNode): Generator<Json> {
  const { minItems, maxItems } = node.constraints;
  const items = SIMILAR.filter((text, index) => admits(node.item(index), text)).slice(0, maxItems);
  if (items.length >= Math.max(2, minItems)) yield items;
}

/** Only the values with at most `MAX_PARTS` parts. Larger values would be slow to compare. */
function* ofBoundedSize(values: Iterable<Json>, budget: WorkBudget): Generator<Json> {
  for (const value of values) {
    const parts = partsOf(value, MAX_PARTS + 1);
    budget.spend(STEPS_OF_EDGE * parts);
    if (parts <= MAX_PARTS + 1) yield value;
  }
}

/** The number of parts of a value. Counting stops once there are more than `most` parts. */
function partsOf(value: Json, most: number): number {
  const pending: Json[] = [value];
  let parts = 0;
  for (let next = pending.pop(); next !== undefined && parts <= most; next = pending.pop(), parts += 1) {
    if (typeof next === 'object' && next !== null) pending.push(...Object.values(next));
  }
  return parts;
}

function numbers(constraints: Constraints, integer: boolean): readonly number[] {
  const step = stepOf(constraints, integer) ?? 0.5;
  const { low, high } = stepRange(constraints, step);
  const simplest = Math.max(low, Math.min(high, Math.max(1, Math.round(1 / step))));
  const counts = [simplest, 0, low, high, -1, low + 1, high - 1].filter((count) => count >= low && count <= high);
  const steps = counts.map((count) => fromStep(count, step));
  if (integer || constraints.multiplesOf.length > 0) return steps;
  // Without `multipleOf`, a number may be equal to the exact bound.
  const exact = [constraints.minimum, constraints.maximum, anyReal(constraints) ?? Infinity].filter(Number.isFinite);
  const values = [...steps, ...exact].filter((value) => within(constraints, value));
  const written = WITH_EXPONENT.find((value) => within(constraints, value));
  return written === undefined ? values : values.toSpliced(FULL_EDGE, 0, written);
}

/** Numbers that JavaScript writes with an exponent, such as `1e-7`. Many forms and number parsers refuse exponents. */
const WITH_EXPONENT: readonly number[] = [1e-7, -1e-7, 1e21, -1e21];
/**
 * The index in the list of boundary values at which a number with an exponent is inserted. An object with all members
 * uses the boundary value at this index, so it gets the number too; see `boundaryObjects`.
 */
const FULL_EDGE = 2;
