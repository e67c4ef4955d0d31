import { type Json, type JsonObject, isJsonObject } from '../../../../../contract/json/json.js';
import { fromMembers } from '../../../../../contract/json/members.js';

/** Two limits: the maximum depth of nested objects that are searched, and the maximum number of leaves of one value. */
const MAX_DEPTH = 4;
const MOST_LEAVES = 200;

/**
 * A value inside nested objects that is not an object with members. `path` contains the member names from the root to
 * the leaf.
 */
interface Leaf {
  readonly path: readonly string[];
  readonly value: Json;
  /** The number of members of the object that contains the leaf. */
  readonly siblings: number;
}

export function leavesOf(value: Json | undefined, path: readonly string[] = []): readonly Leaf[] {
  if (!isJsonObject(value) || path.length >= MAX_DEPTH) return [];
  const members = Object.entries(value).slice(0, MOST_LEAVES);
  return members
    .flatMap(([name, member]): readonly Leaf[] =>
      isJsonObject(member) && Object.keys(member).length > 0
        ? leavesOf(member, [...path, name])
        : [{ path: [...path, name], value: member, siblings: members.length }],
    )
    .slice(0, MOST_LEAVES);
}

/**
 * Makes JSON merge patches (RFC 7396) for a value, in an order in which the effect of each patch can be checked:
 * - first, patches that repeat one member at each level of nested objects, so the other members at this level must not
 *   change;
 * - then patches that replace a list with several elements by its last element;
 * - last, patches that set members to null: the members of the first patches and each top-level member.
 */
export function mergePatches(value: Json | undefined): readonly JsonObject[] {
  const leaves = leavesOf(value);
  const nested = [...Array(MAX_DEPTH).keys()].flatMap((depth) => {
    const leaf = leaves.find(({ path, siblings }) => path.length === depth + 2 && siblings > 1);
    return leaf === undefined ? [] : [leaf];
  });
  const top = leaves.filter(({ path }) => path.length === 1);
  return [
    ...nested.map(({ path, value: member }) => at(path, member)),
    ...leaves.flatMap(({ path, value: list }) =>
      Array.isArray(list) && list.length > 1 ? [at(path, list.slice(-1))] : [],
    ),
    ...nested.toReversed().map(({ path }) => at(path, null)),
    ...top.map(({ path }) => at(path, null)),
  ];
}

function at(path: readonly string[], value: Json): JsonObject {
  const [name = '', ...rest] = path;
  return fromMembers([[name, rest.length === 0 ? value : at(rest, value)]]);
}
