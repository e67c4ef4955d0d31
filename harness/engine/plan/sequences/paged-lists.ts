import type { Case, CaseInput } from '../../../../contract/case.js';
import type { Collection } from '../../../../contract/collections/collection.js';
import { SMALL_PAGES, isAllowed, longest } from './list-input.js';
import { type PlannedSequence, Steps } from '../planned/planned-sequence.js';

/** The parts of the plan of a collection that the sequences of paged lists need. */
export interface PageSteps {
  readonly collection: Collection;
  /** Inputs that create an item. */
  readonly creates: readonly { readonly input: CaseInput }[];
  /** Creates more items than one page of the default size contains. */
  readonly addSome: (steps: Steps, most?: number) => void;
  /** Reads the whole list in pages of this size. */
  readonly addWalk: (steps: Steps, size: number | undefined) => void;
  /** Reads one page, and returns the id of the step. */
  readonly addPage: (
    steps: Steps,
    size: number | undefined,
    more: Pick<Case, 'feeds' | 'follow'>,
  ) => string | undefined;
}

/** Sequences that read a list in pages of different sizes, and while an item is added between two pages. */
export function pagedLists(pages: PageSteps): readonly PlannedSequence[] {
  return [...sizes(pages), ...addedBetween(pages)];
}

function sizes({ collection: { list }, addSome, addWalk }: PageSteps): readonly PlannedSequence[] {
  if (list?.next === undefined && list?.limit === undefined) return [];
  const { limit } = list;
  const wanted = limit === undefined ? [undefined] : [limit.maximum, undefined, limit.default, ...SMALL_PAGES];
  const steps = new Steps('pages');
  addSome(steps);
  for (const size of new Set(wanted.filter((each) => isAllowed(list, each)))) addWalk(steps, size);
  const few = new Steps('whole-pages');
  addSome(few, 1);
  for (const size of new Set([longest(list), undefined])) addWalk(few, size);
  return [steps.extraSequence(), few.sequence()];
}

/** Reads the whole list, then its first page, creates an item, and reads the pages after the first. */
function addedBetween({
  collection: { create, list },
  creates: [made],
  addSome,
  addWalk,
  addPage,
}: PageSteps): readonly PlannedSequence[] {
  const next = list?.next;
  // If pages are not selected by a cursor, a new item may move existing items to a later page.
  if (create === undefined || list === undefined || next === undefined || 'by' in next) return [];
  if (made === undefined) return [];
  const small = [2, undefined].find((size) => isAllowed(list, size));
  const steps = new Steps('added');
  addSome(steps);
  addWalk(steps, longest(list));
  const first = addPage(steps, small, {});
  if (first === undefined) return [];
  steps.add(create, made);
  addPage(steps, small, { feeds: [{ ...next, step: first }], follow: next });
  return [steps.extraSequence()];
}
