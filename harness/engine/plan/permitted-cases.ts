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

/** What a run may send to a service that it did not start. */
export interface SendingRule {
  /** Only safe methods (RFC 9110 §9.2.1). */
  readonly isSafe: boolean;
  readonly credentials: Credentials;
  /** Operations that a server offers of which the run has no address, with its URL in the contract. */
  readonly unserved?: ReadonlyMap<OperationId, string>;
  /** Each request gets headers of the user, which may authenticate it. */
  readonly addsHeaders: boolean;
}

/** The cases and sequences of a plan that the rule permits, and the operations for which it has no credentials. */
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
  // A header of the user may authenticate a request that should be refused.
  if (rule.addsHeaders && !isAuthenticated(made)) return false;
  return !lacksCredentials || NEEDS_NO_TOKEN.has(made.token);
}

function isAuthenticated({ token, expect }: Case): boolean {
  return token === 'configured' && expect.kind !== 'unauthenticated';
}

/** Choices that do not depend on the accepted token. */
const NEEDS_NO_TOKEN: ReadonlySet<Case['token']> = new Set(['missing', 'wrong', 'empty']);

/** The required schemes, if one of them has no value. */
function missingSchemes(operation: Operation, { credentials, addsHeaders }: SendingRule): readonly string[] {
  if (!isSecured(operation) || addsHeaders || hasCredentials(operation, credentials)) return [];
  return schemesToMeet(operation).map(({ name }) => name);
}
