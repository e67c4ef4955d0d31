import type { ContractRule, LintFault, LintedContract } from '../document/contract-rule.js';

export const operationId: ContractRule = {
  id: 'contract/operation-id',
  severity: 'should',
  statement:
    'Every operation has an operationId. Without an operationId, the name of an operation is derived from its method and path: a change of the path renames the operation on every surface.',
  source: 'OpenAPI 3.1 §4.8.10: tools and libraries may use the operationId to identify an operation uniquely.',
  repair: 'Give the operation an operationId such as listItems.',
  check: operationIdFaults,
};

function* operationIdFaults({ operations }: LintedContract): Generator<LintFault> {
  for (const { id, name, path } of operations)
    if (id === undefined) yield { path, message: `${name} has no operationId` };
}
