import type { Contract } from '../../../contract/contract.js';
import { inputText } from '../../../contract/input-text.js';
import { encodeRequest } from '../../../contract/wire/request/encode.js';
import { isSameMessage } from '../../../contract/wire/request/same-message.js';
import type { Operation } from '../../../contract/operation.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { Observation } from '../../../surfaces/observation.js';
import { replyOf } from '../../reply.js';

/** A call that ran at the same time as other calls, and a repetition of this call that ran by itself afterwards. */
interface Overlapped {
  readonly observation: Observation;
  readonly apart: Observation;
}

export interface OverlappedCall extends Overlapped {
  readonly operation: Operation;
  /**
   * Other calls of the same concurrent run with the same input. It is unknown which of these calls sent which request.
   */
  readonly twins: readonly Overlapped[];
}

/** The concurrent calls before the last step of a sequence; `undefined` if the sequence has no concurrent calls. */
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
 * Whether a call sent its request in both runs, and the service accepted the request of the run without concurrent
 * calls.
 */
export function isJudged({ operation, observation, apart }: OverlappedCall): boolean {
  const status = replyOf(apart)?.status;
  return (
    isFaithful(operation, observation) && isFaithful(operation, apart) && status !== undefined && isSuccess(status)
  );
}
