import type { CaseInput } from '../../../../../contract/case.js';
import type { ItemRead } from '../../../../../contract/collections/collection.js';
import { isSetPart } from '../../../../../contract/collections/changes/set-part.js';
import { canonicalJson } from '../../../../../contract/json/canonical-json.js';
import { isEqualPath, ownerParameter } from '../../../../../contract/path-relations.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { listPair } from '../bodies/list-pair.js';
import { type ItemSteps, addChange } from '../items/item-steps.js';

/** The maximum number of bodies that are sent to one part. */
const MOST_BODIES = 3;

/**
 * Sequences for the parts of an item that have no GET, such as `PUT /carts/{cart_id}/coupon`. A PUT sets the part,
 * first with the examples of the contract, because the service may accept only known values. A DELETE of the same path
 * then finds the part. A second DELETE, and one of an item without the part, do not find it.
 */
export function setParts(items: ItemSteps): readonly PlannedSequence[] {
  const { operations, collection } = items;
  const { create, read } = collection;
  const [made] = items.creates;
  if (create === undefined || read === undefined || made === undefined) return [];
  return operations.flatMap((put) => {
    const name = put.method === 'put' ? ownerParameter(put.path, read.operation.path) : undefined;
    if (name === undefined || !isSetPart(items.contract, put, read.operation)) return [];
    const id = { ...read.id, name };
    const start = (title: string): { readonly steps: Steps; readonly item: string } => {
      const steps = new Steps(`${title}-${put.id}`);
      const item = steps.add(create, made);
      items.addRead(steps, item);
      items.addRead(steps, item);
      return { steps, item };
    };
    const remove = operations.find(({ method, path }) => method === 'delete' && isEqualPath(path, put.path));
    const change = { operation: put, id };
    return [
      ...setAndRemoved(items, start, change, remove && { operation: remove, id }),
      ...setTwice(items, start, change),
      ...items.invalidBatches(put).map((batch, index) => {
        const { steps, item } = start(`invalid-${index}`);
        for (const { input, expect } of batch) addChange(steps, change, item, input, { expect });
        return steps.extraSequence();
      }),
    ];
  });
}

/**
 * A sequence that sets a part with two bodies whose lists have different elements. The second body replaces the first.
 */
function setTwice(
  { addRead, inputsOf }: ItemSteps,
  start: (title: string) => { readonly steps: Steps; readonly item: string },
  put: ItemRead,
): readonly PlannedSequence[] {
  const pair = listPair(inputsOf(put.operation));
  if (pair === undefined) return [];
  const { steps, item } = start('set-twice');
  for (const input of pair) {
    addChange(steps, put, item, input);
    addRead(steps, item);
  }
  return [steps.extraSequence()];
}

function setAndRemoved(
  { addRead, inputsOf }: ItemSteps,
  start: (title: string) => { readonly steps: Steps; readonly item: string },
  put: ItemRead,
  remove: ItemRead | undefined,
): readonly PlannedSequence[] {
  const bodies = distinctBodies(inputsOf(put.operation)).slice(0, MOST_BODIES);
  if (bodies.length === 0) return [];
  const [simplest = {}] = remove === undefined ? [] : inputsOf(remove.operation);
  const added = bodies.map((body, index) => {
    const { steps, item } = start(`set-${index}`);
    const call = (operation: ItemRead, input: CaseInput): void => {
      addChange(steps, operation, item, input);
      addRead(steps, item);
    };
    call(put, body);
    if (remove === undefined) return steps.extraSequence();
    call(remove, simplest);
    call(remove, simplest);
    // The part can be set again.
    call(put, body);
    return index === 0 ? steps.sequence() : steps.extraSequence();
  });
  if (remove === undefined) return added;
  const { steps, item } = start('unset');
  addChange(steps, remove, item, simplest);
  addRead(steps, item);
  return [...added, steps.extraSequence()];
}

/** Inputs with different bodies. The path of a step comes from earlier replies. */
function distinctBodies(inputs: readonly CaseInput[]): readonly CaseInput[] {
  return [
    ...new Map(inputs.toReversed().map((input) => [canonicalJson(input.body ?? null), input])).values(),
  ].toReversed();
}
