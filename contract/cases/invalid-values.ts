import { joinPointer } from '../json-pointer.js';
import { type Json, type JsonObject, isJsonObject } from '../json.js';
import type { SchemaUri } from '../operation.js';
import { type Constraints, type JsonType } from './constraints.js';
import { fromStep, stepOf } from './number-source.js';
import { codePointLength } from './text-source.js';
import { type ValueSource, fromMembers } from './value-source.js';

/** A value that differs from a valid one in one place, meant to break one keyword there. Whether it does, Ajv says. */
export interface Mutation {
  readonly keyword: string;
  /** JSON pointer into the value, of the place that is wrong; for `required`, of the member that is missing. */
  readonly pointer: string;
  readonly value: Json;
}

const MAX_DEPTH = 6;
/** A name that no contract of a sane mind uses. */
const UNKNOWN_MEMBER = 'x-unknown-member';
const LONGEST = 20_000;

/** Every way to break one constraint of `value`, which satisfies `conjunction`; in the order of a walk, so deterministic. */
export function mutations(source: ValueSource, conjunction: readonly SchemaUri[], value: Json, depth = 0): readonly Mutation[] {
  const constraints = source.constraints(conjunction);
  const here = breakHere(constraints, value).map(([keyword, broken]) => ({ keyword, pointer: '', value: broken }));
  return depth > MAX_DEPTH ? here : [...here, ...inMembers(source, constraints, value, depth), ...inItems(source, constraints, value, depth)];
}

type Broken = readonly [keyword: string, value: Json];

function breakHere(constraints: Constraints, value: Json): readonly Broken[] {
  const broken: Broken[] = [];
  const wrong = OF_TYPE.find(([type]) => !constraints.types.has(type) && !(type === 'number' && constraints.types.has('integer')));
  // Members of a closed enumeration are told apart from their type by an unknown member of the same type.
  if (constraints.candidates !== undefined) broken.push([constraints.candidates.length === 1 ? 'const' : 'enum', 'x-unknown-value']);
  if (wrong !== undefined) broken.push(['type', wrong[1]]);
  if (value !== null && !constraints.types.has('null')) broken.push(['type', null]);
  if (typeof value === 'number') broken.push(...numbers(constraints));
  if (typeof value === 'string') broken.push(...texts(constraints, value));
  if (Array.isArray(value)) broken.push(...arrays(constraints, value));
  if (isJsonObject(value)) broken.push(...objects(constraints, value));
  return broken;
}

const OF_TYPE: readonly (readonly [JsonType, Json])[] = [
  ['string', 'text'], ['integer', 7], ['boolean', true], ['array', []], ['object', {}], ['number', 0.5], ['null', null],
];

function numbers(constraints: Constraints): readonly Broken[] {
  const integer = !constraints.types.has('number');
  const step = stepOf(constraints, integer) ?? 0.5;
  const broken: Broken[] = [];
  if (Number.isFinite(constraints.minimum)) broken.push(constraints.minimumExclusive ? ['exclusiveMinimum', constraints.minimum] : ['minimum', fromStep(Math.ceil(constraints.minimum / step) - 1, step)]);
  if (Number.isFinite(constraints.maximum)) broken.push(constraints.maximumExclusive ? ['exclusiveMaximum', constraints.maximum] : ['maximum', fromStep(Math.floor(constraints.maximum / step) + 1, step)]);
  if (constraints.multiplesOf.length > 0) broken.push(['multipleOf', fromStep(Math.max(1, Math.ceil(constraints.minimum / step)), step) + step / 2]);
  if (integer) broken.push(['type', 1.5]);
  return broken.filter(([, value]) => Math.abs(value as number) <= Number.MAX_SAFE_INTEGER);
}

function texts(constraints: Constraints, value: string): readonly Broken[] {
  const broken: Broken[] = [];
  if (constraints.minLength > 0) broken.push(['minLength', [...value].slice(0, constraints.minLength - 1).join('')]);
  if (constraints.maxLength < LONGEST) broken.push(['maxLength', value + 'x'.repeat(constraints.maxLength + 1 - codePointLength(value))]);
  if (constraints.patterns.length > 0) broken.push(...['', '\u0000', ' ', 'x y', '/'].map((text) => ['pattern', text] as const));
  if (constraints.formats.length > 0) broken.push(['format', 'no such format']);
  return broken;
}

function arrays(constraints: Constraints, value: readonly Json[]): readonly Broken[] {
  const broken: Broken[] = [];
  const [first] = value;
  if (constraints.minItems > 0) broken.push(['minItems', value.slice(0, constraints.minItems - 1)]);
  if (constraints.uniqueItems && first !== undefined && value.length < constraints.maxItems) broken.push(['uniqueItems', [...value, first]]);
  if (constraints.maxItems < 200) broken.push(['maxItems', filled(constraints, value)]);
  return broken;
}

/** Distinct elements beyond the most; only of an element type that can be told apart. */
function filled(constraints: Constraints, value: readonly Json[]): readonly Json[] {
  const missing = constraints.maxItems + 1 - value.length;
  const example = value[0];
  const taken = new Set(value.map((item) => JSON.stringify(item)));
  const extras = Array.from({ length: missing + value.length }, (_, index): Json => (typeof example === 'number' ? index : `i${index}`)).filter((item) => !taken.has(JSON.stringify(item)));
  return [...value, ...extras.slice(0, missing)];
}

function objects(constraints: Constraints, value: JsonObject): readonly Broken[] {
  const broken: Broken[] = [];
  if (constraints.closed) broken.push(['additionalProperties', fromMembers([...Object.entries(value), [UNKNOWN_MEMBER, true]])]);
  if (constraints.maxProperties < 100 && !constraints.closed) {
    const extras = Array.from({ length: constraints.maxProperties + 1 }, (_, index) => [`k${index}`, 'v'] as const);
    broken.push(['maxProperties', fromMembers([...Object.entries(value), ...extras].slice(0, constraints.maxProperties + 1))]);
  }
  if (constraints.propertyNames.length > 0) broken.push(['propertyNames', fromMembers([...Object.entries(value), [' / ', 'v']])]);
  return broken;
}

function inMembers(source: ValueSource, constraints: Constraints, value: Json, depth: number): readonly Mutation[] {
  if (!isJsonObject(value)) return [];
  const found: Mutation[] = [];
  for (const name of Object.keys(value)) {
    if (constraints.required.has(name)) {
      found.push({ keyword: 'required', pointer: joinPointer('', name), value: fromMembers(Object.entries(value).filter(([member]) => member !== name)) });
    }
    const conjunction = constraints.properties.get(name) ?? constraints.additional;
    if (conjunction.length === 0) continue;
    const withBranches = joinBranches(source, conjunction, value[name] ?? null);
    for (const inner of mutations(source, withBranches, value[name] ?? null, depth + 1)) {
      const members = Object.entries(value).map(([member, was]) => [member, member === name ? inner.value : was] as const);
      found.push({ keyword: inner.keyword, pointer: joinPointer('', name) + inner.pointer, value: fromMembers(members) });
    }
  }
  return found;
}

function inItems(source: ValueSource, constraints: Constraints, value: Json, depth: number): readonly Mutation[] {
  if (!Array.isArray(value) || value.length === 0) return [];
  const conjunction = constraints.prefixItems[0] ?? constraints.items;
  if (conjunction.length === 0) return [];
  return mutations(source, joinBranches(source, conjunction, value[0] as Json), value[0] as Json, depth + 1).map((inner) => ({
    keyword: inner.keyword,
    pointer: `/0${inner.pointer}`,
    value: [inner.value, ...value.slice(1)] as readonly Json[],
  }));
}

/** The branches that the value took join the conjunction, so that their constraints are broken too. */
export function joinBranches(source: ValueSource, conjunction: readonly SchemaUri[], value: Json): readonly SchemaUri[] {
  let joined = conjunction;
  for (let taken = 0; taken < MAX_DEPTH; taken += 1) {
    const group = source.constraints(joined).branches[taken];
    const branch = group?.find((uri) => source.accepts(uri, value));
    if (branch === undefined) return joined;
    joined = [...joined, branch];
  }
  return joined;
}
