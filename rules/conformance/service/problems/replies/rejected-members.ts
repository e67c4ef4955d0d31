import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../../../contract/json/json.js';
import type { WireResponse } from '../../../../../surfaces/exchange.js';
import { replyJson } from '../../../../reply.js';

/**
 * The maximum number of members that a refusal names. A refusal with more members is about the whole input, so none of
 * them is returned.
 */
const MAX_MEMBERS = 3;

/** Names under which services list the errors of an input: RFC 9457 §3 (its example), JSON:API, FastAPI, Ajv, huma. */
const LISTS = ['errors', 'detail', 'details', 'violations', 'invalid-params', 'issues', 'issue'];
const NAMES = [
  'pointer',
  'parameter',
  'path',
  'loc',
  'field',
  'name',
  'instancePath',
  'param',
  'target',
  'property',
  'location',
  'expression',
  'header',
];
/** Names of members that contain the text of an error. Data other than errors rarely has members with these names. */
const MESSAGES: readonly string[] = ['message', 'msg', 'reason', 'error'];
/**
 * Names of members that state a place in the input, as in `{"path": "/name", "message": "too long"}`. In an object
 * without a message, they may mean something else.
 */
const BESIDE_MESSAGE: readonly string[] = ['path', 'property'];
const PLACES: readonly string[] = ['pointer', 'parameter', 'loc', 'field', 'instancePath', 'param', 'target'];

/**
 * The maximum number of members of an object that is read as a map of error messages, such as `{"name": ["may not be
 * blank"]}`.
 */
const MAX_MAPPED = 50;

/**
 * The object that some services put around an error: the value of `error` in `{"error": {"code": …, "message": …}}`.
 */
export function errorObject(body: Json): JsonObject | undefined {
  const error = ownValue(body, 'error');
  return isJsonObject(error) ? error : undefined;
}

/**
 * The JSON body of a refusal. Names that begin with a capital letter, such as `Errors` and `Message` in the Open
 * Banking standards, are returned with a small first letter.
 */
export function errorBody(reply: WireResponse): Json {
  return withSmallLetters(replyJson(reply) ?? null);
}

/**
 * The object with small first letters in its names. A map of error messages is returned unchanged, because its names
 * are those of the input.
 */
function withSmallLetters(object: Json): Json {
  if (!isJsonObject(object) || isMapped(object)) return object;
  const small = (name: string): string => `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;
  const renamed = Object.entries(object).map(([name, value]) => [
    Object.hasOwn(object, small(name)) ? name : small(name),
    value,
  ]);
  return Object.fromEntries(renamed) as JsonObject;
}

/**
 * The members of the input that a refusal names, such as `/name`. Refusals with the same status that name different
 * members have different causes. `placeOf` may make names equal.
 */
export function rejectedMembers(reply: WireResponse, placeOf: PlaceOf = unchanged): readonly string[] {
  const names = rejectedItems(reply).flatMap((item) => memberName(item, placeOf) ?? []);
  const known = [...new Set(names.filter((name) => !WHOLE.has(name)))].toSorted();
  return known.length > MAX_MEMBERS ? [] : known;
}

/**
 * The segments of a place that a refusal names. Both `lines[0].price` and `/lines/0/price` have the segments `lines`,
 * `0` and `price`.
 */
export function partsOf(place: string): readonly string[] {
  return place.split(/[/.[\]]/).filter((part) => part !== '');
}

/**
 * The errors of the input that a refusal states, at most `limit`. They are in one of these places of the body, and the
 * first that exists is read:
 * - a list with a usual name, such as `errors`, or else the only list whose elements name members of the input,
 * - a map of error messages, such as `{"name": ["may not be blank"]}`,
 * - an object around a single error, such as `{"error": {…}}`, if it names a member of the input.
 */
export function rejectedItems(reply: WireResponse, limit = MAX_MEMBERS + 1): readonly Json[] {
  const body = errorBody(reply);
  const error = errorObject(body);
  const details = ownValue(body, 'details') ?? null;
  const holders = [body, error ?? null, details].filter((holder) => isJsonObject(holder));
  const usual = holders
    .flatMap((holder) => LISTS.map((name) => ownValue(holder, name)))
    .find((value) => Array.isArray(value));
  const others = holders.flatMap((holder) => Object.values(holder)).filter(namesMembers);
  const list = usual ?? (others.length === 1 ? others[0] : undefined);
  if (Array.isArray(list))
    return list
      .slice(0, limit)
      .flatMap(violationsIn)
      .slice(0, limit)
      .map((item) => withSmallLetters(item));
  const mapped = holders.flatMap((holder) => [...LISTS.map((name) => ownValue(holder, name)), holder]).find(isMapped);
  if (mapped !== undefined) return itemsOf(mapped).slice(0, limit);
  const isNamed = error !== undefined && PLACES.some((name) => typeof error[name] === 'string');
  return isNamed ? [error] : [];
}

/**
 * The errors in one element of the list of errors: the element itself, or the elements of its `fieldViolations` in the
 * format `google.rpc.BadRequest`.
 */
function violationsIn(item: Json): readonly Json[] {
  const violations = ownValue(item, 'fieldViolations') ?? ownValue(item, 'field_violations');
  return Array.isArray(violations) ? (violations as readonly Json[]) : [item];
}

/**
 * Whether an object maps the names of refused members to lists of messages: `{"name": ["may not be blank"]}`. Django
 * REST framework sends such an object as the body; ASP.NET, Laravel and Rails send it in the member `errors`.
 */
function isMapped(value: Json | undefined): value is JsonObject {
  if (!isJsonObject(value)) return false;
  const lists = Object.values(value);
  const areMessages = (list: Json): boolean =>
    Array.isArray(list) && list.length > 0 && list.every((text: Json) => typeof text === 'string');
  return lists.length > 0 && lists.length <= MAX_MAPPED && lists.every(areMessages);
}

/**
 * Converts a map of error messages to a list of errors, each with its member and message. An error about the whole
 * input has no member.
 */
function itemsOf(mapped: JsonObject): readonly JsonObject[] {
  return Object.entries(mapped).map(([field, messages]) => {
    const message = (messages as readonly string[]).join(' ');
    return WHOLE.has(field) ? { message } : { field, message };
  });
}

/**
 * Names that stand for the whole input in maps of error messages, in frameworks such as Django REST framework, ASP.NET,
 * Rails and Spring.
 */
const WHOLE: ReadonlySet<string> = new Set(['non_field_errors', '__all__', '', '$', 'base', 'request', 'payload']);

function namesMembers(value: Json): boolean {
  return Array.isArray(value) && value.length > 0 && value.slice(0, MAX_MEMBERS + 1).every(hasPlace);
}

/**
 * Whether an element of a list states a place in the input, in a member such as `pointer`. The member `path` counts
 * only beside a message. A member such as `name` does not count, because data other than errors often has such members.
 */
function hasPlace(item: Json): boolean {
  const has = (name: string): boolean => ownValue(item, name) !== undefined;
  return PLACES.some(has) || (MESSAGES.some(has) && BESIDE_MESSAGE.some(has));
}

/**
 * The name of the input member that an error is about, such as `/tags/*`. `*` replaces each list index, because the
 * index depends on the input.
 */
export function memberName(item: Json, placeOf: PlaceOf = unchanged): string | undefined {
  if (!isJsonObject(item)) return undefined;
  const source = ownValue(item, 'source');
  const place = [item, source ?? null]
    .flatMap((holder) => NAMES.map((name) => ownValue(holder, name)))
    .find((value) => value !== undefined);
  const text = Array.isArray(place) ? place.map(String).join('/') : typeof place === 'string' ? place : undefined;
  return text === undefined ? undefined : placeOf(text.slice(0, 100).replaceAll(/(?<=^|[/.[])\d+(?=$|[/.\]])/g, '*'));
}

/** Converts the name of a member of the input, as a refusal states it, to the name that is reported. */
export type PlaceOf = (name: string) => string;

function unchanged(name: string): string {
  return name;
}
