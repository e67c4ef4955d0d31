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
  /**
   * The names that lead to a member, with a slash between them. `*` stands for each index of a list and each key of a
   * map.
   */
  readonly name: string;
  /**
   * True if every value in the member was replaced, so that none of them is equal to the expected value or derived from
   * it.
   */
  readonly isWhole: boolean;
}

/**
 * Finds the member that each difference between two items is about, so that differences of one cause are reported once.
 * The result maps the pointer of a difference to this member. If all values in an object or list differ, the member is
 * the whole object or list, which was lost or replaced. `stated`: the schemas of the item.
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

/**
 * Whether a known transformation, such as a conversion to upper case, turns the expected value into the received one.
 */
export function isDerived({ expected, received }: Difference): boolean {
  return expected !== undefined && received !== undefined && valueRelations(expected, received).length > 0;
}

/** Pointers to the objects and lists around the value at a pointer, the outermost first. */
function containersOf(pointer: string): readonly string[] {
  const tokens = pointerTokens(pointer);
  return tokens.slice(1).map((_, index) => joinPointer('', ...tokens.slice(0, index + 1)));
}

interface Differing {
  /** For the pointer of each difference: the names that lead to it, as in `MemberPlace`. */
  readonly places: ReadonlyMap<string, string>;
  /** Pointers to received values that no known transformation explains. */
  readonly replaced: ReadonlySet<string>;
  /** Pointers at which an empty value, `false` or zero is missing. */
  readonly emptied: ReadonlySet<string>;
}

/**
 * Whether the only difference is that an empty value, `false` or zero is missing. Some code systematically drops such
 * values.
 */
function isLostEmpty({ expected, received }: Difference): boolean {
  return expected !== undefined && received === undefined && isUnsetValue(expected);
}

/** Whether an object or list was replaced as a whole: all values in it differ, in at least two different members. */
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
 * The names that lead to a pointer: the name of a member if a schema states it, and `*` for every other name and every
 * index. In a recursive schema, such as that of a tree, a member has the same names at all depths.
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
