import { type Json, ownValue } from '../../../../../contract/json/json.js';
import type { WireResponse } from '../../../../../surfaces/exchange.js';
import { replyContent } from '../../../../reply.js';
import { errorBody, errorObject, memberName, rejectedItems } from './rejected-members.js';

/**
 * Names of members in which services state the reason of a refusal: the names of RFC 9457 §3.1, and other common names.
 */
const TEXTS = ['type', 'code', 'error_code', 'errorCode', 'error', 'title', 'message', 'detail'];
/** Names of the member with the text of one error, in the lists that `rejectedItems` reads. */
const ITEM_TEXTS = ['msg', 'message', 'detail', 'title', 'reason', 'description', 'diagnostics', 'error'];
const MAX_REASON = 500;
/** Matches quoted texts and numbers. */
const VALUES = /"[^"]*"|'[^']*'|`[^`]*`|\d+/g;

/** Matches numbers and long identifiers, which differ from reply to reply. */
const ASSIGNED = /[\da-f-]{16,}|\d+/gi;

/**
 * The reason that a refusal states. Values in it are replaced by `*`, so that refusals with the same cause have equal
 * reasons.
 */
export function statedReason(reply: WireResponse): string | undefined {
  const items = rejectedItems(reply);
  const members = new Set(items.flatMap((item) => memberName(item) ?? []));
  const own = holders(reply).flatMap((holder) => textsOf(holder, TEXTS));
  // The texts about errors without a member are used only if the reply states no other reason, as in JSON:API.
  const texts = members.size === 0 && own.length > 0 ? [] : items.flatMap((item) => textsOf(item, ITEM_TEXTS));
  const stated = [...own, ...[...members].toSorted(), ...texts];
  return stated.length === 0 ? undefined : [...new Set(stated)].join(' ');
}

/**
 * The reason in a reply whose status concerns the whole service. Values in it are replaced by `*`. If the reply states
 * no reason, the start of its body is used.
 */
export function statedState(reply: WireResponse): string {
  const start = replyContent(reply)?.subarray(0, MAX_REASON) ?? new Uint8Array(0);
  return statedReason(reply) ?? Buffer.from(start).toString('latin1').replaceAll(ASSIGNED, '*');
}

/** The maximum number of members that a refusal states. */
const MAX_STATED = 20;

/**
 * Each member of the input that a refusal names, with the text about it, in which `*` replaces values. `undefined` if
 * an element of the list of errors names no member, or if the list is long.
 */
export function statedMembers(reply: WireResponse): readonly string[] | undefined {
  const items = rejectedItems(reply, MAX_STATED + 1);
  const named = items.map((item) => [memberName(item), ...textsOf(item, ITEM_TEXTS)]);
  if (items.length === 0 || items.length > MAX_STATED || named.some(([name]) => name === undefined)) return undefined;
  return [...new Set(named.map((parts) => parts.join(' ')))].toSorted();
}

/** The texts in which a reply states its reason. Values in the texts are kept. */
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
 * All texts in which a reply states its reason, including those about single members of the input. Values in the texts
 * are kept.
 */
export function reasonTexts(reply: WireResponse): readonly string[] {
  const ofItems = rejectedItems(reply).flatMap((item) => ITEM_TEXTS.map((name) => ownValue(item, name)));
  const own = holders(reply).flatMap((holder) => TEXTS.map((name) => ownValue(holder, name)));
  // A `google.rpc.Status` has the name of its code in `status`.
  const code = ownValue(errorObject(errorBody(reply)) ?? null, 'status');
  const texts = [...own, code, ...ofItems].filter((text) => typeof text === 'string' && text !== '');
  return [...new Set(texts.map((text) => String(text).slice(0, MAX_REASON)))];
}

/** The codes of the errors in the list of a refusal. */
export function itemCodes(reply: WireResponse): readonly string[] {
  const codes = rejectedItems(reply).flatMap((item) =>
    ['code', 'errorCode', 'error_code'].map((name) => ownValue(item, name)),
  );
  return codes.filter((code) => typeof code === 'string');
}

/**
 * The texts in which a reply states its reason, or else the start of a body in plain text. Values in the texts are
 * kept.
 */
export function shownReason(reply: WireResponse): string {
  const texts = reasonTexts(reply);
  if (texts.length > 0) return texts.join(' ');
  return Buffer.from(replyContent(reply)?.subarray(0, MAX_REASON) ?? new Uint8Array(0)).toString('utf8');
}

/** The objects in which a reply states its reason: its body, and the object in its member `error`. */
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
