import type { CaseInput } from '../../../../../contract/case.js';
import type { ItemChange } from '../../../../../contract/collections/collection.js';
import { sentItem } from '../../../../../contract/collections/envelope.js';
import { type Json, isJsonObject, ownValue } from '../../../../../contract/json/json.js';
import { isSign } from '../../../../../rules/state/items/changes/other-changed.js';
import { sameJson } from '../../../../../rules/values/same-json.js';
import { differing } from '../../planned/accepted-cases.js';
import { mayBeTaken } from '../../../../../contract/collections/body/stated-unique.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { type ItemSteps, addChange, changesWithBody } from './item-steps.js';

/** The maximum number of bodies of one change. */
const MOST_BODIES = 3;

interface Made {
  readonly input: CaseInput;
}

/**
 * Sequences that change an item. Other items are created before and after it, and are read before and after the
 * changes. The changes must not affect them.
 */
export function changedBeside(items: ItemSteps): readonly PlannedSequence[] {
  const { create, read, changes = [] } = items.collection;
  if (create === undefined || read === undefined) return [];
  const [other, changed, next = other] = threeItems(items.distinct, mayBeTaken(create));
  if (other === undefined || changed === undefined || next === undefined) return [];
  return changes.flatMap((change) => {
    const bodies = change.kind === 'remove' ? [] : bodiesWithSigns(items, change, [other, changed, next]);
    if (bodies.length === 0) return [];
    const steps = new Steps(`updated-beside-${change.operation.id}`);
    const [before, item, after] = [other, changed, next].map((made) => {
      const step = steps.add(create, made);
      items.addRead(steps, step);
      return step;
    }) as [string, string, string];
    // The list also shows items that existed before the sequence.
    items.addWalk(steps);
    for (const body of bodies) addChange(steps, change, item, body);
    for (const step of [before, after]) items.addRead(steps, step);
    items.addWalk(steps);
    return [steps.extraSequence()];
  });
}

/**
 * The inputs that create up to three items. If a service may refuse similar items, these are the first three inputs.
 * Otherwise they are the first input, and the input that differs from it in as many members as possible.
 */
export function threeItems(creates: ItemSteps['distinct'], mayConflict: boolean): readonly (Made | undefined)[] {
  if (mayConflict) return creates.slice(0, 3);
  const [first] = creates;
  if (first === undefined) return [];
  const most = Math.max(...creates.map((made) => differing(made, first)));
  return [first, creates.find((made) => differing(made, first) === most)];
}

/**
 * Bodies that together give as many members as possible new values, which no created item has. The values are
 * distinctive, so they show which body the service stored.
 */
function bodiesWithSigns(items: ItemSteps, change: ItemChange, made: readonly Made[]): readonly CaseInput[] {
  const { contract, collection } = items;
  const { create } = collection;
  if (create === undefined) return [];
  const known = made.map(({ input }) => sentItem(contract, create, input.body) ?? null);
  const namesOf = ({ body }: CaseInput): readonly string[] => {
    const sent = sentItem(contract, change.operation, body);
    const isNew = (name: string, value: Json): boolean => known.every((each) => !sameJson(ownValue(each, name), value));
    return Object.entries(isJsonObject(sent) ? sent : {}).flatMap(([name, value]) =>
      isSign(value) && isNew(name, value) ? [name] : [],
    );
  };
  const bodies = changesWithBody(items, change).map((input) => ({ input, names: namesOf(input) }));
  const chosen: CaseInput[] = [];
  const covered = new Set<string>();
  while (chosen.length < MOST_BODIES) {
    const gains = bodies.map(({ names }) => names.filter((name) => !covered.has(name)).length);
    const most = Math.max(0, ...gains);
    const best = bodies[gains.indexOf(most)];
    if (most === 0 || best === undefined) break;
    chosen.push(best.input);
    for (const name of best.names) covered.add(name);
  }
  return chosen;
}
