import type { ItemList } from '../../../contract/collections/collection.js';
import type { Json } from '../../../contract/json/json.js';
import { valueAt } from '../../../contract/json/json-pointer.js';
import { headerValue } from '../../../contract/wire/message.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { replyOf } from '../../reply.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../../rule.js';
import { sameJson } from '../../values/same-json.js';
import { successValue } from '../evidence/item-values.js';
import { elementsOf, listedCollection, listsPagedAlike, readList } from '../evidence/listed-elements.js';
import { isSelection, selectedList, selectsPart } from '../evidence/selected.js';

/** The stated number of elements equals the number of elements on all pages. */
export const total: TrialRule = {
  id: 'state/total',
  severity: 'must',
  statement:
    'If a page states the number of elements of a list (`total`, `total_count`, the header `X-Total-Count` …), the number equals the elements on all pages of the list. The number is checked only if the list states the right number at least once, or if the number grows with the list.',
  source:
    'the contract: the integer or the header with a usual name of the number of elements, and the way to the next page',
  repair: 'Count the elements of all pages, without removed elements.',
  backends: REAL_SERVICE,
  reads: 'value',
  judgesCase: true,
  check: (trial, context) => {
    const list = listedCollection(context, trial.operation.id)?.list;
    const isPart = trial.case.feeds !== undefined || selectsPart(trial, context);
    if (list === undefined || !context.isolated || isPart) return undefined;
    const judged = trial.observations.flatMap((observation) => {
      const faults = faultsOf(trial, context, list, observation);
      return faults === undefined ? [] : [faults];
    });
    return judged.length === 0 ? undefined : judged.flat();
  },
};

/** The number of elements of a list that was read to its end, and the numbers that its pages state. */
interface Count {
  readonly elements: number;
  readonly stated: readonly number[];
}

function faultsOf(
  { operation }: Trial,
  context: TrialContext,
  list: ItemList,
  observation: Observation,
): readonly Violation[] | undefined {
  const count = list.total === undefined && list.totalHeader === undefined ? undefined : countOf(list, observation);
  if (count === undefined) return undefined;
  const wrong = count.stated.find((each) => each !== count.elements);
  if (wrong === undefined) return [];
  const others = earlierReads(operation, context, observation).flatMap((step) => countOf(list, step) ?? []);
  if (!countsElements([...others, count])) return undefined;
  const place = list.total ?? list.totalHeader ?? '';
  return [
    {
      surface: observation.surface,
      pointer: list.total === undefined ? `/response/header/${place}` : `/response/body${place}`,
      kind: 'wrong-total',
      message: `${operation.id} states ${wrong} elements at ${place}, and its pages have ${count.elements}.`,
      expected: count.elements,
      received: wrong,
      blame: responder(context),
      sharedBy: listsPagedAlike(context, list),
      cause: `${operation.id} ${place}`,
    },
  ];
}

function countOf(list: ItemList, observation: Observation): Count | undefined {
  const read = readList(list, observation);
  // Pages that repeat elements are a different fault.
  if (read?.isWhole !== true || new Set(read.keys).size < read.keys.length) return undefined;
  // An empty page at the end of the list need not state the number.
  const pages = [observation, ...(observation.followed ?? [])].filter(
    (page, index) => index === 0 || elementsOf(list, successValue(page))?.length !== 0,
  );
  const stated = pages.flatMap((page): readonly (Json | undefined)[] =>
    replyOf(page)?.status === 404 ? [] : [statedIn(list, page)],
  );
  return stated.every((each) => typeof each === 'number') ? { elements: read.keys.length, stated } : undefined;
}

function statedIn({ total: pointer, totalHeader = '' }: ItemList, page: Observation): Json | undefined {
  if (pointer !== undefined) return valueAt(successValue(page), pointer);
  const text = headerValue(replyOf(page)?.headers ?? [], totalHeader);
  return text === undefined || !/^\d{1,15}$/.test(text) ? undefined : Number(text);
}

function earlierReads(
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
 * Whether the stated numbers count elements. They do if one reading states the right number, or if the numbers grow
 * with the list. Otherwise, the numbers may mean something else, such as a sum of money.
 */
function countsElements(counts: readonly Count[]): boolean {
  const isRight = ({ elements, stated }: Count): boolean => stated.every((each) => each === elements);
  const filled = counts.filter(({ elements }) => elements > 0);
  const offsets = filled.flatMap(({ elements, stated }) => stated.map((each) => each - elements));
  const grows = new Set(filled.map(({ elements }) => elements)).size > 1 && new Set(offsets).size === 1;
  return filled.some(isRight) || grows;
}
