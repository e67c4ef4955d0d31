import type { ContractCoverage } from '../../../contract/coverage/contract-coverage.js';
import type { Case } from '../../../contract/case.js';
import { invalidRejected } from '../../../rules/conformance/service/invalid-rejected.js';
import type { Observation } from '../../../surfaces/observation.js';
import { replyOf } from '../../../rules/reply.js';

/** Statuses that may concern the stored items instead of the input: not found, and conflict. */
const OF_STATE: ReadonlySet<number> = new Set([404, 409]);

/**
 * Whether the reply does not show if the service validates the input: it is 404 or 409, and the invalid value is not in
 * the path. A service may look up its items first, so a valid input may get the same reply. A 409 for a value that
 * breaks `const` or `enum` counts as a refusal of this value: JSON:API requires 409 for a `type` that does not belong
 * to the collection.
 */
export function isUndecided(observation: Observation): boolean {
  const { case: made } = observation;
  const status = replyOf(observation)?.status ?? 0;
  return isBesidePath(made) && OF_STATE.has(status) && !(status === 409 && isConstant(made));
}

function isConstant({ expect }: Case): boolean {
  return expect.kind === 'rejected' && (expect.keyword === 'const' || expect.keyword === 'enum');
}

/**
 * Whether the case has an invalid value outside the path that the service must refuse. Raw requests and cases with a
 * scripted reply do not count.
 */
export function isBesidePath({ expect, raw, reply }: Case): boolean {
  return expect.kind === 'rejected' && raw === undefined && reply === undefined && !expect.pointer.startsWith('/path');
}

/**
 * The key under which the rule about invalid inputs is counted for invalid values outside the path. It is in
 * `Tally.blocked` if at least one reply was undecided, and in `Tally.verifiedFor` if at least one reply was decided.
 */
export const BESIDE_PATH = `${invalidRejected.id} beside-path`;

/** The key in `Tally.blocked` that records that at least one undecided reply was a 409. */
export const CONFLICTS = `${invalidRejected.id} conflicts`;

/**
 * Counts the observed cases in the coverage. Observations with an undecided reply are counted separately, because they
 * do not show that the service checks the broken keyword.
 */
export function coverCases(
  coverage: Pick<ContractCoverage, 'addCase'> | undefined,
  observations: readonly Observation[],
): void {
  for (const made of new Set(observations.map((observation) => observation.case))) {
    for (const undecided of [false, true]) {
      const own = observations.filter((each) => each.case === made && isUndecided(each) === undecided);
      const surfaces = own.map(({ surface }) => surface);
      if (own.length > 0) coverage?.addCase(made, surfaces, undecided);
    }
  }
}
