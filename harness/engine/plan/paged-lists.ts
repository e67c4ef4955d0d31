import type { Case, CaseInput } from '../../../contract/case.js';
import type { Collection } from '../../../contract/collections/collection.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';
import { withoutPreconditions } from './accepted-cases.js';
import { SMALL_PAGES, isAllowed, longest } from './list-input.js';
import { type PlannedSequence, Steps } from './planned-sequence.js';

/** What the sequences of the pages of a list need of those of their collection. */
export interface PageSteps {
  readonly collection: Collection;
  /** Inputs that create an item. */
  readonly creates: readonly { readonly input: CaseInput }[];
  /** An input of an operation. */
  readonly inputOf: (operation: NonNullable<Collection['create']>) => CaseInput;
  /** Creates items, more than one page of the default size has. */
  readonly addSome: (steps: Steps, most?: number) => void;
  /** Reads the whole list in pages of a size. */
  readonly addWalk: (steps: Steps, size: number | undefined) => void;
  /** Reads one page, and returns the id of the step. */
  readonly addPage: (
    steps: Steps,
    size: number | undefined,
    more: Pick<Case, 'feeds' | 'follow'>,
  ) => string | undefined;
}

/** A list in pages of different sizes, and while an item is added or removed between two pages. */
export function pagedLists(pages: PageSteps): readonly PlannedSequence[] {
  return [...sizes(pages), ...addedBetween(pages), ...removedBetween(pages)];
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

function addedBetween(pages: PageSteps): readonly PlannedSequence[] {
  const { create } = pages.collection;
  const [made] = pages.creates;
  if (create === undefined || made === undefined) return [];
  return betweenPages(pages, 'added', (steps) => void steps.add(create, made));
}

/** The element that is removed is the first of the first page. */
function removedBetween(pages: PageSteps): readonly PlannedSequence[] {
  const { list, changes = [] } = pages.collection;
  const removal = changes.find(({ kind }) => kind === 'remove');
  if (list?.id === undefined || removal === undefined) return [];
  const { operation, id } = removal;
  // It would have to be the tag of an item that was not read.
  if (operation.parameters.some(({ in: place, required }) => place === 'header' && required)) return [];
  const pointer = joinPointer(list.elements, 0, list.id);
  return betweenPages(pages, 'removed-between', (steps, first) => {
    const { path: _, ...input } = withoutPreconditions(operation, pages.inputOf(operation));
    const feeds = [{ in: 'path', name: id.name, pointer, step: first } as const];
    steps.add(operation, { input }, { expect: { kind: 'answered' }, feeds });
  });
}

/** The whole list, then its first page, a change, and the pages after the first. */
function betweenPages(
  { collection: { list }, creates, addSome, addWalk, addPage }: PageSteps,
  name: string,
  addChange: (steps: Steps, first: string) => void,
): readonly PlannedSequence[] {
  const next = list?.next;
  // A change may move the other items to another page, unless a cursor marks the place.
  if (list === undefined || next === undefined || 'by' in next || creates.length === 0) return [];
  const small = [2, undefined].find((size) => isAllowed(list, size));
  const steps = new Steps(name);
  addSome(steps);
  addWalk(steps, longest(list));
  const first = addPage(steps, small, {});
  if (first === undefined) return [];
  addChange(steps, first);
  addPage(steps, small, { feeds: [{ ...next, step: first }], follow: next });
  return [steps.extraSequence()];
}
