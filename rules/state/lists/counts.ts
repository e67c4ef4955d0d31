import type { Observation } from '../../../surfaces/observation.js';
import type { Trial, TrialContext } from '../../rule.js';
import { sameJson } from '../../values/same-json.js';
import { isSelection, selectedList } from '../evidence/selected.js';

/** The number of elements of a list that was read to its end, and the numbers that its pages state. */
export interface Count {
  readonly elements: number;
  readonly stated: readonly number[];
  /** Whether there are several pages, and each of them states its own number of elements. */
  readonly isOfPage: boolean;
}

/** The earlier calls of the same list, without a filter and without an order. */
export function earlierReads(
  operation: Trial['operation'],
  context: TrialContext,
  { case: own, earlier = [] }: Observation,
): readonly Observation[] {
  const selected = selectedList(context, operation);
  return earlier.filter(
    ({ case: { operation: id, feeds, input } }) =>
      id === operation.id &&
      feeds === undefined &&
      sameJson(input.path ?? {}, own.input.path ?? {}) &&
      (selected === undefined || !isSelection(selected, input)),
  );
}

/**
 * Whether the stated numbers count elements. They do if one reading states the right number, if the numbers grow with
 * the list, or if each page states its own number of elements. Otherwise, the numbers may mean something else, such as
 * a sum of money.
 */
export function countsElements(counts: readonly Count[]): boolean {
  const filled = counts.filter(({ elements }) => elements > 0);
  const offsets = filled.flatMap(({ elements, stated }) => stated.map((each) => each - elements));
  const grows = new Set(filled.map(({ elements }) => elements)).size > 1 && new Set(offsets).size === 1;
  return grows || filled.some((count) => isRight(count) || count.isOfPage);
}

export function isRight({ elements, stated }: Count): boolean {
  return stated.every((each) => each === elements);
}
