import { headerParameter } from '../../../../../contract/arguments.js';
import type { Case, CaseInput } from '../../../../../contract/case.js';
import type { ItemRead } from '../../../../../contract/collections/collection.js';
import type { Operation } from '../../../../../contract/operation.js';
import type { CaseMaker } from '../../../../cases/make-cases.js';
import { acceptedCases, chunks, withoutOptions } from '../../planned/accepted-cases.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { type InvalidCall, type ItemSteps, addChange } from './item-steps.js';

/** The maximum number of invalid bodies of one operation, and of one sequence. */
const MOST_BODIES = 80;
const BODIES_OF_ITEM = 12;

/**
 * Sequences that send invalid bodies to an existing item or to an existing parent. They are planned only for operations
 * whose single cases identify no existing item. The service may answer all these single cases with 404, whatever their
 * body is.
 */
export function invalidBodies(items: ItemSteps): readonly PlannedSequence[] {
  const { create, changes = [], actions = [] } = items.collection;
  const [made] = items.creates;
  if (create === undefined || made === undefined) return [];
  const later = [...changes.filter(({ kind }) => kind !== 'remove'), ...actions];
  return [...belowParent(items, create), ...later.flatMap((change) => ofItem(items, create, made, change))];
}

/**
 * Sequences that send invalid bodies to the create operation. If items have a parent, `belowOwner` adds the calls that
 * create it first.
 */
function belowParent(items: ItemSteps, create: Operation): readonly PlannedSequence[] {
  return items.invalidBatches(create).map((batch, index) => {
    const steps = new Steps(`invalid-${create.id}-${index}`);
    for (const { input, expect } of batch) {
      const { path: _, ...rest } = withoutOptions(create, input);
      const path = items.creates[0]?.input.path;
      steps.add(create, { input: { ...rest, ...(path && { path }) } }, { expect });
    }
    return steps.extraSequence();
  });
}

function ofItem(
  items: ItemSteps,
  create: Operation,
  made: { readonly input: CaseInput },
  change: ItemRead,
): readonly PlannedSequence[] {
  return items.invalidBatches(change.operation).map((batch, index) => {
    const steps = new Steps(`invalid-${change.operation.id}-${index}`);
    const item = steps.add(create, made);
    if (isConditional(change.operation)) items.addRead(steps, item);
    for (const { input, expect } of batch) addChange(steps, change, item, input, { expect });
    return steps.extraSequence();
  });
}

/**
 * The invalid bodies of an operation, in batches. Each batch is sent to one item. Empty if the operation has a case
 * that must be accepted without earlier calls. Single invalid cases are then enough: they identify an existing item
 * too, or need none.
 */
export function invalidBatches(maker: CaseMaker, operation: Operation): readonly (readonly InvalidCall[])[] {
  if (operation.requestBody === undefined || acceptedCases(maker, operation).length > 0) return [];
  return chunks(maker.make(operation, 'invalid').filter(isAboutBody).slice(0, MOST_BODIES), BODIES_OF_ITEM);
}

/** Whether a change may need the `ETag` of a read (see `addChange`). */
function isConditional(operation: Operation): boolean {
  return headerParameter(operation, 'If-Match') !== undefined;
}

function isAboutBody({ expect, raw }: Case): boolean {
  return raw === undefined && expect.kind === 'rejected' && /^\/body(?:\/|$)/.test(expect.pointer);
}
