import type { ContractRule } from '../document/contract-rule.js';
import { COMMAND, unconventionalNames } from '../document/named-extension.js';

export const commandNameConvention: ContractRule = {
  id: 'contract/command-name-convention',
  severity: 'should',
  isHint: true,
  statement: 'The name of a command is the operationId of its operation in kebab-case.',
  source: 'A convention of this project: an operation has one name, spelled as each surface requires.',
  repair: 'Rename the command after the operationId, unless existing callers depend on its name.',
  check: (contract) => unconventionalNames(contract, COMMAND),
};
