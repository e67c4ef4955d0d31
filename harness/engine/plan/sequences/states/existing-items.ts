import type { ItemRead } from '../../../../../contract/collections/collection.js';
import { type StateMember, stateMember } from '../../../../../contract/collections/states/state-member.js';
import { stateRefusals } from '../../../../../contract/collections/states/stated-states.js';
import type { JsonObject } from '../../../../../contract/json/json.js';
import type { Operation } from '../../../../../contract/operation.js';
import { isEqualPath, ownerParameter, segmentsBelow } from '../../../../../contract/path-relations.js';
import { acceptedCases, withoutOptions } from '../../planned/accepted-cases.js';
import { type PlanSubject, type PlannedSequence, Steps } from '../../planned/planned-sequence.js';

/** The maximum number of operations that are called on existing items. */
const MOST_OPERATIONS = 12;

/**
 * For each operation that reads an item, the operations that the contract refuses in some states of this item. Only
 * operations that the run tests (`operations`) are included.
 */
export function refusedInStates({
  contract,
  operations,
  collections,
}: Pick<PlanSubject, 'contract' | 'operations' | 'collections'>): ReadonlyMap<ItemRead, readonly Operation[]> {
  const found = new Map<ItemRead, readonly Operation[]>();
  for (const { read } of collections) {
    const member = read && operations.includes(read.operation) ? stateMember(contract, read.operation) : undefined;
    if (read === undefined || member === undefined) continue;
    const refused = operations.filter((operation) => isRefusable(operation, read, member));
    if (refused.length > 0) found.set(read, refused);
  }
  return found;
}

function isRefusable(operation: Operation, { operation: read }: ItemRead, member: StateMember): boolean {
  if (operation.method === 'get' || stateRefusals(operation, member) === undefined) return false;
  const isBelow = segmentsBelow(operation.path, read.path).length > 0 && pathNames(operation) === pathNames(read);
  return isBelow || isEqualPath(operation.path, read.path);
}

/** A number that is larger for a path with more parameters. */
function pathNames({ path }: Operation): number {
  return path.split('{').length;
}

/**
 * Sequences that read an existing item of the service, and then call an operation that the contract refuses in some
 * states. The item may be in a state into which no call of the check moves its own items.
 */
export function existingItems(subject: PlanSubject): readonly PlannedSequence[] {
  const { maker } = subject;
  const { existing } = maker.options;
  if (existing === undefined) return [];
  return [...refusedInStates(subject)].flatMap(([read, refused]) => {
    const paths = existing.get(read.operation.id) ?? [];
    const input = withoutOptions(
      read.operation,
      acceptedCases(maker, read.operation, 'accepted-or-absent')[0]?.input ?? {},
    );
    return refused.slice(0, MOST_OPERATIONS).flatMap((operation) => {
      const [made] = acceptedCases(maker, operation, 'accepted-or-absent');
      if (made === undefined) return [];
      return paths.map((path, index) => {
        const steps = new Steps(`existing-${operation.id}-${index}`);
        steps.add(read.operation, { input: { ...input, path } }, { expect: { kind: 'answered' } });
        const renamed = { ...made.input, path: renamedPath(operation, read, path) };
        steps.add(operation, { input: renamed }, { expect: { kind: 'answered' } });
        return steps.extraSequence();
      });
    });
  });
}

/**
 * The path arguments of an item, for another operation on it. The identifier is renamed to the name in the path of this
 * operation.
 */
function renamedPath({ path: own }: Operation, { operation, id }: ItemRead, path: JsonObject): JsonObject {
  const name = ownerParameter(own, operation.path) ?? id.name;
  const { [id.name]: value = null, ...parents } = path;
  return { ...parents, [name]: value };
}
