import { FORCE, refusedRemoval } from '../../../contract/collections/changes/refused-removal.js';
import { stateIn, stateMember } from '../../../contract/collections/states/state-member.js';
import type { Operation } from '../../../contract/operation.js';
import { isSafeMethod } from '../../../contract/wire/safe-method.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { isAbsent, replyOf } from '../../reply.js';
import { REAL_SERVICE, type TrialContext, type TrialRule, judgedEach } from '../../rule.js';
import { earlierCalls } from '../evidence/earlier-calls.js';
import { itemOf } from '../evidence/item-changes.js';
import { itemValue } from '../evidence/item-values.js';
import { acceptedAnyway } from './accepted-anyway.js';
import { refersAside, refersTo } from './referring-items.js';

/** The removal of an item to which other items belong is refused, if the contract states this. */
export const refusedRemovalRule: TrialRule = {
  id: 'state/refused-removal',
  severity: 'must',
  statement:
    'If the contract states that an item cannot be removed while other items belong to it, a DELETE of an item to which a created item belongs is refused. It may be answered with 202, because the service may still refuse it later.',
  details: [
    'The description of a reply 400, 409, 412 or 422 to the DELETE states this, such as "the patient has visits", or the description of the DELETE itself does, such as "a patient with a visit in the state BOOKED cannot be removed" or "a fleet with vehicles is only deleted with `force`".',
    'The created item refers to the item of the DELETE in its body or path and, if the description names states, is in one of them. A reference in a list or an object, such as `watcher_ids`, counts only if the created item has no other reference to items of this kind.',
  ],
  source: 'the contract: the descriptions of the DELETE and its refusals; RFC 9110 §15.5.10 (409)',
  repair: 'Count the items that refer to an item before it is removed, and refuse the removal as the contract states.',
  backends: REAL_SERVICE,
  reads: 'reply',
  judgesCase: true,
  check: (trial, context) =>
    trial.operation.method === 'delete'
      ? judgedEach(trial, (observation) => faultsOf(trial.operation, context, observation))
      : undefined,
};

function faultsOf(
  operation: Operation,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  const { contract } = context;
  const item = itemOf(contract, observation);
  const status = replyOf(observation)?.status;
  const { query = {} } = observation.case.input;
  const isForced = Object.keys(query).some((name) => FORCE.test(name));
  if (item === undefined || status === undefined || isForced || isAbsent(status)) return undefined;
  const calls = earlierCalls(contract, observation);
  const child = calls.find((call) => isSuccess(call.status) && refersTo(context, call, item.step));
  if (child !== undefined && refersAside(context, child, item)) return undefined;
  // A later call may have removed the other item, or moved it elsewhere.
  const after = child === undefined ? [] : calls.slice(calls.indexOf(child) + 1);
  if (child === undefined || after.some((call) => !isSafeMethod(call.operation.method))) return undefined;
  const read = context.collections?.find(({ create }) => create === child.operation)?.read?.operation;
  const member = stateMember(contract, read ?? child.operation);
  const stated = refusedRemoval(operation, child.operation.path, member?.values ?? []);
  const value = itemValue(contract, child.observation);
  const state = member && stateIn(value, member);
  if (stated?.isPrevented(typeof state === 'string' ? state : undefined) !== true) return undefined;
  return acceptedAnyway(operation, context, observation, status, {
    kind: 'removed-with-items',
    message: `${operation.id} is answered ${status} for an item to which an item of ${child.operation.id} refers. The contract states that this is refused.`,
    expected: stated.statuses.join(' or '),
    cause: operation.id,
  });
}
