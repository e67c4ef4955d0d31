import type { CaseInput } from '../../../../../contract/case.js';
import type { ItemChange } from '../../../../../contract/collections/collection.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { type ItemSteps, addChange, changesWithBody, isOtherBody, versionFeed } from './item-steps.js';

/**
 * Sequences for services that refuse a change of an outdated version. An item is read and changed. A second change
 * states the version from before the first change, and a third one the current version.
 */
export function outdatedVersions(items: ItemSteps): readonly PlannedSequence[] {
  const { create, read, changes = [] } = items.collection;
  const [made] = items.creates;
  if (create === undefined || read === undefined || made === undefined) return [];
  const updates = changes.flatMap((change) =>
    change.kind === 'remove'
      ? []
      : changesWithBody(items, change)
          .filter((input) => isOtherBody(input, made.input))
          .map((input) => ({ change, input })),
  );
  const [first] = updates;
  if (first === undefined) return [];
  return changes.flatMap((change) => {
    const { token } = change;
    const second =
      change.kind === 'remove' ? items.inputsOf(change.operation)[0] : secondOf(updates, change, first.input);
    if (token?.isChecked !== true || second === undefined) return [];
    const steps = new Steps(`outdated-${change.operation.id}`);
    const item = steps.add(create, made);
    const before = items.addRead(steps, item) ?? item;
    addChange(steps, first.change, item, first.input);
    for (const step of [before, items.addRead(steps, item) ?? item]) {
      addChange(steps, change, item, second, { feeds: [versionFeed(token, step)] });
      items.addRead(steps, item);
    }
    return [steps.extraSequence()];
  });
}

/** A body of the change that differs from the body of the first change. */
function secondOf(
  updates: readonly { readonly change: ItemChange; readonly input: CaseInput }[],
  change: ItemChange,
  first: CaseInput,
): CaseInput | undefined {
  return updates.find((each) => each.change === change && isOtherBody(each.input, first))?.input;
}
