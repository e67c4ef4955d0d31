import type { ContractRule } from '../document/contract-rule.js';
import { COMMAND, missingExtensions } from '../document/named-extension.js';

export const commandPresent: ContractRule = {
  id: 'contract/command-present',
  severity: 'must',
  statement: 'If a command line is configured, every operation except event streams names its command.',
  source: 'The contract: x-<prefix>-cli contains {command, description}.',
  repair: 'Add x-<prefix>-cli with a command and a description to each operation that the message names.',
  check: (contract) => (contract.options.needs.command ? missingExtensions(contract, COMMAND) : []),
};
