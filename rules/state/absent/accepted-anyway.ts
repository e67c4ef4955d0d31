import type { Operation } from '../../../contract/operation.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { type TrialContext, responder } from '../../rule.js';

/**
 * The violation of a call that must be refused, for example because it names an item that does not exist, if its status
 * is a success. After a 202, the service may still refuse the call.
 */
export function acceptedAnyway(
  operation: Operation,
  context: TrialContext,
  { surface }: Observation,
  status: number,
  about: Pick<Violation, 'kind' | 'message' | 'expected' | 'cause'>,
): readonly Violation[] {
  if (!isSuccess(status) || status === 202) return [];
  return [
    {
      ...about,
      surface,
      pointer: '/response/status',
      received: status,
      blame: responder(context),
      status,
      location: operation.location,
    },
  ];
}
