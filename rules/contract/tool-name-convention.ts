import type { ContractRule } from './document/contract-rule.js';
import { TOOL, unconventionalNames } from './document/named-extension.js';

export const toolNameConvention: ContractRule = {
  id: 'contract/tool-name-convention',
  severity: 'should',
  isHint: true,
  statement: 'A tool bears the operationId of what it offers, in snake_case.',
  source: 'A convention of this project: one name in every spelling.',
  repair: 'Rename the tool after the operationId, unless its callers know it by the other name.',
  check: (contract) => unconventionalNames(contract, TOOL),
};
