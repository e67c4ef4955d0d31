import { canonicalJson } from '../../contract/json/canonical-json.js';
import { joinPointer } from '../../contract/json/json-pointer.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../contract/json/json.js';
import { hasManyNodes } from '../../contract/json/json-bounds.js';
import { isUnsetValue } from '../../contract/json/unset-value.js';
import { isMisDecoded } from './mis-decoded.js';
import { sameJson } from './same-json.js';
import type { ToleranceName } from './tolerances.js';

type NullKind =
  | 'null-became-omitted'
  | 'empty-became-omitted'
  | 'omitted-became-null'
  | 'null-became-value'
  | 'value-became-null';
type ListKind = 'changed' | 'reordered' | 'elements-missing' | 'elements-added';

type DifferenceKind =
  | NullKind
  | ListKind
  | 'missing'
  | 'unexpected'
  | 'type-changed'
  | 'renamed'
  | 'mis-decoded'
  | 'parsed-markup'
  | 'wrapped'
  | 'unwrapped'
  | 'not-converted';

export interface JsonDifference {
  readonly pointer: string;
  readonly kind: DifferenceKind;
  /** The expected value; `undefined` if no value is expected. */
  readonly expected: Json | undefined;
  readonly received: Json | undefined;
  /** The tolerance that permits the difference. */
  readonly tolerance?: ToleranceName;
  /**
   * The default of the contract, if a value other than the default was received although the expected side omits the
   * value.
   */
  readonly default?: Json;
}

/**
 * Kinds of differences that one part of the code causes wherever they occur. Several members with such a difference are
 * therefore one fault.
 */
export const SYSTEMATIC: ReadonlySet<string> = new Set<DifferenceKind>([
  'null-became-omitted',
  'empty-became-omitted',
  'omitted-became-null',
  'renamed',
  'mis-decoded',
  'parsed-markup',
  'wrapped',
  'unwrapped',
]);

/** The maximum number of differences that are reported for one pair of values. */
const MAX_DIFFERENCES = 20;
/**
 * The maximum depth of a difference. A deeper difference is reported as a change of the whole value at this depth,
 * because a reply may nest values without limit.
 */
const MAX_DEPTH = 64;
/**
 * A longer list is not checked for a different order of its elements. The check sorts the list, and is repeated for
 * every list in it.
 */
const MAX_REORDERED = 1000;
const MAX_REORDERED_NODES = 10_000;
/** The maximum number of pairs, of a missing name and an added name, that are compared to find a renamed member. */
const MAX_PAIRS = 10_000;

/**
 * The differences between two JSON values. The order of elements matters; the order of members and the spelling of
 * numbers do not. A whole value with a wrong shape is only one difference: a value in an envelope, an object with
 * completely different names, or a list of a different length.
 */
export function jsonDifferences(
  expected: Json | undefined,
  received: Json | undefined,
  pointer = '',
): readonly JsonDifference[] {
  if (sameJson(expected, received)) return [];
  const found: JsonDifference[] = [];
  compare(expected, received, pointer, 0, found);
  return found;
}

function compare(
  expected: Json | undefined,
  received: Json | undefined,
  pointer: string,
  depth: number,
  found: JsonDifference[],
): void {
  if (found.length >= MAX_DIFFERENCES || sameJson(expected, received)) return;
  if (depth < MAX_DEPTH && isJsonObject(expected) && isJsonObject(received) && !isUnrelated(expected, received)) {
    compareMembers(expected, received, pointer, depth, found);
  } else if (
    depth < MAX_DEPTH &&
    Array.isArray(expected) &&
    Array.isArray(received) &&
    listKind(expected, received) === 'changed'
  ) {
    expected.forEach((element: Json, index) =>
      compare(element, received[index] as Json, joinPointer(pointer, index), depth + 1, found),
    );
  } else {
    found.push({ pointer, kind: kindOf(expected, received), expected, received });
  }
}

function compareMembers(
  expected: JsonObject,
  received: JsonObject,
  pointer: string,
  depth: number,
  found: JsonDifference[],
): void {
  const renamed = renamings(expected, received);
  const taken = new Set(renamed.values());
  for (const name of new Set([
    ...Object.keys(expected),
    ...Object.keys(received).filter((known) => !taken.has(known)),
  ])) {
    const to = renamed.get(name);
    const place = joinPointer(pointer, name);
    if (to === undefined) compare(ownValue(expected, name), ownValue(received, name), place, depth + 1, found);
    else if (found.length < MAX_DIFFERENCES) {
      found.push({
        pointer: place,
        kind: isMisDecoded(name, to) ? 'mis-decoded' : 'renamed',
        expected: name,
        received: to,
      });
    }
  }
}

/** Whether `envelope` is an object with exactly one member, whose value equals `inner`. */
export function isEnvelope(envelope: Json | undefined, inner: Json | undefined): boolean {
  if (!isJsonObject(envelope) || inner === undefined) return false;
  const [first, ...others] = Object.values(envelope);
  return first !== undefined && others.length === 0 && sameJson(first, inner);
}

/**
 * Whether two objects have no member name in common, as for a value and an error document. Expected members that are
 * null are ignored. If the received object is empty, expected members with empty values are ignored too.
 */
function isUnrelated(expected: JsonObject, received: JsonObject): boolean {
  if (isEnvelope(received, expected) || isEnvelope(expected, received)) return true;
  const isNothing = Object.keys(received).length === 0;
  const named = Object.values(expected).filter((value) => value !== null && !(isNothing && isUnsetValue(value)));
  if (named.length < (isNothing ? 2 : 1)) return false;
  return (
    !Object.keys(expected).some((name) => Object.hasOwn(received, name)) && renamings(expected, received).size === 0
  );
}

function renamings(expected: JsonObject, received: JsonObject): ReadonlyMap<string, string> {
  const lacking = Object.keys(expected).filter((name) => !Object.hasOwn(received, name));
  const added = Object.keys(received).filter((name) => !Object.hasOwn(expected, name));
  const renamed = new Map(respelled(lacking, added));
  if (lacking.length * added.length > MAX_PAIRS) return renamed;
  const free = new Set(added.filter((name) => ![...renamed.values()].includes(name)));
  for (const name of lacking.filter((each) => !renamed.has(each))) {
    const isSame = (to: string): boolean =>
      (isNameWithout(name, to) || name === to.replaceAll(UNUSUAL, '')) &&
      sameJson(ownValue(expected, name), ownValue(received, to));
    const to = [...free].find(isSame);
    if (to === undefined) continue;
    renamed.set(name, to);
    free.delete(to);
  }
  return new Map([...renamed, ...collisions(expected, received, renamed)]);
}

/**
 * Expected members that were lost because their name became equal to that of another member, as `itemId` and `item_id`
 * do in snake case. Maps each missing name to the name that is still present. Members without a value are left out,
 * because a surface may omit them.
 */
function collisions(
  expected: JsonObject,
  received: JsonObject,
  renamed: ReadonlyMap<string, string>,
): readonly (readonly [string, string])[] {
  const lost = Object.keys(expected).filter((name) => !Object.hasOwn(received, name) && !renamed.has(name));
  if (lost.length === 0) return [];
  const kept = Object.keys(received).filter((name) => Object.hasOwn(expected, name));
  const keyOf = (name: string): string => foldedName(name).replaceAll('.', '');
  const others = new Map(kept.map((name) => [keyOf(name), name] as const));
  return lost.flatMap((name) => {
    const to = isUnsetValue(expected[name] as Json) ? undefined : others.get(keyOf(name));
    return to === undefined ? [] : [[name, to] as const];
  });
}

/** Whether `to` is `name` after its unusual characters, such as `-` or a space, were removed or replaced one by one. */
function isNameWithout(name: string, to: string): boolean {
  if (to === name.replaceAll(UNUSUAL, '') || to === name.replaceAll(/[^\0-\x7F]/g, '')) return true;
  const [letters, others] = [[...name], [...to]];
  return (
    letters.length === others.length &&
    letters.every((letter, index) => letter === others[index] || letter.match(UNUSUAL) !== null)
  );
}

/** Matches characters that may be lost when a name becomes an identifier, the name of a column, or a similar name. */
const UNUSUAL = /[^A-Za-z0-9]/gu;

/**
 * Finds renamed members: pairs of a missing and an added name that differ only in spelling, such as `item_id` and
 * `itemId`. Each pair is one difference.
 */
export function respelled(lacking: readonly string[], added: readonly string[]): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  if (lacking.length === 0 || added.length === 0) return renamed;
  const free = new Map(added.map((name) => [foldedName(name), name] as const));
  const mayBeMisDecoded = lacking.length * added.length <= MAX_PAIRS ? added : [];
  for (const name of lacking) {
    const to = free.get(foldedName(name)) ?? mayBeMisDecoded.find((other) => isMisDecoded(name, other));
    if (to !== undefined) renamed.set(name, to);
    if (to !== undefined) free.delete(foldedName(to));
  }
  return renamed;
}

/**
 * A name in the form in which names are compared to find renamed members: without the namespace of an XML element, the
 * brackets of a list in a form, separators and capitals.
 */
function foldedName(name: string): string {
  return name.replace(/^\{[^{}]*\}|\[\]$|[-_ ]/g, '').toLowerCase();
}

function isReordering(expected: readonly Json[], received: readonly Json[]): boolean {
  if (expected.length > MAX_REORDERED || [expected, received].some((list) => hasManyNodes(list, MAX_REORDERED_NODES)))
    return false;
  try {
    const sorted = (values: readonly Json[]): readonly string[] => values.map(canonicalJson).toSorted();
    return sameJson(sorted(expected), sorted(received));
  } catch (error) {
    // The value is nested too deeply to be written as canonical JSON.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function omittedKind(expected: Json | undefined): DifferenceKind {
  if (expected === null) return 'null-became-omitted';
  return expected !== undefined && isUnsetValue(expected) ? 'empty-became-omitted' : 'missing';
}

function kindOf(expected: Json | undefined, received: Json | undefined): DifferenceKind {
  if (isEnvelope(received, expected)) return 'wrapped';
  if (isEnvelope(expected, received)) return 'unwrapped';
  if (received === undefined) return omittedKind(expected);
  if (expected === undefined) return received === null ? 'omitted-became-null' : 'unexpected';
  if (expected === null) return 'null-became-value';
  if (received === null) return 'value-became-null';
  if (Array.isArray(expected) && Array.isArray(received)) return listKind(expected, received);
  if (typeof expected === 'string' && typeof received === 'string' && isMisDecoded(expected, received))
    return 'mis-decoded';
  return typeof expected === typeof received && Array.isArray(expected) === Array.isArray(received)
    ? 'changed'
    : 'type-changed';
}

function listKind(expected: readonly Json[], received: readonly Json[]): ListKind {
  if (expected.length !== received.length)
    return expected.length > received.length ? 'elements-missing' : 'elements-added';
  return isReordering(expected, received) ? 'reordered' : 'changed';
}
