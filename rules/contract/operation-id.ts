import type { ContractRule, Fault, LintedContract } from './contract-rule.js';

export const operationId: ContractRule = {
  id: 'contract/operation-id',
  severity: 'must',
  statement: 'Every operation has an operationId.',
  source: 'OpenAPI 3.1 §4.8.10: tools use the operationId to identify an operation; every surface is bound by it.',
  repair: 'Give the operation an operationId such as listItems.',
  check: operationIdFaults,
};

function* operationIdFaults({ operations }: LintedContract): Generator<Fault> {
  for (const { id, name, path } of operations) if (id === undefined) yield { path, message: `${name} has no operationId` };
}
