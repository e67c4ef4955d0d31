import { type Json, isJsonObject, ownValue } from '../../contract/json/json.js';
import type { WireResponse } from '../../surfaces/exchange.js';
import { replyJson } from '../reply.js';

/** A refusal that lists more members than these is about the whole input. */
const MAX_MEMBERS = 3;

/** Members under which services list what is wrong with an input: RFC 9457 §3 (its example), JSON:API, FastAPI, Ajv. */
const LISTS = ['errors', 'detail', 'details', 'violations', 'invalid-params', 'issues'];
const NAMES = ['pointer', 'path', 'loc', 'field', 'name', 'instancePath', 'param', 'property'];

/** The members of the input that a refusal names, as far as it does: what tells two reasons for one status apart. */
export function rejectedMembers(reply: WireResponse): readonly string[] {
  const problem = replyJson(reply);
  const list = LISTS.map((name) => ownValue(problem ?? null, name)).find((value) => Array.isArray(value));
  const names = Array.isArray(list) ? list.slice(0, MAX_MEMBERS + 1).map(memberName) : [];
  const known = [...new Set(names.filter((name) => name !== undefined))].toSorted();
  return known.length > MAX_MEMBERS ? [] : known;
}

/** Elements of a list are one member: which of them was wrong is a matter of the value. */
function memberName(item: Json): string | undefined {
  if (!isJsonObject(item)) return undefined;
  const source = ownValue(item, 'source');
  const place = [item, source ?? null].flatMap((holder) => NAMES.map((name) => ownValue(holder, name))).find((value) => value !== undefined);
  const text = Array.isArray(place) ? place.map(String).join('/') : typeof place === 'string' ? place : undefined;
  return text?.slice(0, 100).replaceAll(/(?<=^|[/.[])\d+(?=$|[/.\]])/g, '*');
}
