import { joinPointer } from '../../contract/json/json-pointer.js';
import { type Json, isJsonObject } from '../../contract/json/json.js';
import { parseJsonText } from '../../contract/wire/request/split-request.js';
import { sameJson } from '../values/same-json.js';

/**
 * A list in a form that a surface sent as JSON text in one field, such as `tags=["a","b"]`, in place of one field for
 * each element.
 */
export interface ListAsText {
  readonly pointer: string;
  readonly kind: 'list-as-text';
  readonly expected: Json | undefined;
  readonly received: Json;
}

/**
 * Finds the lists of a form that were sent as JSON text in one field. `corrected`: the sent form, but with one field
 * for each element of these lists (none for an empty list).
 */
export function listsAsText(
  wanted: Json | undefined,
  sent: Json | undefined,
): { readonly found: readonly ListAsText[]; readonly corrected: Json | undefined } {
  if (!isJsonObject(wanted) || !isJsonObject(sent)) return { found: [], corrected: sent };
  const found: ListAsText[] = [];
  const members = Object.entries(sent).flatMap(([name, value]): readonly (readonly [string, Json])[] => {
    const expected = Object.hasOwn(wanted, name) ? wanted[name] : undefined;
    const text = Array.isArray(value) && value.length === 1 ? (value[0] as Json) : value;
    if (!isTextOf(text, expected)) return [[name, value]];
    found.push({ pointer: joinPointer('/body', name), kind: 'list-as-text', expected, received: text });
    return expected === undefined ? [] : [[name, expected]];
  });
  return found.length === 0 ? { found, corrected: sent } : { found, corrected: Object.fromEntries(members) };
}

function isTextOf(text: Json, list: Json | undefined): boolean {
  if (typeof text !== 'string' || !text.trimStart().startsWith('[') || !(list === undefined || Array.isArray(list)))
    return false;
  const read = parseJsonText(text);
  return Array.isArray(read) && sameJson(textsOf(read as readonly Json[]), textsOf(list ?? []));
}

/** The elements of a list as texts. A form has no types, so the number 1 and the text `1` are the same in a form. */
function textsOf(list: readonly Json[]): readonly string[] {
  return list.map((element) => (typeof element === 'string' ? element : JSON.stringify(element)));
}
