import type { LintFault, LintedContract } from './contract-rule.js';
import { headersOf, responsesOf } from './linted-operation.js';

/**
 * Reports each response with this status that does not document a header which HTTP requires, such as `Allow` for 405.
 * Header names are case-insensitive (RFC 9110 §5.1).
 */
export function* missingHeaders(contract: LintedContract, status: string, header: string): Generator<LintFault> {
  for (const response of contract.operations.flatMap(responsesOf)) {
    if (response.key !== status) continue;
    if (headersOf(response).some(({ key }) => key.toLowerCase() === header.toLowerCase())) continue;
    yield { path: response.path, message: `the ${status} response does not document the header ${header}` };
  }
}
