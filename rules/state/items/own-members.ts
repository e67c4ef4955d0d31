import { canonicalJson } from '../../../contract/json/canonical-json.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../contract/json/json.js';
import type { Violation } from '../../finding.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, judgedEach, responder } from '../../rule.js';
import { sameJson } from '../../values/same-json.js';
import { type AcceptedCreate, acceptedCreates } from '../evidence/accepted-creates.js';
import { createdItems } from '../evidence/item-changes.js';
import type { CreatedItem } from '../evidence/item-values.js';
import { type ObjectOfReply, leakedObject } from './own-objects.js';

/** No value in a created item comes from the request that created a different item. */
export const ownMembers: TrialRule = {
  id: 'state/own-members',
  severity: 'must',
  statement:
    'Two equal creates make equal items, even if other items are created in between. No member of an item, or of an object in an item, comes from the request of another item.',
  source: 'RFC 9110 §3.3: the semantics of each request are understood in isolation from other requests',
  repair: 'Make a new object for each request; share no variable, default argument or object between requests.',
  backends: REAL_SERVICE,
  reads: 'value',
  judgesCase: true,
  check: (trial, context) => {
    const creates = acceptedCreates(trial, context)?.filter(({ isElement }) => isElement !== true);
    if (creates === undefined) return undefined;
    return judgedEach(trial, (observation) => {
      const made = creates.find(({ surface }) => surface === observation.surface);
      const before = createdItems(context.contract, observation).filter(
        ({ create }) => create.id === trial.operation.id,
      );
      if (made === undefined) return undefined;
      const equal = before.find(({ sent }) => canonicalJson(sent ?? null) === canonicalJson(made.sent));
      const whole = equal && leaked(trial, context, made, equal, before);
      if (whole !== undefined && whole.length > 0) return whole;
      const below = leakedObject(made, before);
      return below === undefined ? whole : faultBelow(trial, context, made, below);
    });
  },
};

/**
 * The violation for a member that the request omits, and that the reply has with the value of an earlier request. It is
 * only reported if an equal earlier create returned a different value, so that the value is not a default.
 */
function leaked(
  { operation }: Trial,
  context: TrialContext,
  { surface, sent, returned, fields }: AcceptedCreate,
  equal: CreatedItem,
  before: readonly CreatedItem[],
): readonly Violation[] {
  const isLeaked = (name: string): boolean => {
    const value = ownValue(returned, name);
    return (
      value !== undefined &&
      !Object.hasOwn(sent, name) &&
      !sameJson(value, ownValue(equal.value, name)) &&
      before.some((item) => isJsonObject(item.sent) && hasValue(item.sent, name, value))
    );
  };
  const names = [...fields.keys()].filter(isLeaked);
  const [name] = names;
  if (name === undefined) return [];
  return [
    {
      surface,
      pointer: joinPointer('/response/body', name),
      kind: 'value-of-another-request',
      message: `${operation.id} returns ${name}, which the request omits, with the value of an earlier request.`,
      expected: ownValue(equal.value, name) ?? 'no member',
      received: ownValue(returned, name) ?? null,
      blame: responder(context),
      cause: operation.id,
      place: operation.id,
    },
  ];
}

/** The violation for an object in the reply that has members of an earlier request. */
function faultBelow(
  { operation }: Trial,
  context: TrialContext,
  { surface, at }: AcceptedCreate,
  { pointer, expected, received, isLeaked }: ObjectOfReply,
): readonly Violation[] {
  if (!isLeaked) return [];
  return [
    {
      surface,
      pointer: `${at}${pointer}`,
      kind: 'value-of-another-request',
      message: `${operation.id} returns values at ${pointer} that come from an earlier request; its own request omits these members. The values are not defaults: an earlier create with an equal object in its request returned different values.`,
      expected,
      received,
      blame: responder(context),
      cause: operation.id,
      place: operation.id,
    },
  ];
}

function hasValue(sent: JsonObject, name: string, value: Json): boolean {
  return Object.hasOwn(sent, name) && sameJson(sent[name], value);
}
