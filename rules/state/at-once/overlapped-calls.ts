import type { Contract } from '../../../contract/contract.js';
import { inputText } from '../../../contract/input-text.js';
import { encodeRequest } from '../../../contract/wire/request/encode.js';
import { isSameMessage } from '../../../contract/wire/request/same-message.js';
import type { Operation } from '../../../contract/operation.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { Observation } from '../../../surfaces/observation.js';
import { replyOf } from '../../reply.js';

/** A call that ran at the same time as others, and the same call when it ran again by itself afterwards. */
interface Overlapped {
  readonly observation: Observation;
  readonly apart: Observation;
}

export interface OverlappedCall extends Overlapped {
  readonly operation: Operation;
  /** Other calls of the concurrent run with an equal input. It is not known which of these calls sent which request. */
  readonly twins: readonly Overlapped[];
}

/** The concurrent calls that ran before the last step of a sequence; `undefined` if there were none. */
export function overlappedCalls(
  { operations }: Contract,
  { apart, earlier = [] }: Observation,
): readonly OverlappedCall[] | undefined {
  if (apart === undefined) return undefined;
  const calls = earlier.filter(({ case: { lane } }) => lane !== undefined);
  const overlapped = calls.flatMap((observation): readonly Overlapped[] => {
    const same = apart.find((other) => other.case.id === observation.case.id);
    return same === undefined ? [] : [{ observation, apart: same }];
  });
  return overlapped.flatMap((call) => {
    const operation = operations.find(({ id }) => id === call.observation.case.operation);
    const twins = overlapped.filter((other) => other !== call && isSameCall(other.observation, call.observation));
    return operation === undefined ? [] : [{ ...call, operation, twins }];
  });
}

function isSameCall({ case: one }: Observation, { case: other }: Observation): boolean {
  return one.operation === other.operation && inputText(one.input) === inputText(other.input);
}

/** Whether a call sent exactly one request, and this request is correct. */
export function isFaithful(operation: Operation, { case: made, exchanges }: Observation): boolean {
  const [exchange] = exchanges;
  const expected = encodeRequest(operation, made.input);
  return (
    exchange !== undefined &&
    exchanges.length === 1 &&
    expected.kind === 'request' &&
    isSameMessage(expected, exchange.request)
  );
}

/**
 * Whether a concurrent call can be judged. It sent its correct request, both in the concurrent run and when it ran by
 * itself, and the service accepted the request when the call ran by itself.
 */
export function isJudged({ operation, observation, apart }: OverlappedCall): boolean {
  const status = replyOf(apart)?.status;
  return (
    isFaithful(operation, observation) && isFaithful(operation, apart) && status !== undefined && isSuccess(status)
  );
}
