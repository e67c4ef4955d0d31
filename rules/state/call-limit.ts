import { type StatedLimit, statedLimit } from '../../contract/collections/states/stated-limit.js';
import { isSuccess } from '../../surfaces/failure-table.js';
import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { replyOf } from '../reply.js';
import { REAL_SERVICE, type TrialContext, type TrialRule, judgedEach, responder } from '../rule.js';
import { earlierCalls } from './evidence/earlier-calls.js';
import { isSamePath } from './evidence/item-changes.js';

/** A call beyond the number of calls that the contract permits for one item is refused. */
export const callLimit: TrialRule = {
  id: 'state/call-limit',
  severity: 'must',
  statement:
    'If the description of a POST or of its refusals states how many calls are accepted for one item, the next call is refused.',
  details: [
    'The description contains the number and the refusal, for example "a loan can be renewed twice; a third renewal is refused with 409", or "a playlist has at most five tracks; a sixth is refused (409)". So does "the loan was already renewed twice" at a 409. Numbers from 2 to 10 are tried.',
    'Limits of a period ("per day"), of some items ("active rules") and of calls at the same time are not judged.',
  ],
  source: 'the contract: the description of the operation; RFC 9110 §15.5.10 (409)',
  repair: 'Count the earlier calls for the item, and refuse the call beyond the number that the contract states.',
  backends: REAL_SERVICE,
  reads: 'reply',
  judgesCase: true,
  check: (trial, context) => {
    const limit = statedLimit(trial.operation);
    return limit === undefined
      ? undefined
      : judgedEach(trial, (observation) => limitFaults(limit, trial.operation.id, context, observation));
  },
};

function limitFaults(
  { most, statuses, sentence }: StatedLimit,
  operation: string,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  const status = replyOf(observation)?.status;
  const earlier = earlierCalls(context.contract, observation);
  const equal = earlier.filter(
    (call) => call.operation.id === operation && isSuccess(call.status) && isSamePath(call.observation, observation),
  );
  // Another change, such as a removal, may permit further calls.
  const isCounted = earlier
    .slice(earlier.findIndex((call) => call.operation.id === operation))
    .every((call) => call.operation.id === operation || call.operation.method === 'get');
  if (status === undefined || status >= 500 || equal.length < most || !isCounted) return undefined;
  if (!isSuccess(status)) return [];
  return [
    {
      surface: observation.surface,
      pointer: '/response/status',
      kind: 'accepted-beyond-limit',
      message: `The service answered ${status} to call ${equal.length + 1} of ${operation} for one item. The contract states: "${sentence}".`,
      expected: statuses.join(' or '),
      received: status,
      blame: responder(context),
      cause: operation,
      place: operation,
      status,
    },
  ];
}
