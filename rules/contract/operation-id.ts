import type { ContractRule, Fault, LintedContract } from './document/contract-rule.js';

export const operationId: ContractRule = {
  id: 'contract/operation-id',
  severity: 'should',
  statement: 'Every operation has an operationId: without one its method and path name it, and a change of these renames it on every surface.',
  source: 'OpenAPI 3.1 §4.8.10: tools and libraries may use the operationId to identify an operation uniquely.',
  repair: 'Give the operation an operationId such as listItems.',
  check: operationIdFaults,
};

function* operationIdFaults({ operations }: LintedContract): Generator<Fault> {
  for (const { id, name, path } of operations) if (id === undefined) yield { path, message: `${name} has no operationId` };
}
