import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../../contract/json/json.js';
import type { WireResponse } from '../../../../surfaces/exchange.js';
import { replyJson } from '../../../reply.js';

/**
 * The maximum number of members that a rejection names. If a rejection names more members, it concerns the whole input,
 * and no members are returned.
 */
const MAX_MEMBERS = 3;

/** Names under which services list the errors of an input: RFC 9457 §3 (its example), JSON:API, FastAPI, Ajv, huma. */
const LISTS = ['errors', 'detail', 'details', 'violations', 'invalid-params', 'issues'];
const NAMES = [
  'pointer',
  'parameter',
  'path',
  'loc',
  'field',
  'name',
  'instancePath',
  'param',
  'property',
  'location',
  'header',
];
const PLACES: readonly string[] = ['pointer', 'parameter', 'loc', 'field', 'instancePath', 'param'];

/** The object that some services have around the error: `{"error": {"code": …, "message": …}}`. */
export function errorObject(body: Json): JsonObject | undefined {
  const error = ownValue(body, 'error');
  return isJsonObject(error) ? error : undefined;
}

/**
 * The members of the input that a rejection names. Rejections that have the same status but name different members have
 * different causes.
 */
export function rejectedMembers(reply: WireResponse): readonly string[] {
  const names = rejectedItems(reply).map(memberName);
  const known = [...new Set(names.filter((name) => name !== undefined))].toSorted();
  return known.length > MAX_MEMBERS ? [] : known;
}

/**
 * The first elements of the list in which a rejection states its errors. If no list has a usual name, the only list
 * whose elements name members is used. Without a list, an object around the error is the only element, if it names a
 * member. `limit`: the maximum number of elements.
 */
export function rejectedItems(reply: WireResponse, limit = MAX_MEMBERS + 1): readonly Json[] {
  const body = replyJson(reply) ?? null;
  const error = errorObject(body);
  const holders = [body, error ?? null].filter((holder) => isJsonObject(holder));
  const usual = holders
    .flatMap((holder) => LISTS.map((name) => ownValue(holder, name)))
    .find((value) => Array.isArray(value));
  const others = holders.flatMap((holder) => Object.values(holder)).filter(namesMembers);
  const list = usual ?? (others.length === 1 ? others[0] : undefined);
  if (Array.isArray(list)) return list.slice(0, limit);
  const isNamed = error !== undefined && PLACES.some((name) => typeof error[name] === 'string');
  return isNamed ? [error] : [];
}

function namesMembers(value: Json): boolean {
  return Array.isArray(value) && value.length > 0 && value.slice(0, MAX_MEMBERS + 1).every(hasPlace);
}

/**
 * Whether an element has a member that states a place, such as `pointer`. A member such as `name` does not count,
 * because data may have it too.
 */
function hasPlace(item: Json): boolean {
  return PLACES.some((name) => ownValue(item, name) !== undefined);
}

/** The name of a member. List indexes are replaced by `*`, because they depend on the value. */
export function memberName(item: Json): string | undefined {
  if (!isJsonObject(item)) return undefined;
  const source = ownValue(item, 'source');
  const place = [item, source ?? null]
    .flatMap((holder) => NAMES.map((name) => ownValue(holder, name)))
    .find((value) => value !== undefined);
  const text = Array.isArray(place) ? place.map(String).join('/') : typeof place === 'string' ? place : undefined;
  return text?.slice(0, 100).replaceAll(/(?<=^|[/.[])\d+(?=$|[/.\]])/g, '*');
}
