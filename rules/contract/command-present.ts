import type { ContractRule } from './document/contract-rule.js';
import { COMMAND, missingExtensions } from './document/named-extension.js';

export const commandPresent: ContractRule = {
  id: 'contract/command-present',
  severity: 'must',
  statement: 'Where a command line is configured, every operation but a stream of events says which command offers it.',
  source: 'The contract: x-<prefix>-cli holds {command, description}.',
  repair: 'Add x-<prefix>-cli with a command and a description to the operation.',
  check: (contract) => (contract.options.needs.command ? missingExtensions(contract, COMMAND) : []),
};
