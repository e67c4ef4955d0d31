import type { CaseInput } from '../../../contract/case.js';
import type { ItemList } from '../../../contract/collections/collection.js';
import {
  type ListFilter,
  choiceName,
  choosing,
  chosen,
  selectedValue,
} from '../../../contract/collections/list-choices.js';
import { inputText } from '../../../contract/input-text.js';
import { type Json, type JsonObject, ownValue } from '../../../contract/json/json.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../../rule.js';
import { sameJson } from '../../values/same-json.js';
import { successValue } from '../evidence/item-values.js';
import { type ReadList, elementsOf, readList } from '../evidence/listed-elements.js';
import { type SelectedList, isSelection, selectedList } from '../evidence/selected.js';

/** A list with a filter contains the elements that match it, and no others. */
export const filtered: TrialRule = {
  id: 'state/filtered',
  severity: 'must',
  statement:
    'A query parameter of a list filters its elements if a member of the elements has the same name, and both are booleans or have the same enumeration; the texts `true` and `false` count as booleans. Then each element that has the member has the value of the parameter, and the whole list contains all such elements. A parameter with a level (such as `priority`) may be a bound, a parameter with an identifier may name a group, and `archived` may add elements. Such a parameter is reported only if it has no effect: the list has the same elements for two different values, and some elements have each value. With `include_archived=false`, and likewise for other states that lists exclude by default, no element is `archived`.',
  source: 'the contract: the parameter of the list and the member of its elements with the same name and values',
  repair:
    'Apply the parameter to every page of the list. Or rename the parameter if it does not select elements by the member of this name.',
  backends: REAL_SERVICE,
  reads: 'value',
  judgesCase: true,
  check: (trial, context) => {
    const selected = selectedList(context, trial.operation);
    const filters = selected?.filters.filter((filter) => isJudged(trial, filter)) ?? [];
    if (selected === undefined || filters.length === 0 || trial.case.raw !== undefined) return undefined;
    const checked = trial.observations.flatMap((observation) => {
      const now = readList(selected.list, observation);
      return now === undefined ? [] : [{ observation, now }];
    });
    if (checked.length === 0) return undefined;
    return checked.flatMap(({ observation, now }) => faults(trial, context, selected, filters, observation, now));
  },
};

function faults(
  trial: Trial,
  context: TrialContext,
  selected: SelectedList,
  filters: readonly ListFilter[],
  observation: Observation,
  now: ReadList,
): readonly Violation[] {
  const { operation } = trial;
  const { query } = trial.case.input;
  const wrong = filters.flatMap((filter) => {
    const { name, isOpen } = filter;
    if (isOpen === true) return withoutEffect(trial, context, selected, filter, observation, now);
    const wanted = wantedBy(query, filter) as Json;
    const other = now.elements.find((element) => isOther(element, name, wanted));
    if (other === undefined) return [];
    const received = ownValue(other, name) as Json;
    const message = `${operation.id} with ${setting(filter, chosen(query, filter) as Json)} contains an element whose ${name} is ${text(received)}.`;
    return [violation(trial, context, observation, selected.list, name, 'not-matching', message, wanted, received)];
  });
  if (wrong.length > 0) return wrong;
  const before = context.isolated ? wholeBefore(trial, selected, observation) : undefined;
  if (before === undefined || !now.isWhole || trial.case.feeds !== undefined) return [];
  if (filters.some(({ isOpen }) => isOpen === true)) return [];
  const matches = (element: JsonObject): boolean =>
    filters.every((filter) => sameJson(ownValue(element, filter.name), wantedBy(query, filter)));
  const lost = before.elements.some(
    (element, index) => matches(element) && !now.keys.includes(before.keys[index] as string),
  );
  const [filter] = filters;
  if (!lost || filter === undefined) return [];
  const { name } = filter;
  const wanted = wantedBy(query, filter) as Json;
  const message = `${operation.id} with ${filters.map((each) => setting(each, chosen(query, each) as Json)).join(' and ')} lacks an element that matches.`;
  // Several pages may lack an element of the list also without a filter.
  const isPaged = observation.followed?.some((page) => elementsOf(selected.list, successValue(page))?.length !== 0);
  const kind = isPaged === true ? 'match-missing-on-pages' : 'match-missing';
  return [violation(trial, context, observation, selected.list, name, kind, message, wanted, 'no element')];
}

/** The value of the member in the elements that a call selects; `undefined` if it selects all of them. */
function wantedBy(query: CaseInput['query'], filter: ListFilter): Json | undefined {
  return selectedValue(filter, chosen(query, filter));
}

/**
 * Whether the query sets the filter to a value that the contract allows. If a service accepts another value,
 * `conformance/invalid-rejected` reports it: no element can have such a value.
 */
function isJudged({ case: { input, expect } }: Trial, filter: ListFilter): boolean {
  if (wantedBy(input.query, filter) === undefined) return false;
  const parameter = joinPointer('/query', filter.within ?? filter.parameter ?? filter.name);
  return expect.kind !== 'rejected' || !`${expect.pointer}/`.startsWith(`${parameter}/`);
}

/** Reports a filter without effect: two of its values select the same elements, and both values occur among them. */
function withoutEffect(
  trial: Trial,
  context: TrialContext,
  { list }: SelectedList,
  filter: ListFilter,
  observation: Observation,
  now: ReadList,
): readonly Violation[] {
  const { operation, case: shown } = trial;
  const { name } = filter;
  const wanted = chosen(shown.input.query, filter) as Json;
  const other = observation.earlier?.findLast(({ case: { operation: id, input } }) => {
    const value = chosen(input.query, filter);
    const isTwin =
      inputText({ ...input, query: { ...input.query, ...choosing(filter, wanted) } }) === inputText(shown.input);
    return id === operation.id && value !== undefined && isTwin && !sameJson(value, wanted);
  });
  const before = other && readList(list, other);
  if (other === undefined || before === undefined || !sameJson([...before.keys], [...now.keys])) return [];
  const second = chosen(other.case.input.query, filter) as Json;
  const occurs = (value: Json): boolean => now.elements.some((element) => sameJson(ownValue(element, name), value));
  if (!occurs(wanted) || !occurs(second)) return [];
  const message = `${operation.id} returns the same elements with ${setting(filter, wanted)} and with ${setting(filter, second)}, some of them with each value.`;
  return [violation(trial, context, observation, list, name, 'without-effect', message, wanted, second)];
}

/**
 * Whether an element contradicts the filter. An element without the member does not contradict it. A difference in
 * letter case does not either, because it is a different fault.
 */
function isOther(element: JsonObject, name: string, wanted: Json): boolean {
  const value = ownValue(element, name);
  if (value === undefined || value === null || typeof value !== typeof wanted) return false;
  return !sameJson(value, wanted) && String(value).toLowerCase() !== String(wanted).toLowerCase();
}

/**
 * The latest earlier reading of the whole list without a filter. `undefined` if another operation was called after it.
 */
function wholeBefore(
  { operation, case: shown }: Trial,
  selected: SelectedList,
  { earlier = [] }: Observation,
): ReadList | undefined {
  const at = earlier.findLastIndex(
    ({ case: step }) =>
      step.operation === operation.id &&
      step.feeds === undefined &&
      !isSelection(selected, step.input) &&
      sameJson(step.input.path ?? {}, shown.input.path ?? {}),
  );
  const isUnchanged = earlier.slice(at + 1).every(({ case: step }) => step.operation === operation.id);
  const read = at < 0 || !isUnchanged ? undefined : readList(selected.list, earlier[at] as Observation);
  return read?.isWhole === true ? read : undefined;
}

function violation(
  { operation }: Trial,
  context: TrialContext,
  { surface }: Observation,
  { elements }: ItemList,
  name: string,
  kind: string,
  message: string,
  expected: Json,
  received: Json,
): Violation {
  return {
    surface,
    pointer: `/response/body${elements}/*${joinPointer('', name)}`,
    kind,
    message,
    expected,
    received,
    blame: responder(context),
    cause: `${operation.id} ${name}`,
  };
}

function setting(filter: ListFilter, value: Json): string {
  return `${choiceName(filter)}=${text(value)}`;
}

function text(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
