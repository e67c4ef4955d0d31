import type { CaseInput } from '../../../../../contract/case.js';
import type { PutList } from '../../../../../contract/collections/puts/put-lists.js';
import type { Operation } from '../../../../../contract/operation.js';
import type { CaseMaker } from '../../../../cases/make-cases.js';
import { anyCase, pathWithout } from '../../planned/accepted-cases.js';
import type { PlannedSequence } from '../../planned/planned-sequence.js';
import { listInput, longest } from '../lists/list-input.js';
import type { PutSteps } from './put-steps.js';

type Path = NonNullable<CaseInput['path']>;

/** The data from which a sequence of listed items is planned. */
interface ListedPuts {
  readonly listed: PutList;
  readonly maker: CaseMaker;
  /** Inputs of the PUT with distinct bodies. */
  readonly inputs: readonly [CaseInput, CaseInput];
  /** The paths of two items that do not exist. `other` is undefined if only one such path is known. */
  readonly path: Path;
  readonly other: Path | undefined;
  /** A change of the item by PATCH. */
  readonly patch: { readonly operation: Operation; readonly input: CaseInput } | undefined;
  readonly remove: Operation | undefined;
}

/**
 * A sequence that stores items by PUT, changes one of them and removes it. After each change, the changed item is read,
 * and then the whole list.
 */
export function listedPuts(steps: PutSteps, items: ListedPuts): PlannedSequence {
  const { inputs, path, other, patch, remove } = items;
  const [first, second] = inputs;
  const walk = (): void => addWalk(steps, items);
  walk();
  steps.addPut(first, path);
  steps.addRead(path);
  if (other !== undefined) {
    steps.addPut(second, other);
    steps.addRead(other);
  }
  walk();
  if (first !== second) {
    steps.addPut(second, path);
    steps.addRead(path);
    walk();
  }
  if (patch !== undefined) {
    steps.addChange(patch.operation, patch.input, path);
    steps.addRead(path);
    walk();
  }
  if (remove !== undefined) {
    steps.addSimplest(remove, path);
    steps.addRead(path);
    if (other !== undefined) steps.addRead(other);
    walk();
  }
  return steps.extraSequence();
}

function addWalk(steps: PutSteps, { listed: { list, name }, maker, path }: ListedPuts): void {
  const above = pathWithout(path, name).path;
  const input = listInput(list, anyCase(maker, list.operation)?.input ?? {}, above, longest(list), {});
  const follow = list.next && { follow: list.next };
  steps.add(list.operation, { input }, { expect: { kind: 'accepted-or-absent' }, ...follow });
}
