import { isJsonObject, type Json, ownValue } from '../../../contract/json/json.js';
import type { ContractRule, LintFault, LintedContract } from '../document/contract-rule.js';
import { documentsStatus } from '../document/linted-operation.js';

export const unauthenticatedDocumented: ContractRule = {
  id: 'contract/unauthenticated-documented',
  severity: 'should',
  statement: 'An operation that requires a credential documents 401.',
  source: 'RFC 9110 §15.5.2; OpenAPI 3.1 §4.8.10 (security).',
  repair: 'Add a 401 response to the operation.',
  check: unauthenticatedFaults,
};

function* unauthenticatedFaults({ document, operations }: LintedContract): Generator<LintFault> {
  for (const operation of operations) {
    const security = ownValue(operation.value, 'security') ?? ownValue(document, 'security');
    if (!needsCredential(security) || documentsStatus(operation, 401)) continue;
    yield {
      path: [...operation.path, 'responses'],
      message: `${operation.name} requires a credential, but does not document 401`,
    };
  }
}

/**
 * Whether an operation requires a credential. If one of the alternatives in `security` is empty, the credential is
 * optional (OpenAPI 3.1 §4.8.30).
 */
function needsCredential(security: Json | undefined): boolean {
  if (!Array.isArray(security) || security.length === 0) return false;
  return security.every((alternative: Json) => isJsonObject(alternative) && Object.keys(alternative).length > 0);
}
