import type { CaseInput } from '../../../../../contract/case.js';
import type { ItemChange } from '../../../../../contract/collections/collection.js';
import { inputText } from '../../../../../contract/input-text.js';
import { isJsonObject } from '../../../../../contract/json/json.js';
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
  const updates: readonly Update[] = changes.flatMap((change) =>
    change.kind === 'remove'
      ? []
      : changesWithBody(items, change)
          .filter((input) => isOtherBody(input, made.input))
          .map((input) => ({ change, input })),
  );
  const bySize = updates.toSorted((one, other) => sizeOf(one.input) - sizeOf(other.input));
  return changes.flatMap((change) => {
    const { token } = change;
    if (token?.isChecked !== true) return [];
    // A service may refuse one of the values, such as a smaller number than before. So two pairs of bodies are tried.
    const pairs = [updates, bySize].flatMap((each): readonly Pair[] => {
      const [first] = each;
      const [removal] = change.kind === 'remove' ? items.inputsOf(change.operation) : [];
      const second = first && (removal ?? secondOf(each, change, first.input));
      return first === undefined || second === undefined ? [] : [{ first, second }];
    });
    const distinct = [
      ...new Map(pairs.map((pair) => [inputText(pair.first.input) + inputText(pair.second), pair])).values(),
    ];
    return distinct.map(({ first, second }) => {
      const steps = new Steps(`outdated-${change.operation.id}`);
      const item = steps.add(create, made);
      const before = items.addRead(steps, item) ?? item;
      addChange(steps, first.change, item, first.input);
      for (const step of [before, items.addRead(steps, item) ?? item]) {
        addChange(steps, change, item, second, { feeds: [versionFeed(token, step)] });
        items.addRead(steps, item);
      }
      return steps.extraSequence();
    });
  });
}

interface Update {
  readonly change: ItemChange;
  readonly input: CaseInput;
}

/** The bodies of the first and of the second change. */
interface Pair {
  readonly first: Update;
  readonly second: CaseInput;
}

function sizeOf({ body }: CaseInput): number {
  return isJsonObject(body) ? Object.keys(body).length : 0;
}

/** A body of the change that differs from the body of the first change. */
function secondOf(updates: readonly Update[], change: ItemChange, first: CaseInput): CaseInput | undefined {
  return updates.find((each) => each.change === change && isOtherBody(each.input, first))?.input;
}
