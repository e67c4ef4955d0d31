import type { Case } from '../../../contract/case.js';
import type { Operation, OperationId } from '../../../contract/operation.js';
import {
  type Credentials,
  hasCredentials,
  isSecured,
  schemesToMeet,
} from '../../../contract/wire/request/credentials.js';
import { isSafeMethod } from '../../../contract/wire/safe-method.js';
import type { CasePlan } from './case-plan.js';
import type { PlannedCase } from './planned/planned-case.js';

/** States which calls a run may send to a service that the run did not start. */
export interface SendingRule {
  /** Whether only safe methods may be sent (RFC 9110 §9.2.1). */
  readonly isSafe: boolean;
  readonly credentials: Credentials;
  /**
   * The operations whose server has no address in this run. Each is mapped to the URL of its server in the contract.
   */
  readonly unserved?: ReadonlyMap<OperationId, string>;
  /** Whether the user adds headers to all requests. Such headers may authenticate the requests. */
  readonly addsHeaders: boolean;
}

/**
 * Returns the plan with only the cases and sequences that the run may send. Also lists the operations for which the run
 * has no credentials.
 */
export function permittedCases(plan: CasePlan, rule: SendingRule): CasePlan {
  const without = new Map<OperationId, readonly string[]>();
  const cases = plan.cases.filter((planned) => {
    const missing = missingSchemes(planned.operation, rule);
    if (missing.length > 0) without.set(planned.operation.id, missing);
    return isPermitted(planned, rule, missing.length > 0);
  });
  const sequences = plan.sequences?.filter(({ steps }) =>
    steps.every((step) => isPermitted(step, rule, missingSchemes(step.operation, rule).length > 0)),
  );
  return {
    ...plan,
    cases,
    ...(sequences && { sequences }),
    ...(without.size > 0 && { withoutCredentials: without }),
    ...(rule.unserved !== undefined && rule.unserved.size > 0 && { unserved: rule.unserved }),
  };
}

function isPermitted({ operation, case: made }: PlannedCase, rule: SendingRule, lacksCredentials: boolean): boolean {
  if (rule.unserved?.has(operation.id) === true) return false;
  if (rule.isSafe && !isSafeMethod(made.raw?.method ?? operation.method)) return false;
  // The added headers may authenticate the request, but the case expects a refusal.
  if (rule.addsHeaders && !isAuthenticated(made)) return false;
  return !lacksCredentials || NEEDS_NO_TOKEN.has(made.token);
}

function isAuthenticated({ token, expect }: Case): boolean {
  return token === 'configured' && expect.kind !== 'unauthenticated';
}

/** Values of `token` for cases without a valid credential. */
const NEEDS_NO_TOKEN: ReadonlySet<Case['token']> = new Set(['missing', 'wrong', 'empty']);

/** The security schemes of the operation. Empty if the operation needs no credentials or the run has them. */
function missingSchemes(operation: Operation, { credentials, addsHeaders }: SendingRule): readonly string[] {
  if (!isSecured(operation) || addsHeaders || hasCredentials(operation, credentials)) return [];
  return schemesToMeet(operation).map(({ name }) => name);
}
