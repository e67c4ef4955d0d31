import type { Contract } from '../../contract/contract.js';
import type { OperationId } from '../../contract/operation.js';
import type { ContractParts, Parts } from './contract-parts.js';

/** The differences between two revisions of a contract, by operation. */
export interface ContractChanges {
  /** Maps the address of each changed part to the operations that use the part, directly or by reference. */
  readonly parts: ReadonlyMap<string, readonly OperationId[]>;
  readonly added: readonly OperationId[];
  /** The removed operations: the `operationId` of each, or its method and path if it had none. */
  readonly removed: readonly string[];
  /** Changed parts that no operation uses. */
  readonly unused: readonly string[];
}

export function contractChanges(contract: Contract, before: ContractParts, now: ContractParts): ContractChanges {
  const parts = new Map<string, OperationId[]>();
  const added: OperationId[] = [];
  for (const [key, { method, path, parts: own }] of now.operations) {
    const id = contract.operations.find((operation) => operation.method === method && operation.path === path)?.id;
    if (id === undefined) continue;
    const former = before.operations.get(key);
    if (former === undefined) added.push(id);
    for (const address of former === undefined ? [] : differing(former.parts, own))
      parts.set(address, [...(parts.get(address) ?? []), id]);
  }
  return {
    parts: withoutEnclosing(parts),
    added,
    removed: [...before.operations.keys()].filter((key) => !now.operations.has(key)),
    unused: differing(before.others, now.others).filter((address) => ![...parts.keys()].some((one) => one === address)),
  };
}

function differing(before: Parts, now: Parts): readonly string[] {
  return [...new Set([...before.keys(), ...now.keys()])].filter((address) => before.get(address) !== now.get(address));
}

/**
 * Removes superfluous addresses of whole files (`openapi.yaml#`). If an operation has a more precise address in the
 * same file, the address of the file is removed for this operation.
 */
function withoutEnclosing(
  parts: ReadonlyMap<string, readonly OperationId[]>,
): ReadonlyMap<string, readonly OperationId[]> {
  const named = new Set([...parts].filter(([address]) => !address.endsWith('#')).flatMap(([, ids]) => ids));
  return new Map(
    [...parts]
      .map(([address, ids]) => [address, address.endsWith('#') ? ids.filter((id) => !named.has(id)) : ids] as const)
      .filter(([, ids]) => ids.length > 0),
  );
}
