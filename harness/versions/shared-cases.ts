import type { CaseInput } from '../../contract/case.js';
import { type Contract, operationNamed } from '../../contract/contract.js';
import type { Operation, OperationId } from '../../contract/operation.js';
import { encodeRequest } from '../../contract/wire/request/encode.js';
import { splitRequest } from '../../contract/wire/request/split-request.js';
import { requestFaults } from '../../rules/conformance/surface/request-valid.js';
import { servedOperation } from '../../rules/versions/other-version.js';
import type { PlannedCase } from '../engine/plan/planned/planned-case.js';

/**
 * The kinds of expectations that apply to a request that is valid in both versions. An invalid request is judged by the
 * contract of the service only.
 */
const SHARED: ReadonlySet<string> = new Set(['accepted', 'accepted-or-absent', 'absent', 'unauthenticated']);

/**
 * The cases of a contract that are sent to a service of the other version:
 * - A released surface sends all cases of its contract (`all`).
 * - A new surface sends to a released service only requests that both contracts permit, because new features need the
 *   new service.
 * - If no request of an operation is permitted by both contracts, all its cases are sent, so that the report shows that
 *   no caller can use the operation.
 */
export function sharedCases(
  cases: readonly PlannedCase[],
  own: Contract,
  other: Contract,
  which: 'all' | 'permitted',
): readonly PlannedCase[] {
  const usable = cases.filter(({ case: made }) => made.raw === undefined && SHARED.has(made.expect.kind));
  if (which === 'all') return usable;
  const permitted = usable.filter((planned) => isPermitted(planned, own, other));
  const kept = new Set<OperationId>(permitted.filter(isAccepted).map(({ operation }) => operation.id));
  const unusable = usable.filter((planned) => isAccepted(planned) && !kept.has(planned.operation.id));
  const both = new Set([...permitted, ...unusable]);
  return usable.filter((planned) => both.has(planned));
}

function isAccepted({ case: { expect } }: PlannedCase): boolean {
  return expect.kind === 'accepted' || expect.kind === 'accepted-or-absent';
}

function isPermitted({ operation, case: { input, setup = [] } }: PlannedCase, own: Contract, other: Contract): boolean {
  if (!permits(other, operation, input)) return false;
  return setup.every((call) => {
    const called = operationNamed(own, call.operation);
    return called !== undefined && permits(other, called, call.input);
  });
}

/** Returns true if the contract of the other version permits the request for an input of an operation. */
function permits(other: Contract, operation: Operation, input: CaseInput): boolean {
  const served = servedOperation({ contract: other }, operation);
  const request = encodeRequest(operation, input);
  if (served === undefined || request.kind !== 'request') return false;
  return requestFaults(other.schemas, served, splitRequest(served, request), request.body).length === 0;
}
