import type { Case } from '../../../contract/case.js';
import { invalidRejected } from '../../../rules/conformance/service/invalid-rejected.js';
import type { Observation } from '../../../surfaces/observation.js';
import { replyOf } from '../../../rules/reply.js';

/**
 * Whether the reply does not show if the service validates the input: it answered 404, and the identifier in the path is
 * not the invalid value. A service may look for the item first, so that the same reply follows for a valid input.
 */
export function isUndecided(observation: Observation): boolean {
  return isBesidePath(observation.case) && replyOf(observation)?.status === 404;
}

/** Whether the case has an invalid value that is not in the path, and that the service itself refuses. */
export function isBesidePath({ expect, raw, reply }: Case): boolean {
  return expect.kind === 'rejected' && raw === undefined && reply === undefined && !expect.pointer.startsWith('/path');
}

/**
 * A key of `Tally.blocked` if at least one reply was undecided, and of `Tally.verifiedFor` if at least one invalid value
 * outside the path got a reply that decides.
 */
export const BESIDE_PATH = `${invalidRejected.id} beside-path`;
