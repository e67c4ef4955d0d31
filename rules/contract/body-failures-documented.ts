import { ownValue } from '../../contract/json/json.js';
import type { ContractRule, Fault, LintedContract } from './document/contract-rule.js';
import { documentsStatus } from './document/linted-operation.js';

/** Not JSON, too large, another media type, against the schema. */
const BODY_FAILURES = [400, 413, 415, 422] as const;

export const bodyFailuresDocumented: ContractRule = {
  id: 'contract/body-failures-documented',
  severity: 'should',
  statement: 'An operation that takes a body documents 400, 413, 415 and 422.',
  source: 'RFC 9110 §15.5.1, §15.5.14, §15.5.16 and §15.5.21.',
  repair: 'Add the responses that are missing to the operation.',
  check: bodyFailureFaults,
};

function* bodyFailureFaults({ operations }: LintedContract): Generator<Fault> {
  for (const operation of operations) {
    if (ownValue(operation.value, 'requestBody') === undefined) continue;
    const missing = BODY_FAILURES.filter((status) => !documentsStatus(operation, status));
    if (missing.length === 0) continue;
    yield { path: [...operation.path, 'responses'], message: `${operation.name} takes a body and does not document ${missing.join(', ')}` };
  }
}
