import type { Json, JsonObject } from '../json.js';
import type { SchemaUri } from '../operation.js';
import { AWKWARD_TEXTS } from './awkward-texts.js';
import type { Constraints } from './constraints.js';
import { fromStep, stepOf, stepRange, within } from './number-source.js';
import { Random } from './random.js';
import { codePointLength, textSource } from './text-source.js';
import { type ValueSource, fromMembers } from './value-source.js';

const MAX_DEPTH = 4;
/** Groups of branches that are followed into one another. */
const MAX_BRANCHES = 6;
/** No list of a single schema grows beyond this. */
const MAX_VALUES = 400;
/** Longest text that a `maxLength` is shown with. */
const MAX_TEXT = 10_000;

/**
 * The values at the edges of a conjunction, the plainest first: each bound, each enum member, each branch, each optional
 * member absent, present and null, empty and full. Deterministic, without duplicates, all valid by the flattened constraints.
 */
export function boundaryValues(source: ValueSource, conjunction: readonly SchemaUri[], depth = 0, taken = 0): readonly Json[] {
  const constraints = source.constraints(conjunction);
  if (constraints.impossible || depth > MAX_DEPTH || taken > MAX_BRANCHES) return [];
  if (constraints.candidates !== undefined) return constraints.candidates;
  const group = constraints.branches[taken];
  const values =
    group === undefined
      ? typed(source, constraints, depth)
      : roundRobin(group.map((branch) => boundaryValues(source, [...conjunction, branch], depth, taken + 1)));
  return distinct(values).slice(0, MAX_VALUES);
}

function typed(source: ValueSource, constraints: Constraints, depth: number): readonly Json[] {
  const values: Json[] = [];
  if (constraints.types.has('object')) values.push(...objects(source, constraints, depth));
  if (constraints.types.has('array')) values.push(...arrays(source, constraints, depth));
  if (constraints.types.has('string')) values.push(...texts(constraints));
  if (constraints.types.has('integer')) values.push(...numbers(constraints));
  if (constraints.types.has('boolean')) values.push(true, false);
  if (constraints.types.has('null')) values.push(null);
  return values;
}

function numbers(constraints: Constraints): readonly number[] {
  const step = stepOf(constraints, !constraints.types.has('number')) ?? 0.5;
  const { low, high } = stepRange(constraints, step);
  const counts = [Math.max(low, Math.min(high, 1)), 0, low, high, low + 1, high - 1, -1].filter((count) => count >= low && count <= high);
  const exact = [constraints.minimum, constraints.maximum].filter((bound) => constraints.multiplesOf.length === 0 && Number.isFinite(bound));
  return [...counts.map((count) => fromStep(count, step)), ...exact].filter((value) => within(constraints, value));
}

function texts(constraints: Constraints): readonly string[] {
  const { minLength, maxLength, patterns, formats } = constraints;
  if (patterns.length > 0 || formats.length > 0) {
    const random = Random.of('boundary-text', ...patterns, ...formats);
    const text = textSource(constraints);
    return Array.from({ length: 6 }, () => text(random)).filter((value) => value !== undefined);
  }
  const plain = 'a'.repeat(Math.max(minLength, Math.min(1, maxLength)));
  const edges = [plain, 'a'.repeat(minLength), ...(maxLength <= MAX_TEXT ? ['z'.repeat(maxLength), '🧰'.repeat(maxLength)] : [])];
  return [...edges, ...AWKWARD_TEXTS.filter((text) => codePointLength(text) >= minLength && codePointLength(text) <= maxLength)];
}

function arrays(source: ValueSource, constraints: Constraints, depth: number): readonly Json[] {
  const { minItems, maxItems, prefixItems, uniqueItems } = constraints;
  const elements = boundaryValues(source, prefixItems[0] ?? constraints.items, depth + 1);
  const random = Random.of('boundary-items', constraints.items.join(' '));
  const filled = (length: number): readonly Json[] | undefined => {
    const items: Json[] = [];
    for (let index = 0; index < length; index += 1) {
      const spread = uniqueItems ? elements[index] : elements[0];
      const item = prefixItems[index] === undefined ? (spread ?? source.make(constraints.items, random, depth + 1)) : boundaryValues(source, prefixItems[index] ?? [], depth + 1)[0];
      if (item !== undefined) items.push(item);
    }
    return items.length === length ? items : undefined;
  };
  const lengths = [minItems, Math.min(maxItems, minItems + 1), ...(maxItems <= 64 ? [maxItems] : [])];
  const singles = minItems <= 1 && maxItems >= 1 && prefixItems.length === 0 ? elements.slice(0, 8).map((element) => [element]) : [];
  return [...lengths.map(filled).filter((items) => items !== undefined), ...singles];
}

/** The smallest object; each member at each of its edges beside it; everything at once. */
function objects(source: ValueSource, constraints: Constraints, depth: number): readonly JsonObject[] {
  const edges = new Map([...constraints.properties].map(([name, conjunction]) => [name, boundaryValues(source, conjunction, depth + 1)] as const));
  const required = [...constraints.required].map((name) => [name, edges.get(name)?.[0]] as const);
  if (required.some(([, value]) => value === undefined)) return [];
  const smallest = required as readonly (readonly [string, Json])[];
  const beside = (name: string, value: Json): JsonObject => fromMembers([...smallest.filter(([member]) => member !== name), [name, value]]);
  const first = [...edges].flatMap(([name, values]) => values.slice(0, 1).map((value) => [name, value] as const));
  const last = [...edges].flatMap(([name, values]) => values.slice(-1).map((value) => [name, value] as const));
  return [
    fromMembers(smallest),
    fromMembers([...new Map([...smallest, ...first])]),
    fromMembers([...new Map([...smallest, ...last])]),
    ...roundRobin([...edges].map(([name, values]) => values.map((value) => beside(name, value)))),
    ...freeMembers(source, constraints, smallest, depth),
  ].filter((object) => Object.keys(object).length >= constraints.minProperties && Object.keys(object).length <= constraints.maxProperties);
}

/** Maps: a member of each awkward name that `propertyNames` allows. */
function freeMembers(source: ValueSource, constraints: Constraints, smallest: readonly (readonly [string, Json])[], depth: number): readonly JsonObject[] {
  if (constraints.closed || constraints.additional.length === 0) return [];
  const [value] = boundaryValues(source, constraints.additional, depth + 1);
  const names = constraints.propertyNames.length === 0 ? ['a', '', '__proto__', 'a/b', 'ä'] : boundaryValues(source, constraints.propertyNames, depth + 1);
  if (value === undefined) return [];
  const named = names.filter((name) => typeof name === 'string').slice(0, 8);
  return [...named.map((name) => fromMembers([...smallest, [name, value]])), fromMembers([...smallest, ...named.map((name) => [name, value] as const)])];
}

/** The first of each list, then the second of each, …: a small budget covers every list. */
export function roundRobin<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
}

export function distinct<T>(values: readonly T[]): readonly T[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const key = JSON.stringify(value);
    return !seen.has(key) && seen.add(key);
  });
}
