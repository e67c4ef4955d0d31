import type { ContractRule, Fault, LintedContract } from './contract-rule.js';
import { isCamelCase } from './naming.js';

export const operationId: ContractRule = {
  id: 'contract/operation-id',
  severity: 'must',
  statement: 'Every operation has an operationId in camelCase.',
  source: 'OpenAPI 3.1 §4.8.10: an operationId should follow common programming naming conventions; every surface is bound by it.',
  repair: 'Give the operation an operationId such as listItems.',
  check: operationIdFaults,
};

function* operationIdFaults({ operations }: LintedContract): Generator<Fault> {
  for (const { id, name, path } of operations) {
    if (id === undefined) yield { path, message: `${name} has no operationId` };
    else if (!isCamelCase(id)) yield { path: [...path, 'operationId'], message: `operationId ${JSON.stringify(id)} is not camelCase` };
  }
}
