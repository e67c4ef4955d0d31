import type { SchemaSource } from '../../../contract/contract.js';
import { elementSchemas, statedMembers } from '../../../contract/collections/reply-members.js';
import { joinPointer, pointerTokens, valueAt } from '../../../contract/json/json-pointer.js';
import { type Json, isJsonObject } from '../../../contract/json/json.js';
import { isUnsetValue } from '../../../contract/json/unset-value.js';
import type { SchemaUri } from '../../../contract/operation.js';
import { schemasInPlace } from '../../../contract/wire/decode-value.js';
import type { JsonDifference } from '../../values/json-difference.js';
import { valueRelations } from '../../values/value-relation.js';

export interface MemberPlace {
  /** The names on the path to a member. `*` replaces each index of a list and each key of a map. */
  readonly name: string;
  /** True if every value in the member was replaced: none is equal to the expected value or derived from it. */
  readonly isWhole: boolean;
}

/**
 * Finds the place of each difference between two items, by its pointer. Differences with the same place have the same
 * cause. If all values in a member differ, the place is the whole member, because the member was lost or replaced.
 * `stated`: the schemas of the item.
 */
export function memberPlaces(
  schemas: SchemaSource,
  stated: readonly SchemaUri[],
  expected: Json,
  differences: readonly Difference[],
): (pointer: string) => MemberPlace {
  const places = new Map(differences.map(({ pointer }) => [pointer, statedPlace(schemas, stated, pointer)] as const));
  const emptied = new Set(differences.filter(isLostEmpty).map(({ pointer }) => pointer));
  const replaced = new Set(differences.filter((each) => !isDerived(each)).map(({ pointer }) => pointer));
  return (pointer) => {
    const whole = containersOf(pointer).find((container) =>
      isReplaced(container, expected, { places, replaced, emptied }),
    );
    return { name: statedPlace(schemas, stated, whole ?? pointer), isWhole: whole !== undefined };
  };
}

type Difference = Pick<JsonDifference, 'pointer' | 'expected' | 'received'>;

/** Whether the received value results from the expected value by a known change, such as a conversion to upper case. */
export function isDerived({ expected, received }: Difference): boolean {
  return expected !== undefined && received !== undefined && valueRelations(expected, received).length > 0;
}

/** Pointers to the members and elements that contain the value at a pointer, from the outermost to the innermost. */
function containersOf(pointer: string): readonly string[] {
  const tokens = pointerTokens(pointer);
  return tokens.slice(1).map((_, index) => joinPointer('', ...tokens.slice(0, index + 1)));
}

interface Differing {
  /** The place of each pointer. */
  readonly places: ReadonlyMap<string, string>;
  /** Pointers to received values that are not derived from the expected values. */
  readonly replaced: ReadonlySet<string>;
  /** Pointers to empty values, false or zero that are missing. */
  readonly emptied: ReadonlySet<string>;
}

/** Whether an empty value, false or zero is missing. This is a systematic loss, even if an object has no other values. */
function isLostEmpty({ expected, received }: Difference): boolean {
  return expected !== undefined && received === undefined && isUnsetValue(expected);
}

/** Whether all values in a container are replaced, and the differing values have at least two different places. */
function isReplaced(container: string, expected: Json, { places, replaced, emptied }: Differing): boolean {
  const within = [...places.keys()].filter((pointer) => pointer.startsWith(`${container}/`));
  if (new Set(within.map((pointer) => places.get(pointer))).size < 2) return false;
  if (within.every((pointer) => emptied.has(pointer))) return false;
  const isKept = (pointer: string, value: Json): boolean => {
    if (places.has(pointer)) return !replaced.has(pointer);
    const parts = partsOf(value);
    return parts.length === 0 || parts.some(([token, part]) => isKept(joinPointer(pointer, token), part));
  };
  return !isKept(container, valueAt(expected, container) ?? null);
}

function partsOf(value: Json): readonly (readonly [string | number, Json])[] {
  if (Array.isArray(value)) return (value as readonly Json[]).map((part, index) => [index, part] as const);
  return isJsonObject(value) ? Object.entries(value) : [];
}

/**
 * The place of a pointer: names of members that the schemas state, and `*` for every other name and every index. In a
 * recursive schema, such as a tree, a member has one place at all depths: the place at the smallest depth.
 */
function statedPlace(schemas: SchemaSource, stated: readonly SchemaUri[], pointer: string): string {
  const [first = '', ...others] = pointerTokens(pointer);
  const tokens = [first];
  let at = statedMembers(schemas, stated).get(first) ?? [];
  const inPlace = (uris: readonly SchemaUri[]): readonly SchemaUri[] =>
    uris.flatMap((uri) => [...schemasInPlace(schemas, uri).keys()]);
  const seen = [inPlace(at)];
  for (const token of others) {
    const member = statedMembers(schemas, at).get(token);
    tokens.push(member === undefined ? '*' : token);
    at = member ?? elementSchemas(schemas, at);
    const own = inPlace(at);
    const again = seen.findIndex((earlier) => own.some((uri) => earlier.includes(uri)));
    if (again >= 0) {
      tokens.length = again + 1;
      seen.length = again;
    }
    seen.push(own);
  }
  return tokens.join('/');
}
