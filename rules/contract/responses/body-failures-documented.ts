import { ownValue } from '../../../contract/json/json.js';
import type { ContractRule, LintFault, LintedContract } from '../document/contract-rule.js';
import { documentsStatus } from '../document/linted-operation.js';

/**
 * The statuses for a wrong request body: not JSON (400), too large (413), an unsupported media type (415), and invalid
 * against the schema (422).
 */
const BODY_FAILURES = [400, 413, 415, 422] as const;

export const bodyFailuresDocumented: ContractRule = {
  id: 'contract/body-failures-documented',
  severity: 'should',
  statement:
    'An operation with a request body documents 400, 413 and 415. If 400 is missing, a missing 422 is reported too.',
  source: 'RFC 9110 §15.5.1, §15.5.14, §15.5.16 and §15.5.21.',
  repair: 'Add the missing responses to the operation.',
  check: bodyFailureFaults,
};

function* bodyFailureFaults({ operations }: LintedContract): Generator<LintFault> {
  for (const operation of operations) {
    if (ownValue(operation.value, 'requestBody') === undefined) continue;
    const isMissing = (status: number): boolean => !documentsStatus(operation, status);
    // Many services answer 400 to an invalid body too (RFC 9110 §15.5.1).
    const missing = BODY_FAILURES.filter((status) => isMissing(status) && (status !== 422 || isMissing(400)));
    if (missing.length === 0) continue;
    yield {
      path: [...operation.path, 'responses'],
      message: `${operation.name} has a request body, but does not document ${missing.join(', ')}`,
    };
  }
}
