import { type StatedNull, statedNulls } from '../../contract/collections/states/stated-nulls.js';
import { joinPointer } from '../../contract/json/json-pointer.js';
import { type Json, isJsonObject, ownValue } from '../../contract/json/json.js';
import type { Operation } from '../../contract/operation.js';
import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { replyOf } from '../reply.js';
import { type TrialContext, responder } from '../rule.js';
import { changesOf, isMade, itemOf, readsOf } from './evidence/item-changes.js';
import { itemSchema, itemValue } from './evidence/item-values.js';

const known = new WeakMap<Operation, readonly StatedNull[]>();

/**
 * Judges members that must be null while an item is in a certain state, such as `closed_at` of an open issue, according
 * to their descriptions. A member is judged only if it was null in an earlier read in the same state. This shows that
 * the description is meant literally.
 */
export function notCleared(
  read: Operation,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  const { contract } = context;
  const nulls = known.get(read) ?? statedNulls(contract, read);
  known.set(read, nulls);
  const item = nulls.length === 0 ? undefined : itemOf(contract, observation);
  const reply = replyOf(observation);
  const shown = reply && itemSchema(contract, read, reply);
  const value = itemValue(contract, observation);
  const change = item && changesOf(contract, observation, item).findLast(isMade);
  if (item === undefined || shown === undefined || change === undefined || !isJsonObject(value)) return undefined;
  const earlier = readsOf(contract, observation.earlier ?? [], item).map((each) => each.value);
  const isIn = (each: Json, { member, state }: StatedNull): boolean => ownValue(each, member) === state;
  const judged = nulls.filter(
    (each) => isIn(value, each) && earlier.some((before) => isIn(before, each) && ownValue(before, each.name) === null),
  );
  if (judged.length === 0) return undefined;
  return judged
    .filter(({ name }) => (ownValue(value, name) ?? null) !== null)
    .map(({ name, member, state }) => ({
      surface: observation.surface,
      pointer: `${shown.at}${joinPointer('', name)}`,
      kind: 'not-cleared',
      message: `${read.id} returns a \`${name}\`, although the \`${member}\` of the item is \`${state}\`. The contract states that \`${name}\` is then null.`,
      expected: null,
      received: ownValue(value, name) ?? null,
      blame: responder(context),
      cause: `${change.operation.id} ${member}`,
    }));
}
