import { canonicalJson } from '../../../contract/json/canonical-json.js';
import { type Json, type JsonObject, isJsonObject } from '../../../contract/json/json.js';
import { type MemberList, fromMembers } from '../../../contract/json/members.js';
import { type Offering, type Surroundings, firstOffered, neededParts } from './offering.js';
import type { PlaceHints } from './place-hints.js';
import { shrinkNumber } from './shrink-number.js';
import { shrinkText } from './shrink-text.js';
import { valueSize } from './value-size.js';

/** The maximum numbers of `enum` values and of branches that are tried in place of the current value. */
const MAX_LISTED = 3;
const MAX_BRANCHES = 4;
/** Values that are tried in place of null. */
const INSTEAD_OF_NULL: readonly Json[] = ['a', 0, false, [], {}];

/**
 * Shrinks `value` to the smallest replacement that still shows the fault. `place` contains what the contract states
 * about this place.
 */
export function* shrinkValue<T>(value: Json, around: Surroundings<T>, place?: PlaceHints): Offering<T, Json> {
  if (value === null) return yield* shrinkNull(around, place);
  const listed = place?.listed ?? [];
  if (listed.includes(value)) return yield* shrinkListed(value, listed, around);
  const branch = yield* smallerBranch(value, around, place);
  if (branch !== undefined) return branch;
  if (Array.isArray(value)) return yield* shrinkArray(value as readonly Json[], around, place);
  if (isJsonObject(value)) return yield* shrinkObject(value, around, place);
  if (typeof value === 'string') return yield* shrinkText(value, around, place?.texts);
  if (typeof value === 'number') return yield* shrinkNumber(value, around);
  return value === true && (yield* around.offer(false)) ? false : value;
}

function* shrinkListed<T>(value: Json, listed: readonly Json[], around: Surroundings<T>): Offering<T, Json> {
  const before = listed.slice(0, listed.indexOf(value)).filter(around.fits);
  return (yield* firstOffered(before.slice(0, MAX_LISTED), around)) ?? value;
}

/** Shrinks null. Null is an edge case, so it is kept only if no other value shows the fault. */
function* shrinkNull<T>(around: Surroundings<T>, place: PlaceHints | undefined): Offering<T, Json> {
  const others = [
    ...(place?.listed ?? []),
    ...(place?.texts ?? []),
    ...INSTEAD_OF_NULL,
    ...(place?.alternatives ?? []),
  ];
  const fitting = others.filter((other) => other !== null && around.fits(other));
  return (yield* firstOffered(fitting.slice(0, 2), around)) ?? null;
}

/** Tries the minimal value of a different branch of the schema, which may be much smaller. */
function* smallerBranch<T>(
  value: Json,
  around: Surroundings<T>,
  place: PlaceHints | undefined,
): Offering<T, Json | undefined> {
  const size = valueSize(value, place);
  const smaller = (place?.alternatives ?? []).filter((other) => valueSize(other, place) < size && around.fits(other));
  return yield* firstOffered(smaller.slice(0, MAX_BRANCHES), around);
}

function* shrinkObject<T>(
  value: JsonObject,
  around: Surroundings<T>,
  place: PlaceHints | undefined,
): Offering<T, Json> {
  const needed = yield* neededMembers(Object.entries(value), around);
  let members = yield* overlaidBranch(needed, around, place);
  for (const [index, [name, member]] of members.entries()) {
    const before = members;
    const replaced = (part: Json): MemberList => before.with(index, [name, part]);
    const smaller = yield* shrinkValue(
      member,
      within(around, (part) => fromMembers(replaced(part))),
      place?.member(name),
    );
    members = replaced(smaller);
    if (isFreeName(name, place)) members = yield* renamed(members, index, around);
  }
  return fromMembers(members);
}

/**
 * Returns true if the schema does not declare the member name, so that an input may choose it, like a key of a map.
 * Without a schema, only unusual names are shrunk: the service may need a name such as `title`.
 */
function isFreeName(name: string, place: PlaceHints | undefined): boolean {
  return place === undefined ? UNUSUAL_NAME.test(name) : !place.declares(name);
}

const UNUSUAL_NAME = /[^\w$-]|^(?:\d.*|__proto__|constructor|toString|NaN|null|undefined|true|false|)$/;

/**
 * Tries the minimal value of a different branch of the schema together with the members that the fault needs, if the
 * result is smaller. Members that the branch does not accept are left out.
 */
function* overlaidBranch<T>(
  members: MemberList,
  around: Surroundings<T>,
  place: PlaceHints | undefined,
): Offering<T, MemberList> {
  const size = valueSize(fromMembers(members), place);
  const tried = new Set<string>();
  for (const branch of (place?.alternatives ?? []).slice(0, MAX_BRANCHES)) {
    const overlaid = isJsonObject(branch) ? overlay(branch, members, around) : undefined;
    if (overlaid === undefined || valueSize(fromMembers(overlaid), place) >= size) continue;
    const text = canonicalJson(fromMembers(overlaid));
    if (!tried.has(text) && (yield* around.offer(fromMembers(overlaid)))) return overlaid;
    tried.add(text);
  }
  return members;
}

function overlay<T>(branch: JsonObject, members: MemberList, around: Surroundings<T>): MemberList | undefined {
  const all = new Map(Object.entries(branch));
  for (const [name, value] of members) {
    const before = all.get(name);
    all.set(name, value);
    if (around.fits(fromMembers([...all]))) continue;
    if (before === undefined) all.delete(name);
    else all.set(name, before);
  }
  return around.fits(fromMembers([...all])) ? [...all] : undefined;
}

function within<T>(around: Surroundings<T>, whole: (part: Json) => Json): Surroundings<T> {
  return { fits: (part) => around.fits(whole(part)), offer: (part) => around.offer(whole(part)) };
}

/**
 * The members that the fault needs. The search tries to remove first all optional members together, then smaller and
 * smaller groups of them.
 */
function* neededMembers<T>(members: MemberList, around: Surroundings<T>): Offering<T, MemberList> {
  const lean = (kept: readonly string[]): MemberList => stripped(members, new Set(kept), around);
  const fixed = new Set(lean([]).map(([name]) => name));
  const removable = members.map(([name]) => name).filter((name) => !fixed.has(name));
  const needed = yield* neededParts(removable, (kept) => around.offer(fromMembers(lean(kept))));
  return needed.length === removable.length ? members : lean(needed);
}

/**
 * Removes each member that is not in `kept`, unless the value would then be valid or invalid in a different way from
 * the original (see `InClass`).
 */
function stripped<T>(members: MemberList, kept: ReadonlySet<string>, around: Surroundings<T>): MemberList {
  let lean = members;
  for (const [name] of members) {
    const without = lean.filter(([member]) => member !== name);
    if (!kept.has(name) && around.fits(fromMembers(without))) lean = without;
  }
  return lean;
}

function* renamed<T>(members: MemberList, index: number, around: Surroundings<T>): Offering<T, MemberList> {
  const [before, value] = members[index] ?? ['', null];
  const renaming = (name: string): MemberList => members.with(index, [name, value]);
  const isFree = (name: string): boolean => !members.some(([other]) => other === name);
  const name = yield* shrinkText(before, {
    fits: (shorter) => isFree(shorter) && around.fits(fromMembers(renaming(shorter))),
    offer: function* offer(shorter) {
      return isFree(shorter) && (yield* around.offer(fromMembers(renaming(shorter))));
    },
  });
  return renaming(name);
}

function* shrinkArray<T>(
  value: readonly Json[],
  around: Surroundings<T>,
  place: PlaceHints | undefined,
): Offering<T, Json> {
  let items = yield* neededItems(value, around);
  for (const [index, item] of items.entries()) {
    const before = items;
    const smaller = yield* shrinkValue(
      item,
      within(around, (part) => before.with(index, part)),
      place?.item(index),
    );
    items = before.with(index, smaller);
  }
  return items;
}

/**
 * The items that the fault needs. If the array becomes too short for the schema, the first of the removed items are
 * added again.
 */
function* neededItems<T>(items: readonly Json[], around: Surroundings<T>): Offering<T, readonly Json[]> {
  const filled = (kept: readonly number[]): readonly Json[] => {
    const others = [...items.keys()].filter((index) => !kept.includes(index));
    for (let count = 0; count <= others.length; count += 1) {
      const chosen = [...kept, ...others.slice(0, count)]
        .toSorted((a, b) => a - b)
        .map((index) => items[index] as Json);
      if (around.fits(chosen)) return chosen;
    }
    return items;
  };
  const needed = yield* neededParts([...items.keys()], (kept) => around.offer(filled(kept)));
  return needed.length === items.length ? items : filled(needed);
}
