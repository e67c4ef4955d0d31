import { statedLimit } from '../../contract/collections/states/stated-limit.js';
import { canonicalJson } from '../../contract/json/canonical-json.js';
import { distinct } from '../../contract/json/interleaved.js';
import type { Operation } from '../../contract/operation.js';
import { isSuccess } from '../../surfaces/failure-table.js';
import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { replyJson, replyOf } from '../reply.js';
import { REAL_SERVICE, type TrialContext, type TrialRule, judgedEach, responder } from '../rule.js';
import { earlierCalls } from './evidence/earlier-calls.js';
import { isSamePath } from './evidence/item-changes.js';
import { withoutRepeats } from './evidence/repeat-key.js';

/** A call beyond the number of calls that the contract permits for one item is refused. */
export const callLimit: TrialRule = {
  id: 'state/call-limit',
  severity: 'must',
  statement:
    'If the description of a POST or of its refusals states how many calls are accepted for one item, the next call is refused.',
  details: [
    'The description contains the number and the refusal, for example "a loan can be renewed twice; a third renewal is refused with 409", or "a playlist has at most five tracks; a sixth is refused (409)". So does "the loan was already renewed twice" at a 409. Numbers from 2 to 10 are tried.',
    'Limits of a period ("per day"), of some items ("active rules"), of others than the items of the path ("per customer") and of calls at the same time are not judged. Repetitions of an idempotency key, and calls that return an equal reply, do not count.',
  ],
  source: 'the contract: the description of the operation; RFC 9110 §15.5.10 (409)',
  repair: 'Count the earlier calls for the item, and refuse the call beyond the number that the contract states.',
  backends: REAL_SERVICE,
  reads: 'reply',
  judgesCase: true,
  check: (trial, context) => judgedEach(trial, (observation) => limitFaults(trial.operation, context, observation)),
};

function limitFaults(
  operation: Operation,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  const earlier = earlierCalls(context.contract, observation);
  const equal = earlier.filter(
    (call) => call.operation.id === operation.id && isSuccess(call.status) && isSamePath(call.observation, observation),
  );
  // The texts are read only for the few calls that come after an equal call.
  const limit = equal.length === 0 ? undefined : statedLimit(context.contract, operation);
  if (limit === undefined) return undefined;
  const { most, statuses, sentence } = limit;
  const status = replyOf(observation)?.status;
  const calls = [...equal.map((call) => call.observation), observation];
  const counted = withOwnReply(withoutRepeats(operation, calls));
  // Another change, such as a removal, may permit further calls.
  const isCounted = earlier
    .slice(earlier.findIndex((call) => call.operation.id === operation.id))
    .every((call) => call.operation.id === operation.id || call.operation.method === 'get');
  if (status === undefined || status >= 500 || counted.at(-1) !== observation || counted.length <= most || !isCounted)
    return undefined;
  if (!isSuccess(status)) return [];
  return [
    {
      surface: observation.surface,
      pointer: '/response/status',
      kind: 'accepted-beyond-limit',
      message: `The service answered ${status} to call ${counted.length} of ${operation.id} for one item. The contract states: "${sentence}".`,
      expected: statuses.join(' or '),
      received: status,
      blame: responder(context),
      cause: operation.id,
      place: operation.id,
      status,
    },
  ];
}

/** The calls without those that return the same reply as an earlier call, which may have changed nothing. */
function withOwnReply(calls: readonly Observation[]): readonly Observation[] {
  return distinct(calls, Infinity, (call) => {
    const reply = replyOf(call);
    const value = reply && replyJson(reply);
    // A reply without JSON is not equal to any other reply.
    return value === undefined ? `#${calls.indexOf(call)}` : canonicalJson(value);
  });
}
