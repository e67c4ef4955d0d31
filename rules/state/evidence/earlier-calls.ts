import type { Contract } from '../../../contract/contract.js';
import type { Operation } from '../../../contract/operation.js';
import type { Observation } from '../../../surfaces/observation.js';
import { replyOf } from '../../reply.js';

/** A call of a sequence that got a reply. */
export interface EarlierCall {
  readonly operation: Operation;
  readonly observation: Observation;
  readonly status: number;
}

/** The calls of a sequence before this observation that got a reply, in order. */
export function earlierCalls(
  { operations }: Contract,
  { earlier = [] }: Pick<Observation, 'earlier'>,
): readonly EarlierCall[] {
  return earlier.flatMap((observation) => {
    const operation = operations.find(({ id }) => id === observation.case.operation);
    const status = replyOf(observation)?.status;
    return operation === undefined || status === undefined ? [] : [{ operation, observation, status }];
  });
}
