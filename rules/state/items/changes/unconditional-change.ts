import { changeKind } from '../../../../contract/collections/change-kind.js';
import type { Contract } from '../../../../contract/contract.js';
import type { Operation } from '../../../../contract/operation.js';
import { isPrecondition, requiresPrecondition } from '../../../../contract/wire/request/preconditions.js';
import { isSuccess } from '../../../../surfaces/failure-table.js';
import type { Observation } from '../../../../surfaces/observation.js';
import type { Violation } from '../../../finding.js';
import { replyOf } from '../../../reply.js';

/**
 * Judges a change without a precondition such as `If-Match`. If the contract documents 428 for it, the service must
 * refuse the change, so that no client overwrites the change of another client (RFC 6585 §3). `isRead`: whether the
 * item was read before. If it was not, a PUT may create the item, which then has no entity tag. Returns `none` if the
 * reply is correct, and `undefined` if the call cannot be judged.
 */
export function unconditionalFault(
  contract: Contract,
  operation: Operation,
  observation: Observation,
  isRead: boolean,
): Omit<Violation, 'surface' | 'blame'> | 'none' | undefined {
  const status = replyOf(observation)?.status;
  const isGuarded = observation.exchanges.some(({ request }) => request.headers.some(([name]) => isPrecondition(name)));
  if (
    status === undefined ||
    isGuarded ||
    changeKind(contract, operation) === undefined ||
    !requiresPrecondition(operation)
  )
    return undefined;
  if (status === 428) return 'none';
  const isThere = operation.method !== 'put' || isRead;
  if (!isSuccess(status) || status === 201 || !isThere) return undefined;
  return {
    pointer: '/response/status',
    kind: 'unconditional-accepted',
    message: `${operation.id} answers ${status} to a change without a precondition such as If-Match. The contract documents 428 for such a change.`,
    expected: 428,
    received: status,
    status,
    cause: 'unconditional',
    repair: `Answer 428 to a call of ${operation.id} without a precondition, or remove the 428 from the contract.`,
  };
}
