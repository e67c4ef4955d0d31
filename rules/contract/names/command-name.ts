import type { ContractRule } from '../document/contract-rule.js';
import { COMMAND, misspeltNames } from '../document/named-extension.js';

export const commandName: ContractRule = {
  id: 'contract/command-name',
  severity: 'must',
  statement: 'Names of commands are kebab-case.',
  source: 'The contract; the convention of command lines (POSIX Utility Syntax Guideline 2: lower case).',
  repair: 'Rename the command to kebab-case, such as list-items.',
  check: (contract) => misspeltNames(contract, COMMAND),
};
