import type { CaseInput } from '../case.js';
import { type Json, isJsonObject } from '../json.js';
import { fromMembers } from './value-source.js';

/** Tells whether an input is still of the class that is shrunk within: valid, or broken in the same one place. Cheap: sends nothing. */
export type InClass = (input: CaseInput) => boolean;

/**
 * Smaller inputs of the same class, the boldest first. They need no memory of how an input was made, so examples and
 * recorded counterexamples shrink as well as generated cases do. Every candidate is strictly smaller by `inputSize`.
 */
export function* smallerInputs(input: CaseInput, inClass: InClass): Generator<CaseInput> {
  const whole = input as unknown as Json;
  const accept = (value: Json): boolean => inClass(value as unknown as CaseInput);
  for (const candidate of smallerValues(whole, accept)) yield candidate as unknown as CaseInput;
}

/** Length first, then how far its texts and numbers are from the plainest. */
export function inputSize(input: CaseInput): number {
  const text = JSON.stringify(input);
  let strangeness = 0;
  for (let index = 0; index < text.length; index += 1) strangeness += text.charCodeAt(index) === PLAIN ? 0 : 1;
  return text.length * 1024 + Math.min(1023, strangeness);
}

const PLAIN = 'a'.charCodeAt(0);

function* smallerValues(value: Json, accept: (value: Json) => boolean): Generator<Json> {
  if (Array.isArray(value)) yield* smallerArrays(value as readonly Json[], accept);
  else if (isJsonObject(value)) yield* smallerObjects(value, accept);
  else for (const candidate of smallerScalars(value)) if (accept(candidate)) yield candidate;
}

function* smallerObjects(value: { readonly [key: string]: Json }, accept: (value: Json) => boolean): Generator<Json> {
  const members = Object.entries(value);
  // Around each member in turn: everything else goes that may go. One of these usually is the answer.
  const kept = new Set<string>();
  for (const focus of [undefined, ...members.map(([name]) => name)]) {
    const lean = stripped(members, focus, accept);
    const key = lean.map(([name]) => name).join('\n');
    if (lean.length < members.length && !kept.has(key)) {
      kept.add(key);
      const candidate = fromMembers(lean);
      if (accept(candidate)) yield candidate;
    }
  }
  for (const [name] of members) {
    const candidate = fromMembers(members.filter(([member]) => member !== name));
    if (accept(candidate)) yield candidate;
  }
  for (const [name, member] of members) {
    const around = (inner: Json): Json => fromMembers(members.map(([other, was]) => [other, other === name ? inner : was] as const));
    for (const inner of smallerValues(member, (candidate) => accept(around(candidate)))) yield around(inner);
  }
}

type Members = readonly (readonly [string, Json])[];

function stripped(members: Members, focus: string | undefined, accept: (value: Json) => boolean): Members {
  let lean = members;
  for (const [name] of members) {
    const without = lean.filter(([member]) => member !== name);
    if (name !== focus && accept(fromMembers(without))) lean = without;
  }
  return lean;
}

function* smallerArrays(value: readonly Json[], accept: (value: Json) => boolean): Generator<Json> {
  const half = Math.ceil(value.length / 2);
  const shorter = value.length === 0 ? [] : [[], value.slice(0, half), value.slice(half), ...value.map((_, index) => value.toSpliced(index, 1))];
  for (const candidate of shorter) if (candidate.length < value.length && accept(candidate)) yield candidate;
  for (let index = 0; index < value.length; index += 1) {
    const around = (inner: Json): Json => value.with(index, inner);
    for (const inner of smallerValues(value[index] as Json, (candidate) => accept(around(candidate)))) yield around(inner);
  }
}

function* smallerScalars(value: Json): Generator<Json> {
  if (typeof value === 'string') yield* smallerTexts(value);
  else if (typeof value === 'number') yield* smallerNumbers(value);
  else if (value === true) yield false;
}

function* smallerTexts(value: string): Generator<string> {
  const characters = [...value];
  const seen = new Set([value]);
  for (const candidate of textCandidates(characters)) {
    if (!seen.has(candidate)) {
      seen.add(candidate);
      yield candidate;
    }
  }
}

/** Lengths are cut by halves before single characters; then characters become the plainest one. */
function* textCandidates(characters: readonly string[]): Generator<string> {
  const { length } = characters;
  if (length === 0) return;
  yield '';
  for (let size = length >> 1; size >= 1; size >>= 1) {
    for (let start = 0; start < length; start += size) yield characters.toSpliced(start, size).join('');
  }
  for (let size = length; size >= 1; size >>= 1) {
    for (let start = 0; start < length; start += size) {
      yield characters.map((character, index) => (index >= start && index < start + size ? 'a' : character)).join('');
    }
  }
}

function* smallerNumbers(value: number): Generator<number> {
  if (value === 0) return;
  yield 0;
  if (value < 0) yield -value;
  if (!Number.isInteger(value)) yield Math.trunc(value);
  for (let distance = Math.abs(value) / 2; distance >= 1; distance /= 2) yield Math.trunc(value - Math.sign(value) * distance);
  if (Number.isInteger(value)) yield value - Math.sign(value);
}
