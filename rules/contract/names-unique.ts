import { ownValue } from '../../contract/json/json.js';
import type { ContractRule, Fault, LintedContract } from './document/contract-rule.js';
import { COMMAND, extensionKey, GATE_SUFFIX, givenNames, type GivenName, TOOL } from './document/named-extension.js';

export const namesUnique: ContractRule = {
  id: 'contract/names-unique',
  severity: 'must',
  statement: 'No two operations share a tool, a command or a gate.',
  source: 'The contract: a name leads to one operation, and approving one gate approves no other.',
  repair: 'Rename one of the two.',
  check: namesUniqueFaults,
};

function* namesUniqueFaults(contract: LintedContract): Generator<Fault> {
  yield* repeated('tool', givenNames(contract, TOOL));
  yield* repeated('command', givenNames(contract, COMMAND));
  yield* repeated('gate', gates(contract));
}

function* repeated(what: string, names: readonly GivenName[]): Generator<Fault> {
  const first = new Map<string, string>();
  for (const { operation, name, path } of names) {
    const other = first.get(name);
    if (other === undefined) first.set(name, operation.name);
    else yield { path, message: `${what} ${JSON.stringify(name)} of ${operation.name} is already that of ${other}` };
  }
}

function gates(contract: LintedContract): readonly GivenName[] {
  const key = extensionKey(contract, GATE_SUFFIX);
  return contract.operations.flatMap((operation) => {
    const name = ownValue(operation.value, key);
    return typeof name === 'string' ? [{ operation, name, path: [...operation.path, key] }] : [];
  });
}
