import { isJsonObject, type Json } from '../../contract/json/json.js';
import { cutText } from './visible.js';
import { counted } from './amounts.js';

/** The limits to which a value is shortened. Characters are counted as UTF-16 code units. */
export interface Bounds {
  /** The maximum number of characters of one string or key. */
  readonly string: number;
  /** The maximum number of items of one array, and of members of one object. */
  readonly items: number;
  readonly depth: number;
  /** The approximate maximum number of characters of the whole value. */
  readonly total: number;
}

/**
 * The value, shortened to the limits. Strings such as `…[97 more items]` replace omitted parts. `cut`: whether anything
 * was omitted.
 */
export function bounded(value: Json, bounds: Bounds): { readonly value: Json; readonly cut: boolean } {
  const work: Work = { bounds, left: bounds.total, cut: false };
  return { value: boundValue(value, work, 0), cut: work.cut };
}

/** The state of one call of `bounded`, which changes while parts of the value are shortened. */
interface Work {
  readonly bounds: Bounds;
  left: number;
  cut: boolean;
}

/** The cost of each part of a value, even of an empty one. An array of many empty arrays is therefore shortened too. */
const NODE_COST = 4;

function boundValue(value: Json, work: Work, depth: number): Json {
  work.left -= NODE_COST;
  if (typeof value === 'string') return boundString(value, work);
  if (Array.isArray(value)) return boundArray(value as readonly Json[], work, depth);
  if (isJsonObject(value)) return boundObject(value, work, depth);
  return value;
}

function boundString(value: string, work: Work): string {
  const max = Math.max(Math.min(work.bounds.string, work.left), 0);
  const kept = cutText(value, max);
  work.left -= Math.min(value.length, max);
  if (kept !== value) work.cut = true;
  return kept;
}

function boundArray(value: readonly Json[], work: Work, depth: number): Json {
  if (value.length === 0) return value;
  if (depth >= work.bounds.depth) return leftOut(`${counted(value.length, 'item')}, nested deeper`, work);
  const kept: Json[] = [];
  for (const item of value) {
    if (kept.length >= work.bounds.items || work.left <= 0) break;
    kept.push(boundValue(item, work, depth + 1));
  }
  if (kept.length < value.length) kept.push(leftOut(counted(value.length - kept.length, 'more item'), work));
  return kept;
}

/** Shortens an object. `Object.fromEntries` defines own properties, so a member called `__proto__` stays a member. */
function boundObject(value: { readonly [key: string]: Json }, work: Work, depth: number): Json {
  const keys = Object.keys(value);
  if (keys.length === 0) return value;
  if (depth >= work.bounds.depth) return leftOut(`${counted(keys.length, 'member')}, nested deeper`, work);
  const kept: [string, Json][] = [];
  for (const key of keys) {
    if (kept.length >= work.bounds.items || work.left <= 0) break;
    kept.push([boundString(key, work), boundValue(value[key] ?? null, work, depth + 1)]);
  }
  if (kept.length < keys.length) kept.push(['…', leftOut(counted(keys.length - kept.length, 'more member'), work)]);
  return Object.fromEntries(kept);
}

function leftOut(what: string, work: Work): string {
  work.cut = true;
  return `…[${what}]`;
}
