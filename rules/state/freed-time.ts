import { freedStates, freesTime } from '../../contract/collections/states/freed-time.js';
import { stateIn, stateMember } from '../../contract/collections/states/state-member.js';
import { isSuccess } from '../../surfaces/failure-table.js';
import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { replyOf } from '../reply.js';
import { type Trial, type TrialContext, responder } from '../rule.js';
import { createKey } from './equal-creates.js';
import { earlierCalls } from './evidence/earlier-calls.js';
import { changesOf, isMade } from './evidence/item-changes.js';
import { createdItem, itemValue } from './evidence/item-values.js';

/**
 * The violation for a create that is refused as an overlap, although the contract states that the only equal item no
 * longer occupies its time. `undefined` if there is no such item. `statuses`: those of a refusal as an overlap.
 */
export function freedFaults(
  { operation, case: { input } }: Trial,
  context: TrialContext,
  observation: Observation,
  statuses: readonly string[],
): readonly Violation[] | undefined {
  const { contract, collections } = context;
  const [before, second] = earlierCalls(contract, observation).filter(
    (call) => call.operation === operation && isSuccess(call.status),
  );
  const item = before && createdItem(contract, before.observation);
  const status = replyOf(observation)?.status ?? 0;
  const isEqual = before && createKey(before.observation.case.input) === createKey(input);
  const last = item && changesOf(contract, observation, item).findLast(isMade);
  if (before === undefined || last === undefined || second !== undefined || isEqual !== true) return undefined;
  const member = stateMember(
    contract,
    collections?.find(({ create }) => create === operation)?.read?.operation ?? operation,
  );
  const state = member && stateIn(itemValue(contract, last.observation), member);
  const isFree = freedStates(operation, member?.values ?? []).some((freed) => freed === state);
  if (!isFree && !freesTime(last.operation)) return undefined;
  if (!statuses.includes(String(status))) return isSuccess(status) ? [] : undefined;
  return [
    {
      surface: observation.surface,
      pointer: '/response/status',
      kind: 'freed-refused',
      message: `${operation.id} is refused with ${status}, although ${last.operation.id} freed the time.`,
      expected: before.status,
      received: status,
      status,
      blame: responder(context),
      cause: operation.id,
    },
  ];
}
