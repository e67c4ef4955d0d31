import { isStateName } from '../../../../contract/collections/states/state-member.js';
import { joinPointer } from '../../../../contract/json/json-pointer.js';
import { type Json, type JsonObject, ownValue } from '../../../../contract/json/json.js';
import type { JsonDifference } from '../../../values/json-difference.js';
import { sameJson } from '../../../values/same-json.js';

/** A member that a PATCH did not send, and that the service should have kept. */
type ResetMember = Omit<JsonDifference, 'kind'> & { readonly kind: 'reset-by-patch' };

/** An item at three times: before all changes of a sequence, before the last change, and after it. */
interface Values {
  readonly initial: Json;
  readonly before: Json;
  readonly value: JsonObject;
}

/**
 * Matches names of members that a service may change because others change. For example, an article becomes a draft
 * again when its text is edited.
 */
const FOLLOWS = /stat(?:e|us)|stage|phase|step|draft|review|ed$/i;

/**
 * The members that the PATCH did not send and that now have their first values again, although an earlier change had
 * set them. Empty if there is only one, or if a different member that the PATCH did not send kept its changed value:
 * the service may then have changed a single member on purpose.
 */
function restoredMembers(omitted: readonly string[], { before, initial, value }: Values): ReadonlySet<string> {
  const changed = omitted.filter(
    (name) => isKept(initial, name) && !sameJson(ownValue(before, name) ?? null, ownValue(initial, name) ?? null),
  );
  const isRestored = (name: string): boolean =>
    sameJson(ownValue(value, name) ?? null, ownValue(initial, name) ?? null);
  return new Set(changed.length > 1 && changed.every(isRestored) ? changed : []);
}

/**
 * The members that a PATCH did not send, and that are lost or reset. A reset member has a value for which `isInitial`
 * is true, such as its default, or its first value from before all changes.
 */
export function resetMembers(
  names: readonly string[],
  values: Values,
  isInitial: (name: string, member: Json) => boolean,
): readonly ResetMember[] {
  const { before, value } = values;
  const omitted = names.filter((name) => isKept(before, name));
  const restored = restoredMembers(omitted, values);
  const isReset = (name: string): boolean => {
    const [from, to] = [ownValue(before, name), ownValue(value, name)];
    if (!isKept(value, name) || to === undefined || from === undefined) return true;
    return !FOLLOWS.test(name) && !sameJson(from, to) && (restored.has(name) || isInitial(name, to));
  };
  return omitted
    .filter((name) => isReset(name))
    .map((name) => ({
      pointer: joinPointer('', name),
      kind: 'reset-by-patch',
      expected: ownValue(before, name),
      received: ownValue(value, name),
    }));
}

/**
 * Whether a change sets only the state of an item. A service may then clear members that belong to the old state, such
 * as the reason of an issue that is reopened.
 */
export function isStateChange(sent: JsonObject, before: Json): boolean {
  const [name, ...others] = Object.keys(sent);
  if (name === undefined || others.length > 0 || !isStateName(name)) return false;
  return !sameJson(ownValue(sent, name) ?? null, ownValue(before, name) ?? null);
}

export function isKept(value: Json, name: string): boolean {
  const member = ownValue(value, name);
  return member !== undefined && member !== null;
}
