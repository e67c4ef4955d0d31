import type { Case, CaseInput, StepFeed } from '../../../../../contract/case.js';
import type { Collection } from '../../../../../contract/collections/collection.js';
import { wholeLimit } from '../../../../../contract/collections/item-list.js';
import { isAfterLast } from '../../../../../contract/collections/paging.js';
import type { JsonObject } from '../../../../../contract/json/json.js';
import { SMALL_PAGES, isAllowed, longest } from './list-input.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { resizedPages } from './resized-pages.js';

/** The parts of a collection's plan from which sequences of paged lists are made. */
export interface PageSteps {
  readonly collection: Collection;
  /** Inputs that create an item. */
  readonly creates: readonly { readonly input: CaseInput }[];
  /** Adds creates, so that there are more items than fit on one page of the default size. */
  readonly addSome: (steps: Steps, most?: number) => void;
  /** Adds steps that read the whole list in pages of this size, with these query parameters. */
  readonly addWalk: (steps: Steps, size: number | undefined, query?: JsonObject) => void;
  /** Adds a read of one page. Returns the id of the new step. */
  readonly addPage: (
    steps: Steps,
    size: number | undefined,
    more: Partial<Pick<Case, 'feeds' | 'follow' | 'expect'>>,
    query?: JsonObject,
  ) => string | undefined;
}

/**
 * Sequences that read a list in pages of different sizes. In one of them, the page size changes between two pages. In
 * another one, an item is created between two pages. In another one, the pages are read backwards.
 */
export function pagedLists(pages: PageSteps): readonly PlannedSequence[] {
  return [...sizes(pages), ...addedBetween(pages), ...backwards(pages)];
}

function sizes({ collection: { list }, addSome, addWalk, addPage }: PageSteps): readonly PlannedSequence[] {
  if (list?.next === undefined && list?.limit === undefined) return [];
  const { limit } = list;
  const wanted = limit === undefined ? [undefined] : [limit.maximum, undefined, limit.default, ...SMALL_PAGES];
  const steps = new Steps('pages');
  addSome(steps);
  for (const size of new Set(wanted.filter((each) => isAllowed(list, each)))) addWalk(steps, size);
  const { counted } = list;
  const small = SMALL_PAGES.filter((size) => limit !== undefined && isAllowed(list, size)).slice(0, 1);
  for (const size of counted === undefined ? [] : [longest(list), ...small])
    addWalk(steps, size, { [counted as string]: true });
  const whole = counted === undefined ? undefined : wholeLimit(list.operation);
  if (whole !== undefined) addPage(steps, undefined, {}, { [counted as string]: true, [whole]: 1 });
  const resized = resizedPages(list);
  const first = resized && addPage(steps, resized.first, {});
  if (first !== undefined && resized !== undefined)
    addPage(steps, resized.later, {
      feeds: [{ ...resized.next, step: first }],
      follow: resized.next,
      expect: { kind: 'answered' },
    });
  const few = new Steps('whole-pages');
  addSome(few, 1);
  for (const size of new Set([longest(list), undefined])) addWalk(few, size);
  return [steps.extraSequence(), few.sequence()];
}

/** A sequence that reads the whole list, reads the first page, creates an item, and then reads the remaining pages. */
function addedBetween({
  collection: { create, list },
  creates: [made],
  addSome,
  addWalk,
  addPage,
}: PageSteps): readonly PlannedSequence[] {
  const next = list?.next;
  // If the pages are selected by number or offset, a new item may move other items to a later page. The sequence is
  // therefore planned only for cursors.
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

/** A sequence that reads a list in one large page, and then the small page before one of its elements. */
function backwards({ collection: { list }, addSome, addPage }: PageSteps): readonly PlannedSequence[] {
  const size = list && SMALL_PAGES.find((each) => isAllowed(list, each));
  if (list?.previous === undefined || !isAfterLast(list.next) || size === undefined) return [];
  const { elements, id } = list.next;
  const steps = new Steps('backwards');
  addSome(steps, 2 * size + 1);
  const step = addPage(steps, longest(list), {});
  if (step === undefined) return [];
  // There is a page before the wanted one, which a service may return by mistake.
  const feed: StepFeed = { in: 'query', name: list.previous, step, pointer: `${elements}/${2 * size}${id}` };
  addPage(steps, size, { feeds: [feed], expect: { kind: 'answered' } });
  return [steps.extraSequence()];
}
