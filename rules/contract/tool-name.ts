import type { ContractRule, Fault, LintedContract } from './document/contract-rule.js';
import { givenNames, misspeltNames, TOOL } from './document/named-extension.js';

/** Clients refuse longer ones. */
const MAX_LENGTH = 64;

export const toolName: ContractRule = {
  id: 'contract/tool-name',
  severity: 'must',
  statement: 'Names of tools are snake_case and have at most 64 characters.',
  source: 'Clients of the Model Context Protocol take names within [A-Za-z0-9_.-]{1,64}; the contract narrows them to snake_case.',
  repair: 'Rename the tool to snake_case, such as list_items.',
  check: toolNameFaults,
};

function* toolNameFaults(contract: LintedContract): Generator<Fault> {
  yield* misspeltNames(contract, TOOL);
  for (const { name, path } of givenNames(contract, TOOL)) {
    if (name.length > MAX_LENGTH) yield { path, message: `the tool's name has ${name.length} characters, more than ${MAX_LENGTH}` };
  }
}
