import { type Json, type JsonObject, ownValue } from '../../../contract/json/json.js';
import type { Operation } from '../../../contract/operation.js';
import { sameJson } from '../../values/same-json.js';

/** A list in an item. An action on the item removed elements from this list. */
interface LostElements {
  readonly name: string;
  readonly before: readonly Json[];
  readonly after: readonly Json[];
}

/** Matches names of actions that only change the state of an item, such as `cancel` or `pay`. */
const LIFECYCLE =
  /^(?:un)?(?:cancel|pay|archive|(?:un)?lock|(?:un)?publish|pause|resume|suspend|(?:de)?activate|enable|disable|complete|finish|start|stop|reopen|(?:un)?pin|(?:un)?star|(?:un)?mute)$/i;

/**
 * Finds a list in an item from which an action removed some elements, although the action should only change the state
 * of the item, such as `cancel`. The create had sent these elements, and the other elements are unchanged. A list that
 * lost all elements is not reported, because some actions empty a list. A list that the texts of the action name is not
 * reported either.
 */
export function lostElements(
  action: Operation,
  sent: Json | undefined,
  before: JsonObject,
  after: JsonObject,
): LostElements | undefined {
  const name = action.path.split('/').at(-1) ?? '';
  const texts = `${action.summary} ${action.description}`;
  if (!LIFECYCLE.test(name)) return undefined;
  return Object.keys(before).flatMap((member): readonly LostElements[] => {
    const [given, old, now] = [sent ?? null, before, after].map((item) => listOf(item, member));
    if (given === undefined || old === undefined || now === undefined || namesMember(texts, member)) return [];
    const isPart = given.length === old.length && now.length > 0 && now.length < old.length;
    return isPart && now.every((element) => old.some((each) => sameJson(each, element)))
      ? [{ name: member, before: old, after: now }]
      : [];
  })[0];
}

function listOf(item: Json, name: string): readonly Json[] | undefined {
  const value = ownValue(item, name);
  return Array.isArray(value) ? (value as readonly Json[]) : undefined;
}

/**
 * Whether a text contains the name of a list in words, also in the singular: `line items` or `line item` for
 * `line_items`.
 */
function namesMember(text: string, member: string): boolean {
  const words = member
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z]+/g, ' ')
    .trim()
    .toLowerCase();
  const last = words.split(' ').at(-1) ?? '';
  const singular = last.replace(/(?:ies|es|s)$/, '');
  return singular.length > 1 && text.toLowerCase().includes(singular);
}
