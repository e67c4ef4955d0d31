import type { StepFeed } from '../../../contract/case.js';
import { choiceName, chosen } from '../../../contract/collections/list-choices.js';
import type { ListBound } from '../../../contract/collections/bounds/bound.js';
import { sentSchemas } from '../../../contract/collections/envelope.js';
import { statedMembers } from '../../../contract/collections/reply-members.js';
import type { ItemList } from '../../../contract/collections/collection.js';
import { type Json, type JsonObject, ownValue } from '../../../contract/json/json.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../../rule.js';
import { type PlaceOfValue, placeOf } from '../evidence/bounds.js';
import { lacksMatch, listedCollection } from '../evidence/listed-elements.js';
import { type SelectedList, type SelectedReading, selectedList, selectedReadings } from '../evidence/selected.js';

/** A list with a bound, such as `min_price=5`, contains exactly the elements within the bound. */
export const bounded: TrialRule = {
  id: 'state/bounded',
  severity: 'must',
  statement:
    'A list that is requested with a bound of a member, such as `min_price=5`, contains exactly the elements of the whole list whose member is within the bound.',
  details: [
    'A query parameter of a list is a bound if its name consists of a side (`min_`, `_gte`, `_after`, `_before` …) and the name of one member of the elements. Both must be numbers, strings with decimal numbers, or dates.',
    'A parameter is also a bound if its description names the member in backticks and the side, as in "`hired_on` on this day or later", or if its description has the verb of a time, as in "appointments that start on this day or later" for `starts_at`.',
    'The name of the member may be shortened: `min_total` bounds `total_amount`, if no other number starts with `total`, and `min_minutes` bounds `reading_minutes`, if no other number ends with `minutes` and the description contains `reading`.',
    '`from`, `to`, `since` and `until` bound the only member with a date.',
    'An element whose member equals the bound is judged only if the description of the parameter (such as `at least`) or, for a number, its name states whether the bound is inclusive: `gte` and `lte` are inclusive, `gt` and `lt` are not, and `min` and `max` are inclusive for integers and decimal texts that a create sets. An element whose time equals an upper bound is not judged, nor is an element without the member.',
    'A date and a time are compared only if they differ by more than two days, or if the description states that the bound is a day in UTC and includes it.',
  ],
  source: 'the contract: the parameter of the list and the member of its elements, by their names and types',
  repair:
    'Compare the member of each element with the parameter on every page of the list. Or rename the parameter if it does not bound the member of this name.',
  backends: REAL_SERVICE,
  reads: 'value',
  judgesCase: true,
  check: (trial, context) => {
    const selected = selectedList(context, trial.operation);
    const set = (selected?.bounds ?? [])
      .filter((bound) => chosen(trial.case.input.query, bound) !== undefined)
      .map((bound) => certainBound(context, trial.operation, bound));
    const isJudged = trial.case.raw === undefined && trial.case.expect.kind !== 'rejected';
    if (selected === undefined || set.length === 0 || !isJudged) return undefined;
    const checked = selectedReadings(trial, context, selected);
    if (checked.length === 0) return undefined;
    return checked.flatMap((read) => faultOf(trial, context, selected, set, read));
  },
};

/**
 * The bound, without `isInclusive` if that is uncertain. It is uncertain if only the name of the parameter states it
 * and no create sets the member: the service then computes the value, and may round it.
 */
function certainBound(context: TrialContext, { id }: Trial['operation'], bound: ListBound): ListBound {
  if (bound.isIncludedByName !== true) return bound;
  const { contract } = context;
  const create = listedCollection(context, id)?.collection.create;
  const sent = create === undefined ? [] : sentSchemas(contract, create);
  if (statedMembers(contract.schemas, sent).has(bound.name)) return bound;
  const { isInclusive: _, ...rest } = bound;
  return rest;
}

function faultOf(
  trial: Trial,
  context: TrialContext,
  { list, filters, searches }: SelectedList,
  set: readonly ListBound[],
  { observation, now, before }: SelectedReading,
): readonly Violation[] {
  // The query of the observation is used, because the value of the bound may come from an earlier reply.
  const { query } = observation.case.input;
  const isFed = trial.case.feeds?.some(({ in: place }) => place === 'query') === true;
  // A service may return a rounded number, and compare the number that it stores.
  const isRounded = (value: Json | undefined): boolean => typeof value === 'number' && !Number.isInteger(value);
  if (isFed && set.some((bound) => isRounded(chosen(query, bound)))) return [];
  const placeIn = (bound: ListBound, element: JsonObject): PlaceOfValue | undefined =>
    placeOf(bound, chosen(query, bound) as Json, ownValue(element, bound.name) ?? null);
  for (const bound of set) {
    const other = now.elements.find((element) => placeIn(bound, element) === 'outside');
    if (other === undefined) continue;
    const received = ownValue(other, bound.name) as Json;
    const what = `returns an element whose ${bound.name} is ${text(received)}`;
    return [violation(trial, context, observation, list, bound, what, received)];
  }
  const [bound] = set;
  const isOther = [...filters, ...searches].some((each) => chosen(query, each) !== undefined);
  if (bound === undefined || before === undefined || !now.isWhole || isOther || isFedElse(trial, set)) return [];
  const isInside = (element: JsonObject): boolean => set.every((each) => placeIn(each, element) === 'inside');
  if (!lacksMatch(list, before, now, isInside)) return [];
  return [violation(trial, context, observation, list, bound, 'lacks an element within the bound', 'no element')];
}

/**
 * Whether an earlier reply gave a value for an argument of the call other than the bounds, such as the cursor of a
 * page.
 */
function isFedElse({ case: { feeds = [] } }: Trial, set: readonly ListBound[]): boolean {
  const isBound = (feed: StepFeed): boolean =>
    set.some(({ parameter, within }) => feed.in === 'query' && feed.name === parameter && feed.within === within);
  return !feeds.every(isBound);
}

function violation(
  { operation }: Trial,
  context: TrialContext,
  { surface, case: { input } }: Observation,
  { elements }: ItemList,
  bound: ListBound,
  what: string,
  received: Json,
): Violation {
  const value = chosen(input.query, bound) ?? null;
  return {
    surface,
    pointer: `/response/body${elements}/*${joinPointer('', bound.name)}`,
    kind: 'bound-not-applied',
    message: `${operation.id} with ${choiceName(bound)}=${text(value)} ${what}.`,
    expected: `${bound.side === 'smallest' ? 'at least' : 'at most'} ${text(value)}`,
    received,
    blame: responder(context),
    cause: `${operation.id} ${bound.name}`,
  };
}

function text(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
