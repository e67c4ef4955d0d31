import type { Operation } from '../../../contract/operation.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { type TrialContext, responder } from '../../rule.js';

/**
 * The violation for a call that the service must refuse, for example because it names an item that does not exist, if
 * the call is answered with a success. `undefined` after a 202, because the service may still refuse the call later.
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
