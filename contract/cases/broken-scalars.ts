import type { Json } from '../json.js';
import type { Constraints, JsonType } from './constraint-types.js';
import { fromStep, stepOf } from './number-source.js';
import { codePointLength } from './text-source.js';

/** A value in place of a valid one, and the keyword that it is meant to break. */
export type Broken = readonly [keyword: string, value: Json];

/** Characters of which a pattern rarely takes all. */
const OFTEN_REFUSED = [' ', '/', '\u0000', 'x', 'é'];
/** Texts longer than this are not made to show that a `maxLength` is exceeded. */
const LONGEST = 20_000;

/** Values beside an enumeration, of every other type, and beyond each bound of a number or a text. */
export function* brokenScalars(constraints: Constraints, value: Json): Generator<Broken> {
  if (constraints.candidates !== undefined) yield* others(constraints.candidates);
  for (const [type, wrong] of OF_TYPE) {
    if (!constraints.types.has(type) && !(type === 'number' && constraints.types.has('integer'))) yield ['type', wrong];
  }
  if (typeof value === 'number') yield* brokenNumbers(constraints);
  if (typeof value === 'string') yield* brokenTexts(constraints, value);
}

/** Of the same type first, which breaks nothing else. */
function others(candidates: readonly Json[]): readonly Broken[] {
  const keyword = candidates.length === 1 ? 'const' : 'enum';
  const largest = Math.max(...candidates.filter((candidate) => typeof candidate === 'number'));
  return [...(Number.isFinite(largest) ? [largest + 1] : []), 'x-unknown-value'].map((value) => [keyword, value] as const);
}

const OF_TYPE: readonly (readonly [JsonType, Json])[] = [
  ['string', 'text'], ['null', null], ['integer', 7], ['boolean', true], ['array', []], ['object', {}], ['number', 0.5],
];

function brokenNumbers(constraints: Constraints): readonly Broken[] {
  const { minimum, maximum, minimumExclusive, maximumExclusive, multiplesOf } = constraints;
  const integer = !constraints.types.has('number');
  const step = stepOf(constraints, integer) ?? 0.5;
  const broken: Broken[] = [];
  const below = minimumExclusive ? minimum : fromStep(Math.ceil(minimum / step) - 1, step);
  const above = maximumExclusive ? maximum : fromStep(Math.floor(maximum / step) + 1, step);
  if (Number.isFinite(minimum)) broken.push([minimumExclusive ? 'exclusiveMinimum' : 'minimum', below]);
  if (Number.isFinite(maximum)) broken.push([maximumExclusive ? 'exclusiveMaximum' : 'maximum', above]);
  if (multiplesOf.length > 0) {
    const inside = fromStep(Math.max(1, Math.ceil(minimum / step)), step);
    broken.push(['multipleOf', inside + (integer ? 1 : step / 2)]);
  }
  if (integer) broken.push(['type', 1.5]);
  return broken.filter(([, value]) => Math.abs(value as number) <= Number.MAX_SAFE_INTEGER);
}

export function brokenTexts(constraints: Constraints, value: string): readonly Broken[] {
  const { minLength, maxLength, patterns, formats } = constraints;
  const missing = Math.max(0, maxLength + 1 - codePointLength(value));
  const broken: Broken[] = [];
  if (minLength > 0) broken.push(['minLength', [...value].slice(0, minLength - 1).join('')]);
  if (maxLength < LONGEST) broken.push(['maxLength', value + (value.at(-1) ?? 'x').repeat(missing)]);
  if (maxLength < LONGEST) broken.push(['maxLength', value + 'x'.repeat(missing)]);
  // As long as what is valid, so that nothing but the pattern is broken.
  const length = Math.max(1, codePointLength(value));
  if (patterns.length > 0) broken.push(...OFTEN_REFUSED.map((text) => ['pattern', text.repeat(length)] as const), ['pattern', '']);
  if (formats.length > 0) broken.push(['format', 'no such format']);
  return broken;
}
