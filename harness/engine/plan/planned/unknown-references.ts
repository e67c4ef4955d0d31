import { createdReferences } from '../../../../contract/collections/body/created-references.js';
import type { Collection, CreatedReference } from '../../../../contract/collections/collection.js';
import type { Contract } from '../../../../contract/contract.js';
import { pointerTokens } from '../../../../contract/json/json-pointer.js';
import type { Operation, OperationId } from '../../../../contract/operation.js';
import type { CaseOptions } from '../../../cases/case-options.js';
import { nameWithin } from '../../../cases/values/known-members.js';

/**
 * The references in the bodies of POST operations to items that sequences can create, by operation. References with
 * known values are left out.
 */
export function unknownReferences(
  contract: Contract,
  operations: readonly Operation[],
  collections: readonly Collection[],
  { values, references }: CaseOptions,
): ReadonlyMap<OperationId, readonly CreatedReference[]> {
  const isKnown = (reference: CreatedReference): boolean =>
    namesOf(reference).some((name) => values.has(name) || references?.has(name) === true);
  return new Map(
    operations.flatMap((operation) => {
      if (operation.method !== 'post') return [];
      const found = createdReferences(contract, operations, collections, operation);
      const unknown = found.filter((reference) => !isKnown(reference));
      return unknown.length === 0 ? [] : [[operation.id, unknown] as const];
    }),
  );
}

/**
 * The names under which the values of a reference may be known: the name of the member, such as `id`, and the name with
 * the object that contains it, such as `customer.id`.
 */
function namesOf({ member, at = '' }: CreatedReference): readonly string[] {
  const [owner] = pointerTokens(at)
    .filter((token) => token !== '*' && token !== member)
    .slice(-1);
  return owner === undefined ? [member] : [member, nameWithin(owner, member)];
}
