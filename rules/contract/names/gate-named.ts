import { ownValue } from '../../../contract/json/json.js';
import type { ContractRule, LintFault, LintedContract } from '../document/contract-rule.js';
import { isStream } from '../document/linted-operation.js';
import { extensionKey, GATE_SUFFIX } from '../document/named-extension.js';
import { isSnakeCase } from '../document/naming.js';

export const gateNamed: ContractRule = {
  id: 'contract/gate-named',
  severity: 'should',
  statement:
    'Every operation of a tool server or a command line names the gate at which a person approves it, in snake_case.',
  source: 'The contract: x-<prefix>-hitl-gate contains the name to which an approval refers.',
  repair: 'Add x-<prefix>-hitl-gate with a name such as list_items_review.',
  check: gateFaults,
};

function* gateFaults(contract: LintedContract): Generator<LintFault> {
  const key = extensionKey(contract, GATE_SUFFIX);
  const guarded = contract.options.needs.tool || contract.options.needs.command;
  for (const operation of contract.operations) {
    const gate = ownValue(operation.value, key);
    if (gate === undefined) {
      if (guarded && !isStream(operation)) yield { path: operation.path, message: `${operation.name} has no ${key}` };
    } else if (typeof gate !== 'string' || !isSnakeCase(gate)) {
      yield { path: [...operation.path, key], message: `the gate of ${operation.name} is not a name in snake_case` };
    }
  }
}
