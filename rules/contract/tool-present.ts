import type { ContractRule } from './document/contract-rule.js';
import { missingExtensions, TOOL } from './document/named-extension.js';

export const toolPresent: ContractRule = {
  id: 'contract/tool-present',
  severity: 'must',
  statement: 'Where a tool server is configured, every operation but a stream of events says which tool offers it.',
  source: 'The contract: x-<prefix>-mcp-tool holds {name, description}.',
  repair: 'Add x-<prefix>-mcp-tool with a name and a description to the operation.',
  check: (contract) => (contract.options.needs.tool ? missingExtensions(contract, TOOL) : []),
};
