import type { ContractRule, LintFault, LintedContract } from '../document/contract-rule.js';
import { isCamelCase } from '../document/naming.js';

export const operationIdConvention: ContractRule = {
  id: 'contract/operation-id-convention',
  severity: 'should',
  statement: 'Every operationId is in camelCase.',
  source:
    'OpenAPI 3.1 §4.8.10: it is recommended that an operationId follow common programming naming conventions; generated methods have its name.',
  repair: 'Give the operation an operationId such as listItems.',
  check: conventionFaults,
};

function* conventionFaults({ operations }: LintedContract): Generator<LintFault> {
  for (const { id, path } of operations) {
    if (id === undefined || isCamelCase(id)) continue;
    yield { path: [...path, 'operationId'], message: `operationId ${JSON.stringify(id)} is not camelCase` };
  }
}
