import type { ContractRule } from '../document/contract-rule.js';
import { TOOL, unconventionalNames } from '../document/named-extension.js';

export const toolNameConvention: ContractRule = {
  id: 'contract/tool-name-convention',
  severity: 'should',
  isHint: true,
  statement: 'The name of a tool is the operationId of its operation in snake_case.',
  source: 'A convention of this project: an operation has one name, spelled as each surface requires.',
  repair: 'Rename the tool after the operationId, unless existing callers depend on its name.',
  check: (contract) => unconventionalNames(contract, TOOL),
};
