import type { ContractRule, LintFault, LintedContract } from '../document/contract-rule.js';
import { givenNames, misspeltNames, TOOL } from '../document/named-extension.js';

/** The maximum length of a tool name. Clients reject longer names. */
const MAX_LENGTH = 64;

export const toolName: ContractRule = {
  id: 'contract/tool-name',
  severity: 'must',
  statement: 'Names of tools are snake_case and have at most 64 characters.',
  source:
    'Clients of the Model Context Protocol accept names that match [A-Za-z0-9_.-]{1,64}; this project restricts them to snake_case.',
  repair: 'Rename the tool to snake_case, such as list_items.',
  check: toolNameFaults,
};

function* toolNameFaults(contract: LintedContract): Generator<LintFault> {
  yield* misspeltNames(contract, TOOL);
  for (const { name, path } of givenNames(contract, TOOL)) {
    if (name.length > MAX_LENGTH)
      yield { path, message: `the name of the tool has ${name.length} characters; at most ${MAX_LENGTH} are allowed` };
  }
}
