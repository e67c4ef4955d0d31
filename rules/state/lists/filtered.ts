import type { CaseInput } from '../../../contract/case.js';
import type { ItemList } from '../../../contract/collections/collection.js';
import {
  chosenValue,
  type ListFilter,
  choiceName,
  choosing,
  chosen,
  selectedValues,
} from '../../../contract/collections/list-choices.js';
import { isLinked } from '../../../contract/collections/paging.js';
import { queryValue } from '../../../contract/inputs/query-place.js';
import { inputText } from '../../../contract/input-text.js';
import { type Json, type JsonObject } from '../../../contract/json/json.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../../rule.js';
import { sameJson } from '../../values/same-json.js';
import { successValue } from '../evidence/item-values.js';
import { type ReadList, elementsOf, lacksMatch, readList } from '../evidence/listed-elements.js';
import { type SelectedList, type SelectedReading, selectedList, selectedReadings } from '../evidence/selected.js';
import { searchFilterFaults } from './body-searches.js';
import { expressionFaults } from './expressions/expression-faults.js';
import { searchFaults } from './searched.js';
import { tagFaults } from './tagged.js';

/** A list with a filter, such as `state=open`, contains exactly the elements that match the filter. */
export const filtered: TrialRule = {
  id: 'state/filtered',
  severity: 'must',
  statement:
    'A query parameter of a list is a filter if the elements have a member with the same name, and both are booleans or have the same enumeration. The texts `true` and `false` count as booleans. A list with a filter contains exactly the elements of the whole list whose member has the value of the parameter.',
  details: [
    'Elements without the member are not judged.',
    'If the parameter is an array, each element has one of its values.',
    'Some parameters may also select other elements: a level such as `priority` may be a bound (unless the parameter is an array), an identifier may name a group, `archived` may add elements, and other strings may be compared in part. Such a parameter is reported only if it has no effect: the list has the same elements for two different values, although it has elements with each of the two values.',
    'An element whose member equals a string parameter must be in the list.',
    'A search parameter such as `q` finds each element that has the whole text in a member that the description of the parameter names in backticks. If the description states that case does not matter, it also finds this text in a different case. A search parameter has no effect if the list has all its elements for a word that no element contains.',
    'A parameter with several values, such as `labels=bug,urgent`, selects by an array of texts, or of objects with a `name`, if its description states that elements have all of the values, or at least one.',
    'An expression (`filter`, `$filter`) selects exactly the elements that satisfy it, if it only compares members with texts, numbers and booleans in the form of an example in the contract, such as `price ge 20 and status eq "open"`. Texts that differ only in case are not judged.',
    'A boolean parameter such as `exists[image]` or `has_image` selects the elements in which `image` is not null, or is null.',
    'With `include_archived=false`, no element is `archived` or has a time in `archived_at`. This also applies to other states that lists exclude by default.',
    'A member in the body of a search by POST, such as `POST /items/search`, is a filter if it has the name and the values of a member of the elements; a search is judged if it has only this filter.',
  ],
  source: 'the contract: the parameter of the list and the member of its elements with the same name and values',
  repair:
    'Apply the parameter to every page of the list. Or rename the parameter if it does not select elements by the member of this name.',
  backends: REAL_SERVICE,
  reads: 'value',
  judgesCase: true,
  check: (trial, context) => {
    const selected = selectedList(context, trial.operation);
    if (selected === undefined) return searchFilterFaults(trial, context);
    if (trial.case.raw !== undefined) return undefined;
    const filters = selected.filters.filter((filter) => isJudged(trial, filter));
    if (filters.length === 0)
      return (
        searchFaults(trial, context, selected) ??
        tagFaults(trial, context, selected) ??
        expressionFaults(trial, context, selected)
      );
    const checked = selectedReadings(trial, context, selected);
    if (checked.length === 0) return undefined;
    return checked.flatMap((read) => faults(trial, context, selected, filters, read));
  },
};

function faults(
  trial: Trial,
  context: TrialContext,
  selected: SelectedList,
  filters: readonly ListFilter[],
  { observation, now, before }: SelectedReading,
): readonly Violation[] {
  const { operation } = trial;
  const { query } = trial.case.input;
  const wrong = filters.flatMap((filter) => {
    const { name, isOpen } = filter;
    if (isOpen === true) return withoutEffect(trial, context, selected, filter, observation, now);
    const wanted = wantedBy(query, filter) ?? [];
    const at = now.elements.findIndex((element) => isOther(filteredValue(element, filter), wanted));
    const other = now.elements[at];
    if (other === undefined) return [];
    // If the first wrong element is on a later page, the service may apply filters only to the first page.
    const first = elementsOf(selected.list, successValue(observation))?.length ?? 0;
    const isLater = at >= first || startsLater(selected.list, trial);
    const kind = isLater ? 'not-matching-on-later-pages' : 'not-matching';
    const received = chosenValue(other, name) ?? null;
    const reason =
      isLater && isLostInLink(selected.list, filter, observation)
        ? `, because the link to the next page lacks ${choiceName(filter)}`
        : '';
    const message = `${operation.id} with ${setting(filter, query)} returns an element ${shownAs(filter, received)}${reason}.`;
    return [violation(trial, context, observation, selected.list, [name], kind, message, one(wanted), received)];
  });
  // Only one filter is reported, because a service may combine several filters in a wrong way. A filter that is not
  // applied by itself is also reported by a call with this filter only.
  if (wrong.length > 0) return wrong.slice(0, 1);
  if (before === undefined || !now.isWhole || trial.case.feeds !== undefined) return [];
  if (filters.some((filter) => filter.isOpen === true && !isPlain(filter, query))) return [];
  if ([...selected.bounds, ...selected.searches].some((each) => chosen(query, each) !== undefined)) return [];
  const matches = (element: JsonObject): boolean =>
    filters.every((filter) =>
      wantedBy(query, filter)?.some((wanted) => sameJson(filteredValue(element, filter), wanted)),
    );
  const [filter] = filters;
  if (!lacksMatch(selected.list, before, now, matches) || filter === undefined) return [];
  const names = filters.map(({ name }) => name);
  const message = `${operation.id} with ${filters.map((each) => setting(each, query)).join(' and ')} lacks an element that matches.`;
  const kind = needsPages(selected.list, observation) ? 'match-missing-on-pages' : 'match-missing';
  const wanted = one(wantedBy(query, filter) ?? []);
  return [violation(trial, context, observation, selected.list, names, kind, message, wanted, 'no element')];
}

/** Matches a text that a filter compares literally: it contains no wildcard, operator or separator. */
const PLAIN = /^[A-Za-z0-9][\w.@-]{2,99}$/;

/**
 * Whether the filter is a simple text. An element whose member equals the text must then match. Other elements may
 * match too.
 */
function isPlain(filter: ListFilter, query: CaseInput['query']): boolean {
  const value = chosen(query, filter);
  return filter.isLoose === true && typeof value === 'string' && PLAIN.test(value);
}

/**
 * Whether a page was requested by a link in the page before, and this link lacks the filter. A link with unknown query
 * parameters does not count, because one of them may contain the filter.
 */
function isLostInLink({ next }: ItemList, filter: ListFilter, { followed = [] }: Observation): boolean {
  const lacks = ({ case: { input, raw } }: Observation): boolean =>
    raw === undefined && chosen(input.query, filter) === undefined;
  return isLinked(next) && followed.some(lacks);
}

/** Whether a call requests a page after the first one. */
function startsLater({ next }: ItemList, { case: { feeds, input } }: Trial): boolean {
  const isGiven = next !== undefined && 'name' in next && queryValue(input.query, next) !== undefined;
  return isGiven || feeds?.some((feed) => feed.in === 'query') === true;
}

/**
 * Whether a filtered list may have further pages that were not read: a later page has elements, or the first page is
 * full. Elements may then be missing because of the paging, and not because of the filter.
 */
function needsPages(list: ItemList, first: Observation): boolean {
  const countOf = (page: Observation): number | undefined => elementsOf(list, successValue(page))?.length;
  const { followed = [] } = first;
  const size = list.limit && (queryValue(first.case.input.query, list.limit) ?? list.limit.default);
  const isFull = typeof size === 'number' && (countOf(first) ?? 0) >= size;
  return followed.some((page) => countOf(page) !== 0) || (followed.length > 0 && isFull);
}

/** The values that a call selects by a filter; `undefined` if it selects all elements. */
function wantedBy(query: CaseInput['query'], filter: ListFilter): readonly Json[] | undefined {
  return selectedValues(filter, chosen(query, filter));
}

/** The only value of a list, or the whole list if there are several. */
function one(values: readonly Json[]): Json {
  const [value = null, ...others] = values;
  return others.length === 0 ? value : values;
}

/**
 * Whether a call sets the filter to a value that the contract allows. A call with any other value is left to
 * `conformance/invalid-rejected`.
 */
function isJudged({ case: { input, expect } }: Trial, filter: ListFilter): boolean {
  if (wantedBy(input.query, filter) === undefined) return false;
  const parameter = joinPointer('/query', filter.within ?? filter.parameter ?? filter.name);
  return expect.kind !== 'rejected' || !`${expect.pointer}/`.startsWith(`${parameter}/`);
}

/**
 * The violation for a filter without effect: two different values of the filter return the same elements, although
 * elements with each of these values exist.
 */
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
  const { query } = shown.input;
  const [wanted, ...more] = wantedBy(query, filter) ?? [];
  if (wanted === undefined || more.length > 0) return [];
  const other = observation.earlier?.findLast(({ case: { operation: id, input } }) => {
    const values = wantedBy(input.query, filter);
    const isTwin =
      inputText({ ...input, query: { ...input.query, ...choosing(filter, chosen(query, filter) as Json) } }) ===
      inputText(shown.input);
    return id === operation.id && values?.length === 1 && isTwin && !sameJson(values[0], wanted);
  });
  const before = other && readList(list, other);
  if (other === undefined || before === undefined || !sameJson([...before.keys], [...now.keys])) return [];
  const [second = null] = wantedBy(other.case.input.query, filter) ?? [];
  if (filter.isLoose === true && isWithin(wanted, second)) return [];
  const occurs = (value: Json): boolean => now.elements.some((element) => sameJson(chosenValue(element, name), value));
  if (!occurs(wanted) || !occurs(second)) return [];
  const message = `${operation.id} returns the same elements with ${setting(filter, query)} and with ${setting(filter, other.case.input.query)}, although some of them have the first value and others have the second.`;
  return [violation(trial, context, observation, list, [name], 'without-effect', message, wanted, second)];
}

/**
 * Whether one of two texts contains the other, ignoring case. A filter that compares parts of texts may then return the
 * same elements for both.
 */
function isWithin(first: Json, second: Json): boolean {
  const [a, b] = [String(first).toLowerCase(), String(second).toLowerCase()];
  return a.includes(b) || b.includes(a);
}

/**
 * The value of an element that a filter compares. A filter such as `has_image` compares whether the member has a value:
 * true or false, or `undefined` for an empty text or list, which may count as either.
 */
function filteredValue(element: JsonObject, { name, isPresence }: ListFilter): Json | undefined {
  const value = chosenValue(element, name);
  if (isPresence !== true || value === undefined) return value;
  return value === '' || (Array.isArray(value) && value.length === 0) ? undefined : value !== null;
}

/**
 * Whether a value does not match the filter. A missing value is not reported. Neither is a value that differs only in
 * letter case, because this is a different fault.
 */
function isOther(value: Json | undefined, wanted: readonly Json[]): boolean {
  if (value === undefined || value === null) return false;
  return wanted.every(
    (each) =>
      each === null ||
      (typeof value === typeof each &&
        !sameJson(value, each) &&
        String(value).toLowerCase() !== String(each).toLowerCase()),
  );
}

/** The violation for a call with one or several filters. Its cause is the operation and the filtered members. */
function violation(
  { operation }: Trial,
  context: TrialContext,
  { surface }: Observation,
  { elements }: ItemList,
  names: readonly string[],
  kind: string,
  message: string,
  expected: Json,
  received: Json,
): Violation {
  return {
    surface,
    pointer: `/response/body${elements}/*${joinPointer('', names[0] ?? '')}`,
    kind,
    message,
    expected,
    received,
    blame: responder(context),
    cause: [operation.id, ...names].join(' '),
  };
}

/** The value of an element in a message: `whose state is open`, or `with a value in image`. */
function shownAs({ name, isPresence }: ListFilter, value: Json): string {
  if (isPresence === true) return value === null ? `without a value in ${name}` : `with a value in ${name}`;
  return `whose ${name} is ${text(value)}`;
}

/** The filter as it is in the query: `state=open` or `state=open,closed`. */
function setting(filter: ListFilter, query: CaseInput['query']): string {
  return `${choiceName(filter)}=${text(chosen(query, filter) ?? null)}`;
}

function text(value: Json): string {
  if (Array.isArray(value)) return value.map((each) => text(each as Json)).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
