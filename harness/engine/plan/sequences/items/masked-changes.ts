import type { CaseInput } from '../../../../../contract/case.js';
import type { ItemChange } from '../../../../../contract/collections/collection.js';
import { isMaskName } from '../../../../../contract/inputs/field-mask.js';
import { isValidInput } from '../../../../../contract/inputs/input-violations.js';
import { type Json } from '../../../../../contract/json/json.js';
import { differing } from '../../planned/accepted-cases.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { membersOf } from '../bodies/compared-bodies.js';
import { type ItemSteps, addChange, changesWithBody, isOtherBody } from './item-steps.js';

/** The maximum number of members that are named one at a time. */
const MOST_MEMBERS = 8;

/**
 * Sequences of changes with a field mask (AIP-134). A mask names one member of a body with several members, so only
 * this member may change. The first item is changed member by member. The second item is changed once, because each
 * change of the first item leaves fewer members that could change wrongly.
 */
export function maskedChanges(items: ItemSteps): readonly PlannedSequence[] {
  const { create, changes = [] } = items.collection;
  const [first, ...others] = items.distinct;
  if (create === undefined || first === undefined) return [];
  return changes.flatMap((change) => {
    const masked = maskedInputs(items, change, first.input);
    const last = masked.at(-1);
    if (last === undefined) return [];
    const steps = new Steps(`masked-${change.operation.id}`);
    const add = (made: { readonly input: CaseInput }, inputs: readonly CaseInput[]): void => {
      const item = steps.add(create, made);
      items.addRead(steps, item);
      for (const input of inputs) {
        addChange(steps, change, item, input);
        items.addRead(steps, item);
      }
    };
    add(first, masked);
    const [second] = others.toSorted(
      (one, other) => differing(other, { input: last }) - differing(one, { input: last }),
    );
    if (second !== undefined) add(second, [last]);
    return [steps.extraSequence()];
  });
}

/** The inputs of a change with many members, each with a mask of one member. */
function maskedInputs({ contract, ...items }: ItemSteps, change: ItemChange, made: CaseInput): readonly CaseInput[] {
  const { operation } = change;
  const mask = operation.parameters.find(({ in: place, name }) => place === 'query' && isMaskName(name));
  if (mask === undefined) return [];
  const [input] = changesWithBody({ contract, ...items }, change)
    .filter((each) => isOtherBody(each, made))
    .toSorted((one, other) => membersOf(other).length - membersOf(one).length);
  const names = input === undefined ? [] : membersOf(input).slice(0, MOST_MEMBERS);
  if (input === undefined || names.length < 2) return [];
  return names.flatMap((name): readonly CaseInput[] => {
    const values: readonly Json[] = [[name], name];
    const isValid = (value: Json): boolean =>
      isValidInput(contract, { ...operation, parameters: [mask] }, { ...input, query: { [mask.name]: value } });
    const value = values.find(isValid);
    return value === undefined ? [] : [{ ...input, query: { ...input.query, [mask.name]: value } }];
  });
}
