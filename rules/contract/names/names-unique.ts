import { ownValue } from '../../../contract/json/json.js';
import type { ContractRule, LintFault, LintedContract } from '../document/contract-rule.js';
import { COMMAND, extensionKey, GATE_SUFFIX, givenNames, type GivenName, TOOL } from '../document/named-extension.js';

export const namesUnique: ContractRule = {
  id: 'contract/names-unique',
  severity: 'must',
  statement: 'No two operations share a tool, a command or a gate.',
  source: 'The contract: a name identifies one operation, and the approval of a gate approves only its operation.',
  repair: 'Rename the tool, command or gate of one of the two operations.',
  check: namesUniqueFaults,
};

function* namesUniqueFaults(contract: LintedContract): Generator<LintFault> {
  yield* repeated('tool', givenNames(contract, TOOL));
  yield* repeated('command', givenNames(contract, COMMAND));
  yield* repeated('gate', gates(contract));
}

function* repeated(what: string, names: readonly GivenName[]): Generator<LintFault> {
  const first = new Map<string, string>();
  for (const { operation, name, path } of names) {
    const other = first.get(name);
    if (other === undefined) first.set(name, operation.name);
    else yield { path, message: `${what} ${JSON.stringify(name)} of ${operation.name} is already used by ${other}` };
  }
}

function gates(contract: LintedContract): readonly GivenName[] {
  const key = extensionKey(contract, GATE_SUFFIX);
  return contract.operations.flatMap((operation) => {
    const name = ownValue(operation.value, key);
    return typeof name === 'string' ? [{ operation, name, path: [...operation.path, key] }] : [];
  });
}
