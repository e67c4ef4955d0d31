import type { Operation } from '../../contract/operation.js';
import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { replyOf } from '../reply.js';
import { type TrialContext, responder } from '../rule.js';
import { keyOf, sendsKey } from './evidence/repeat-key.js';

/**
 * The violation for a valid request that is refused because of its idempotency key, although the key is unused: all
 * earlier requests with the key were invalid, and the service refused them.
 */
export function refusedKey(
  { id, repeat }: Operation,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  const { earlier = [], case: last, surface } = observation;
  const status = replyOf(observation)?.status;
  // A service that keeps its state may know the key from an earlier run.
  if (repeat?.key === undefined || repeat.conflict === undefined || !context.isolated) return undefined;
  const { key } = repeat;
  const same = earlier.filter((each) => each.case.operation === id && keyOf(each.case.input, key) !== undefined);
  const known = same.filter((each) => keyOf(each.case.input, key) === keyOf(last.input, key) && sendsKey(each, key));
  const isRefused = (each: Observation): boolean =>
    each.case.expect.kind === 'rejected' && isRefusal(replyOf(each)?.status) && replyOf(each)?.status !== status;
  if (last.expect.kind !== 'accepted' || known.length === 0 || !known.every(isRefused)) return undefined;
  if (status !== repeat.conflict) return [];
  return [
    {
      surface,
      pointer: '/response/status',
      kind: 'refused-key-kept',
      message: `The service answered ${status} to a valid request, because an invalid request with the same idempotency key came before. The service had refused that request, but it stored its key.`,
      expected: 'the reply to a new request',
      received: status,
      blame: responder(context),
      cause: `${id} refused`,
      place: id,
      status,
      repair: `Store the idempotency key only after a request of ${id} was validated.`,
    },
  ];
}

function isRefusal(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500;
}
