import type { SchemaSource } from '../../../contract/contract.js';
import { elementSchemas, statedMembers } from '../../../contract/collections/reply-members.js';
import { joinPointer, pointerTokens, valueAt } from '../../../contract/json/json-pointer.js';
import { type Json, isJsonObject } from '../../../contract/json/json.js';
import type { SchemaUri } from '../../../contract/operation.js';
import { schemasInPlace } from '../../../contract/wire/decode-value.js';
import type { JsonDifference } from '../../values/json-difference.js';
import { valueRelations } from '../../values/value-relation.js';

export interface MemberPlace {
  /** The names of members, with `*` for each index of a list and each key of a map. */
  readonly name: string;
  /** True if no value in the member is equal to the expected one or derived from it. */
  readonly isWhole: boolean;
}

/**
 * Returns for the pointer of each difference between two items the place that names its cause. If all values in a
 * member differ, the whole member is the place, because it was not stored or it was replaced. `stated`: schemas of the
 * item.
 */
export function memberPlaces(
  schemas: SchemaSource,
  stated: readonly SchemaUri[],
  expected: Json,
  differences: readonly Difference[],
): (pointer: string) => MemberPlace {
  const places = new Map(differences.map(({ pointer }) => [pointer, statedPlace(schemas, stated, pointer)] as const));
  const replaced = new Set(differences.filter((each) => !isDerived(each)).map(({ pointer }) => pointer));
  return (pointer) => {
    const whole = containersOf(pointer).find((container) => isReplaced(container, expected, { places, replaced }));
    return { name: statedPlace(schemas, stated, whole ?? pointer), isWhole: whole !== undefined };
  };
}

type Difference = Pick<JsonDifference, 'pointer' | 'expected' | 'received'>;

/** Whether the received value is the expected one after a known change, such as a text in upper case. */
function isDerived({ expected, received }: Difference): boolean {
  return expected !== undefined && received !== undefined && valueRelations(expected, received).length > 0;
}

/** The members and elements that contain the value at a pointer, from the member of the item inwards. */
function containersOf(pointer: string): readonly string[] {
  const tokens = pointerTokens(pointer);
  return tokens.slice(1).map((_, index) => joinPointer('', ...tokens.slice(0, index + 1)));
}

interface Differing {
  /** Pointer → place. */
  readonly places: ReadonlyMap<string, string>;
  /** Pointers to values that replace the expected values, and are not derived from them. */
  readonly replaced: ReadonlySet<string>;
}

/** Whether values at two different places in a container differ, and each value in it is replaced. */
function isReplaced(container: string, expected: Json, { places, replaced }: Differing): boolean {
  const within = [...places.keys()].filter((pointer) => pointer.startsWith(`${container}/`));
  if (new Set(within.map((pointer) => places.get(pointer))).size < 2) return false;
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
 * The place of a pointer: the names of members that the schemas state, and `*` for each other name and index. A member
 * within its own schema, as in a tree, has the place of the first member with this schema.
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
