import type { Contract } from '../../../contract/contract.js';
import { inputText } from '../../../contract/input-text.js';
import { encodeRequest } from '../../../contract/wire/request/encode.js';
import { isSameMessage } from '../../../contract/wire/request/same-message.js';
import type { Operation } from '../../../contract/operation.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { Observation } from '../../../surfaces/observation.js';
import { replyOf } from '../../reply.js';

/** A call that ran at the same time as other calls, and the same call repeated afterwards without concurrent calls. */
interface Overlapped {
  readonly observation: Observation;
  readonly apart: Observation;
}

export interface OverlappedCall extends Overlapped {
  readonly operation: Operation;
  /** Calls of the same concurrent run with the same input. Their exchanges cannot be attributed to one of them. */
  readonly twins: readonly Overlapped[];
}

/** The concurrent calls before the last step of a sequence; `undefined` if there are none. */
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

/** Whether a call sent exactly one request, which is the right one. */
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

/** Whether both runs of a call sent its request, and the service accepted it when it ran by itself. */
export function isJudged({ operation, observation, apart }: OverlappedCall): boolean {
  const status = replyOf(apart)?.status;
  return (
    isFaithful(operation, observation) && isFaithful(operation, apart) && status !== undefined && isSuccess(status)
  );
}
