import type { ContractRule } from './document/contract-rule.js';
import { COMMAND, unconventionalNames } from './document/named-extension.js';

export const commandNameConvention: ContractRule = {
  id: 'contract/command-name-convention',
  severity: 'should',
  isHint: true,
  statement: 'A command bears the operationId of what it offers, in kebab-case.',
  source: 'A convention of this project: one name in every spelling.',
  repair: 'Rename the command after the operationId, unless its callers know it by the other name.',
  check: (contract) => unconventionalNames(contract, COMMAND),
};
