import { type Json, type JsonObject, isJsonObject } from '../../../../../contract/json/json.js';
import { fromMembers } from '../../../../../contract/json/members.js';

/** The maximum number of levels of nested objects, and of leaves of one value, that are considered. */
const MAX_DEPTH = 4;
const MOST_LEAVES = 200;

/**
 * A value in nested objects that has no members of its own: anything except a non-empty object. `path`: the member
 * names that lead to the value.
 */
interface Leaf {
  readonly path: readonly string[];
  readonly value: Json;
  /** Number of members of the enclosing object. */
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
 * JSON merge patches (RFC 7396) of a value, ordered so that each patch changes something. First, one patch for each
 * level of nested objects repeats one member; the other members of this level must stay. Then further patches set these
 * members, and each top-level member, to null.
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
    ...nested.toReversed().map(({ path }) => at(path, null)),
    ...top.map(({ path }) => at(path, null)),
  ];
}

function at(path: readonly string[], value: Json): JsonObject {
  const [name = '', ...rest] = path;
  return fromMembers([[name, rest.length === 0 ? value : at(rest, value)]]);
}
