import { type Json, type JsonObject, ownValue } from '../../../contract/json/json.js';
import type { Operation } from '../../../contract/operation.js';
import { sameJson } from '../../values/same-json.js';

/** A list of an item that lacks some of its elements after an action. */
interface LostElements {
  readonly name: string;
  readonly before: readonly Json[];
  readonly after: readonly Json[];
}

/** Names of actions that move an item to another state, and change nothing else in it. */
const LIFECYCLE =
  /^(?:un)?(?:cancel|pay|archive|(?:un)?lock|(?:un)?publish|pause|resume|suspend|(?:de)?activate|enable|disable|complete|finish|start|stop|reopen|(?:un)?pin|(?:un)?star|(?:un)?mute)$/i;

/**
 * The first list that lost some of the elements that the create sent, after an action that should change nothing but
 * the state of the item. The other elements are unchanged. A list that lost all elements is not judged: some actions
 * empty a list, such as the assignees of a finished task. A list that the texts of the action name is not judged
 * either.
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

/** Whether a text contains the name of a list, also in the singular: `line items` and `line item` for `line_items`. */
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
