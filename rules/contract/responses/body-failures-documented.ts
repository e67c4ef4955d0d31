import { ownValue } from '../../../contract/json/json.js';
import type { ContractRule, LintFault, LintedContract } from '../document/contract-rule.js';
import { documentsStatus } from '../document/linted-operation.js';

/** The statuses of a body that is not JSON, too large, of an unsupported media type, or invalid against the schema. */
const BODY_FAILURES = [400, 413, 415, 422] as const;

export const bodyFailuresDocumented: ContractRule = {
  id: 'contract/body-failures-documented',
  severity: 'should',
  statement: 'An operation with a request body documents 400, 413, 415 and 422.',
  source: 'RFC 9110 §15.5.1, §15.5.14, §15.5.16 and §15.5.21.',
  repair: 'Add the missing responses to the operation.',
  check: bodyFailureFaults,
};

function* bodyFailureFaults({ operations }: LintedContract): Generator<LintFault> {
  for (const operation of operations) {
    if (ownValue(operation.value, 'requestBody') === undefined) continue;
    const missing = BODY_FAILURES.filter((status) => !documentsStatus(operation, status));
    if (missing.length === 0) continue;
    yield {
      path: [...operation.path, 'responses'],
      message: `${operation.name} has a request body, but does not document ${missing.join(', ')}`,
    };
  }
}
