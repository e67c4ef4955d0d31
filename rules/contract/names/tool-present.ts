import type { ContractRule } from '../document/contract-rule.js';
import { missingExtensions, TOOL } from '../document/named-extension.js';

export const toolPresent: ContractRule = {
  id: 'contract/tool-present',
  severity: 'must',
  statement: 'If a tool server is configured, every operation except event streams names its tool.',
  source: 'The contract: x-<prefix>-mcp-tool contains {name, description}.',
  repair: 'Add x-<prefix>-mcp-tool with a name and a description to each operation that the message names.',
  check: (contract) => (contract.options.needs.tool ? missingExtensions(contract, TOOL) : []),
};
