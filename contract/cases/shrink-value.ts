import { type Json, type JsonObject, isJsonObject } from '../json.js';
import { type MemberList, fromMembers } from './members.js';
import { type Offering, type Surroundings, neededParts } from './offering.js';
import { shrinkNumber } from './shrink-number.js';
import { shrinkText } from './shrink-text.js';

/** The smallest value found in place of `value`. */
export function* shrinkValue<T>(value: Json, around: Surroundings<T>): Offering<T, Json> {
  if (Array.isArray(value)) return yield* shrinkArray(value as readonly Json[], around);
  if (isJsonObject(value)) return yield* shrinkObject(value, around);
  if (typeof value === 'string') return yield* shrinkText(value, around);
  if (typeof value === 'number') return yield* shrinkNumber(value, around);
  return value;
}

function* shrinkObject<T>(value: JsonObject, around: Surroundings<T>): Offering<T, Json> {
  let members = yield* neededMembers(Object.entries(value), around);
  for (const [index, [name, member]] of members.entries()) {
    const before = members;
    const replaced = (part: Json): MemberList => before.with(index, [name, part]);
    const smaller = yield* shrinkValue(member, within(around, (part) => fromMembers(replaced(part))));
    members = replaced(smaller);
    if (ODD_NAME.test(name)) members = yield* renamed(members, index, around);
  }
  return fromMembers(members);
}

/** No name that a contract declares, as a rule: the key of a map. */
const ODD_NAME = /[^\w$-]/;

function within<T>(around: Surroundings<T>, whole: (part: Json) => Json): Surroundings<T> {
  return { fits: (part) => around.fits(whole(part)), offer: (part) => around.offer(whole(part)) };
}

/** Everything goes that may go, then around fewer and fewer of those that may. */
function* neededMembers<T>(members: MemberList, around: Surroundings<T>): Offering<T, MemberList> {
  const lean = (kept: readonly string[]): MemberList => stripped(members, new Set(kept), around);
  const fixed = new Set(lean([]).map(([name]) => name));
  const removable = members.map(([name]) => name).filter((name) => !fixed.has(name));
  const needed = yield* neededParts(removable, (kept) => around.offer(fromMembers(lean(kept))));
  return needed.length === removable.length ? members : lean(needed);
}

/** As few members as fit, the kept ones among them. */
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

function* shrinkArray<T>(value: readonly Json[], around: Surroundings<T>): Offering<T, Json> {
  let items = yield* neededItems(value, around);
  for (const [index, item] of items.entries()) {
    const before = items;
    const smaller = yield* shrinkValue(item, within(around, (part) => before.with(index, part)));
    items = before.with(index, smaller);
  }
  return items;
}

/** Where there must be a number of items, the first of the others fill up. */
function* neededItems<T>(items: readonly Json[], around: Surroundings<T>): Offering<T, readonly Json[]> {
  const filled = (kept: readonly number[]): readonly Json[] => {
    const others = [...items.keys()].filter((index) => !kept.includes(index));
    for (let count = 0; count <= others.length; count += 1) {
      const chosen = [...kept, ...others.slice(0, count)].toSorted((a, b) => a - b).map((index) => items[index] as Json);
      if (around.fits(chosen)) return chosen;
    }
    return items;
  };
  const needed = yield* neededParts([...items.keys()], (kept) => around.offer(filled(kept)));
  return needed.length === items.length ? items : filled(needed);
}
