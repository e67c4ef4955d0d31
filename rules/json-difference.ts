import { joinPointer } from '../contract/json-pointer.js';
import { type Json, isJsonObject } from '../contract/json.js';

export type DifferenceKind = 'missing' | 'unexpected' | 'changed' | 'type-changed' | 'null-became-omitted' | 'omitted-became-null' | 'null-became-value' | 'value-became-null' | 'reordered';

export interface JsonDifference {
  readonly pointer: string;
  readonly kind: DifferenceKind;
  /** `undefined`: absent on that side. */
  readonly expected: Json | undefined;
  readonly received: Json | undefined;
}

/** More differences than these of one pair say nothing new. */
const MAX_DIFFERENCES = 20;

/** Where two JSON values differ. Members are unordered, elements are not; numbers compare by value (tolerance `number-spelling`). */
export function jsonDifferences(expected: Json | undefined, received: Json | undefined, pointer = ''): readonly JsonDifference[] {
  const found: JsonDifference[] = [];
  compare(expected, received, pointer, found);
  return found;
}

/** A value as a finding shows it; absent is a word of its own, for `null` is a value. */
export function orOmitted(value: Json | undefined): Json {
  return value === undefined ? '(omitted)' : value;
}

export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (Object.is(a, b) || (a === 0 && b === 0)) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, index) => sameJson(item, (b as readonly Json[])[index]));
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && sameJson(a[name], b[name]));
}

function compare(expected: Json | undefined, received: Json | undefined, pointer: string, found: JsonDifference[]): void {
  if (found.length >= MAX_DIFFERENCES || sameJson(expected, received)) return;
  if (isJsonObject(expected) && isJsonObject(received)) {
    for (const name of new Set([...Object.keys(expected), ...Object.keys(received)])) {
      compare(own(expected, name), own(received, name), joinPointer(pointer, name), found);
    }
  } else if (Array.isArray(expected) && Array.isArray(received) && !isReordering(expected, received)) {
    for (let index = 0; index < Math.max(expected.length, received.length); index += 1) {
      compare(expected[index] as Json | undefined, received[index] as Json | undefined, joinPointer(pointer, index), found);
    }
  } else {
    found.push({ pointer, kind: kindOf(expected, received), expected, received });
  }
}

function own(value: { readonly [key: string]: Json }, name: string): Json | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function isReordering(expected: readonly Json[], received: readonly Json[]): boolean {
  const sorted = (values: readonly Json[]): string => values.map((value) => JSON.stringify(value)).toSorted().join();
  return expected.length === received.length && expected.length <= 1000 && sorted(expected) === sorted(received);
}

function kindOf(expected: Json | undefined, received: Json | undefined): DifferenceKind {
  if (received === undefined) return expected === null ? 'null-became-omitted' : 'missing';
  if (expected === undefined) return received === null ? 'omitted-became-null' : 'unexpected';
  if (expected === null) return 'null-became-value';
  if (received === null) return 'value-became-null';
  if (Array.isArray(expected) && Array.isArray(received)) return 'reordered';
  return typeof expected === typeof received && Array.isArray(expected) === Array.isArray(received) ? 'changed' : 'type-changed';
}
