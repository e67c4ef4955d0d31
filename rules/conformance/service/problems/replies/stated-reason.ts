import { type Json, ownValue } from '../../../../../contract/json/json.js';
import type { WireResponse } from '../../../../../surfaces/exchange.js';
import { replyContent } from '../../../../reply.js';
import { type PlaceOf, errorBody, errorObject, memberName, rejectedItems } from './rejected-members.js';

/** Names of members that contain the reason of a refusal: those of RFC 9457 §3.1, and other common names. */
const TEXTS = ['type', 'code', 'error_code', 'errorCode', 'error', 'title', 'message', 'detail'];
/** Names of members that contain the text of one error, in the elements of the list that `rejectedItems` returns. */
const ITEM_TEXTS = ['msg', 'message', 'detail', 'title', 'reason', 'description', 'diagnostics', 'error'];
const MAX_REASON = 500;
/** Matches the parts of a text that depend on the input: quoted texts and numbers. */
const VALUES = /"[^"]*"|'[^']*'|`[^`]*`|\d+/g;

/** Matches the parts of a text that differ in each reply: numbers and long identifiers. */
const ASSIGNED = /[\da-f-]{16,}|\d+/gi;

/**
 * The reason that a refusal states. `*` replaces quoted values and numbers, so that refusals with the same cause have
 * equal reasons.
 */
export function statedReason(reply: WireResponse, placeOf?: PlaceOf): string | undefined {
  const items = rejectedItems(reply);
  const members = new Set(items.flatMap((item) => memberName(item, placeOf) ?? []));
  const own = holders(reply).flatMap((holder) => textsOf(holder, TEXTS));
  // The texts about errors without a member are used only if the reply states no other reason, as in JSON:API.
  const texts = members.size === 0 && own.length > 0 ? [] : items.flatMap((item) => textsOf(item, ITEM_TEXTS));
  const stated = [...own, ...[...members].toSorted(), ...texts];
  return stated.length === 0 ? undefined : [...new Set(stated)].join(' ');
}

/**
 * The reason in a reply that is about the whole service, such as a 503. `*` replaces values. If the reply states no
 * reason, the result is the start of its body.
 */
export function statedState(reply: WireResponse): string {
  const start = replyContent(reply)?.subarray(0, MAX_REASON) ?? new Uint8Array(0);
  return statedReason(reply) ?? Buffer.from(start).toString('latin1').replaceAll(ASSIGNED, '*');
}

/** The maximum number of input members for which the texts of a refusal are returned. */
const MAX_STATED = 20;

/**
 * For each member of the input that a refusal names: the member and the error text about it, in which `*` replaces
 * values. `undefined` if an error in the list names no member, or if the list is too long.
 */
export function statedMembers(reply: WireResponse, placeOf?: PlaceOf): readonly string[] | undefined {
  const items = rejectedItems(reply, MAX_STATED + 1);
  const named = items.map((item) => [memberName(item, placeOf), ...textsOf(item, ITEM_TEXTS)]);
  if (items.length === 0 || items.length > MAX_STATED || named.some(([name]) => name === undefined)) return undefined;
  return [...new Set(named.map((parts) => parts.join(' ')))].toSorted();
}

/** The texts in which a reply states its reason, unchanged. */
export function statedTexts(reply: WireResponse): readonly string[] {
  const body = errorBody(reply);
  return TEXTS.flatMap((name) => {
    const text = ownValue(body, name);
    return typeof text === 'string' && text !== '' ? [text.slice(0, MAX_REASON)] : [];
  });
}

/** A text with `*` in place of quoted texts and numbers. */
export function withoutValues(text: string): string {
  return text.replaceAll(VALUES, '*');
}

/**
 * All texts in which a reply states its reason, unchanged. They include the texts about single members of the input.
 */
export function reasonTexts(reply: WireResponse): readonly string[] {
  const ofItems = rejectedItems(reply).flatMap((item) => ITEM_TEXTS.map((name) => ownValue(item, name)));
  const own = holders(reply).flatMap((holder) => TEXTS.map((name) => ownValue(holder, name)));
  // A `google.rpc.Status` has the name of its code in `status`.
  const code = ownValue(errorObject(errorBody(reply)) ?? null, 'status');
  const texts = [...own, code, ...ofItems].filter((text) => typeof text === 'string' && text !== '');
  return [...new Set(texts.map((text) => String(text).slice(0, MAX_REASON)))];
}

/** The error codes in the list of errors of a refusal, such as `too_long`. */
export function itemCodes(reply: WireResponse): readonly string[] {
  const codes = rejectedItems(reply).flatMap((item) =>
    ['code', 'errorCode', 'error_code'].map((name) => ownValue(item, name)),
  );
  return codes.filter((code) => typeof code === 'string');
}

/**
 * The texts in which a reply states its reason, joined and unchanged. If there are none, the result is the start of a
 * body in plain text.
 */
export function shownReason(reply: WireResponse): string {
  const texts = reasonTexts(reply);
  if (texts.length > 0) return texts.join(' ');
  return Buffer.from(replyContent(reply)?.subarray(0, MAX_REASON) ?? new Uint8Array(0)).toString('utf8');
}

/** The objects that may contain the reason of a refusal: the body, and the object in its member `error`. */
function holders(reply: WireResponse): readonly Json[] {
  const body = errorBody(reply);
  return [body, errorObject(body) ?? null];
}

function textsOf(holder: Json, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const text = ownValue(holder, name);
    return typeof text === 'string' && text !== '' ? [withoutValues(text.slice(0, MAX_REASON))] : [];
  });
}
