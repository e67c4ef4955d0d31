import { type Json, isJsonObject } from '../../../contract/json/json.js';
import type { Observation } from '../../../surfaces/observation.js';
import { sameJson } from '../../values/same-json.js';

/** What is known about one item: its identifiers, and its values at one or several times. */
export interface KnownItem {
  readonly ids: readonly Json[];
  readonly values: readonly Json[];
}

/** What is known about the item that a call reads or changes: its path arguments, and the given values. */
export function knownOf({ case: { input } }: Observation, values: readonly Json[]): KnownItem {
  return { ids: Object.values(input.path ?? {}), values };
}

/**
 * Whether one of two items contains the identifier of the other one, as a line contains that of its order. A change of
 * one item may then also change the other one.
 */
export function areRelated(one: KnownItem, other: KnownItem): boolean {
  const isNamed = (by: KnownItem, item: KnownItem): boolean => {
    const ids = item.ids.filter((id) => !by.ids.some((each) => sameJson(each, id)));
    return by.values.some((value) => names(value, ids));
  };
  return isNamed(one, other) || isNamed(other, one);
}

/** Names of members that refer to other items. */
const REFERENCE = /(?:ids?|parent|children|next|previous|prev|refs?|references?)$/i;

/** Whether a member of an item is one of these identifiers, or is a list with one of them. */
function names(item: Json, ids: readonly Json[]): boolean {
  return Object.entries(isJsonObject(item) ? item : {}).some(([name, value]) =>
    [value].flat().some((each: Json) => {
      const isText = typeof each === 'string' && each.length >= FEWEST_CHARACTERS;
      return (isText || REFERENCE.test(name)) && ids.some((id) => sameJson(id, each));
    }),
  );
}

/** A text with fewer characters is not compared, because it may be equal to an identifier by chance. */
const FEWEST_CHARACTERS = 4;
