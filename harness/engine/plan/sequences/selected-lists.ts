import { listedPlace } from '../../../../contract/collections/reply-members.js';
import type { CaseInput } from '../../../../contract/case.js';
import { type ListFilter, choosing, selectedValues } from '../../../../contract/collections/list-choices.js';
import { orderedBy } from '../../../../contract/collections/order/list-order.js';
import type { ItemChange, ItemList } from '../../../../contract/collections/collection.js';
import { type Json, isJsonObject, ownValue } from '../../../../contract/json/json.js';
import { joinPointer } from '../../../../contract/json/json-pointer.js';
import type { ListBound } from '../../../../contract/collections/bounds/bound.js';
import type { Operation } from '../../../../contract/operation.js';
import type { SelectedList } from '../../../../rules/state/evidence/selected.js';
import { type TriedBound, isExact, triedBound } from './lists/bound-values.js';
import { addChange } from './items/item-steps.js';
import { type ItemVariants, sortable, variants, withAndWithout } from './lists/item-variants.js';
import { addSearches, searchedItems } from './lists/search-steps.js';
import { taggedItems } from './lists/tagged-items.js';
import { triedExpression } from './lists/expression-steps.js';
import { type AddList, isAllowed, longest } from './lists/list-input.js';
import { UNKNOWN_WORD, textPairs } from './lists/selected-values.js';
import { type PlannedSequence, Steps } from '../planned/planned-sequence.js';

/**
 * The limits of one sequence: the maximum number of filters, of values for each filter, of sort keys, and of action
 * calls.
 */
const MOST_FILTERS = 4;
const MOST_VALUES = 3;
/**
 * The maximum number of values for each filter if the items exist already. It is larger than for created items, because
 * the values of existing items are not known.
 */
const MOST_STORED_VALUES = 8;
const MOST_KEYS = 8;
/** The maximum number of sort keys if the items exist already. */
const MOST_STORED_KEYS = 2;
const MOST_ACTIONS = 2;
/** The number of created items if no create can set a member that the list is filtered or sorted by. */
const SOME_ITEMS = 3;
type Query = Readonly<Record<string, Json>>;

export interface SelectedListing extends SelectedList, ItemVariants {
  /** Returns the known values of the argument with this name. */
  readonly known: (name: string) => readonly Json[];
  /** Returns whether the contract allows these query parameters. */
  readonly isValid: (query: Query) => boolean;
  readonly addList: AddList;
}

/** The maximum number of bounds that are tried in one sequence. */
const MOST_BOUNDS = 4;

/**
 * A filter of a list, the values to try for it, and inputs that create items with different values of the filtered
 * member.
 */
interface TriedFilter {
  readonly filter: ListFilter;
  readonly name: string;
  /** The values to try for the parameter. For an array parameter, these are arrays with one and with two values. */
  readonly settings: readonly Json[];
  readonly stored: readonly Json[];
  readonly made: readonly CaseInput[];
}

/**
 * A sequence that creates items with different values in the members that the list can be filtered, bounded or sorted
 * by. If no create sets a member, a PATCH or an action changes it. Then the list is read as a whole, with each filter,
 * with two filters, and in each sort order. Without a create, the existing items are read.
 */
export function selectedLists(listing: SelectedListing): readonly PlannedSequence[] {
  const { create, order, addList, list } = listing;
  const filters = listing.filters
    .toSorted((one, other) => Number(one.isLoose === true) - Number(other.isLoose === true))
    .slice(0, MOST_FILTERS)
    .flatMap((filter) => triedFilter(listing, filter));
  const keys = order?.keys.slice(0, create === undefined ? MOST_STORED_KEYS : MOST_KEYS) ?? [];
  const bounds = listing.bounds.slice(0, MOST_BOUNDS).flatMap((bound) => boundOf(listing, bound));
  const searches = listing.searches.filter((search) => listing.isValid(choosing(search, UNKNOWN_WORD)));
  const counted = examplesOf(listing);
  const expressions = listing.expressions.map((expression) => triedExpression(listing, expression));
  const tagged = listing.tags.flatMap((tags) => taggedItems(listing, tags));
  if ([filters, keys, bounds, searches, counted, queriesOf(expressions), tagged].every((each) => each.length === 0))
    return [];
  const steps = new Steps('selected');
  if (create !== undefined) {
    const sorted = new Map(keys.map((key) => [key.member, key]));
    const bodies = [
      ...[...sorted.values()].flatMap((key) => sortable(listing, key)),
      ...itemsOf(bounds),
      ...[...tagged, ...expressions].flatMap(({ made }) => made),
      ...searches.flatMap((search) => searchedItems(listing, search).map(({ input }) => input)),
    ];
    if (!addItems(steps, listing, create, filters, bodies)) return [];
  }
  const whole = addList(steps, {}, longest(list));
  // Two page sizes are used, to find out whether the filter or the paging loses elements.
  const sizes = list.limit === undefined ? [longest(list)] : [smallest(list), longest(list)];
  for (const { filter, settings } of filters)
    for (const size of sizes)
      // Without a create, the number of existing items is unknown, and a list with a page size of 1 may need many
      // pages. Small pages are then read for only one value of the filter.
      for (const setting of create === undefined && size !== longest(list) ? settings.slice(0, 1) : settings)
        addList(steps, choosing(filter, setting), size);
  for (const { bound, settings } of bounds) {
    for (const setting of settings) addList(steps, choosing(bound, setting), longest(list));
    // The link to the next page must keep the bound.
    const [first] = settings;
    if (create !== undefined && sizes.length > 1 && first !== undefined)
      addList(steps, choosing(bound, first), smallest(list));
  }
  if (create !== undefined && whole !== undefined)
    for (const bound of listing.bounds.slice(0, MOST_BOUNDS)) {
      const [placeholder] = boundOf(listing, bound).flatMap(({ settings }) => settings);
      if (placeholder === undefined || !isExact(bound)) continue;
      const pointer = listedPlace(list, 0) + joinPointer('', bound.name);
      const { parameter: name, within } = bound;
      const feed = { in: 'query', name, ...(within !== undefined && { within }), pointer, step: whole } as const;
      addList(steps, choosing(bound, placeholder), longest(list), { feeds: [feed] });
    }
  for (const search of searches) addList(steps, choosing(search, UNKNOWN_WORD), longest(list));
  addSearches(steps, listing, searches, whole);
  for (const { queries } of tagged) for (const query of queries) addList(steps, query, longest(list));
  for (const query of counted) addList(steps, query, longest(list));
  // A service may support only some operators for a member.
  for (const query of queriesOf(expressions)) addList(steps, query, longest(list), { expect: { kind: 'answered' } });
  const pageSize = create === undefined ? longest(list) : sizes[0];
  for (const pair of pairsOf(filters)) addList(steps, pair, pageSize);
  // A sorted list must have the same elements in large and in small pages.
  const sortedSizes = new Set(list.next === undefined ? [pageSize] : [longest(list), pageSize]);
  if (order !== undefined)
    for (const key of keys) for (const size of sortedSizes) addList(steps, orderedBy(order, key), size);
  return [steps.extraSequence()];
}

/**
 * The queries with an expression that the contract has as an example. They show whether the total counts only the
 * selected elements, so there are none for a list without a total. If a parameter asks for the total, the first query
 * has only this parameter.
 */
function examplesOf({ list, expressions, isValid }: SelectedListing): readonly Query[] {
  if (list.total === undefined && list.totalHeader === undefined) return [];
  const counted = list.counted === undefined ? {} : { [list.counted]: true };
  const queries = expressions
    .flatMap(({ name, examples }) => examples.slice(0, 1).map((example) => ({ ...counted, [name]: example })))
    .filter(isValid);
  return list.counted === undefined || queries.length === 0 ? queries : [counted, ...queries];
}

function queriesOf(expressions: readonly { readonly queries: readonly Query[] }[]): readonly Query[] {
  return expressions.flatMap(({ queries }) => queries);
}

function boundOf(listing: SelectedListing, bound: ListBound): readonly TriedBound<CaseInput>[] {
  return triedBound(
    bound,
    (values) => variants(listing, bound.name, values),
    (value) => listing.isValid(choosing(bound, value)),
  );
}

/** The create inputs for all bounds, without duplicates: two bounds of one member need the same items. */
function itemsOf(bounds: readonly TriedBound<CaseInput>[]): readonly CaseInput[] {
  return [...new Map(bounds.map(({ bound, made }) => [bound.name, made])).values()].flat();
}

function smallest(list: ItemList): number | undefined {
  return isAllowed(list, 1) ? 1 : undefined;
}

function triedFilter(listing: SelectedListing, filter: ListFilter): readonly TriedFilter[] {
  const { name, values, isOpen, isLoose, isPresence } = filter;
  const most = listing.create === undefined ? MOST_STORED_VALUES : MOST_VALUES;
  const tried = (
    values.length > 0 ? values : isLoose === true ? texts(listing, name) : identifiers(listing, name)
  ).slice(0, most);
  // A filter by an identifier proves nothing if only one identifier is known.
  if (isOpen === true && tried.length < 2) return [];
  const settings = settingsOf(filter, tried).filter((setting) => listing.isValid(choosing(filter, setting)));
  const stored = storedValues(filter, tried);
  if (settings.length === 0) return [];
  // A second page with a filter needs two items with the same value.
  const isSingle = listing.list.next === undefined || (isLoose === true && listing.isUnique);
  const made = isSingle ? stored : [...stored, ...stored.slice(0, 1)];
  const inputs = isPresence === true ? withAndWithout(listing, name) : variants(listing, name, made);
  return [{ filter, name, settings, stored: isPresence === true ? [] : stored, made: inputs }];
}

/**
 * The values to try for a filter. For an array parameter, these are arrays with one value and arrays with two
 * neighbouring values. The pairs find services that use only the first or only the last value. If not all values are
 * tried, an array of all values is added, which selects every item that existed before.
 */
function settingsOf({ isArray, values }: ListFilter, tried: readonly Json[]): readonly Json[] {
  if (isArray !== true) return tried;
  const pairs = tried.slice(1).map((value, index) => [tried[index] as Json, value]);
  return [...tried.map((value) => [value]), ...pairs, ...(values.length > tried.length ? [values] : [])];
}

/**
 * Adds steps that create and change items, so that the items differ in the filtered and sorted members. Returns false
 * if no item can be created.
 */
function addItems(
  steps: Steps,
  listing: SelectedListing,
  create: Operation,
  filters: readonly TriedFilter[],
  others: readonly CaseInput[],
): boolean {
  const bodies = [...filters.flatMap(({ made }) => made), ...others];
  const { creates } = listing.items;
  const created = [...bodies, ...creates.map(({ input }) => input).slice(0, bodies.length > 0 ? 0 : SOME_ITEMS)];
  const ids = created.map((input) => steps.add(create, { input }));
  const unset = filters.filter(({ made }) => made.length === 0);
  if (ids.length > 0) addChanges(steps, listing, ids, unset);
  return ids.length > 0;
}

/**
 * The values of the member that created items need, so that each filter value selects an item. A filter that adds
 * elements in a special state, such as archived ones, needs an element in this state.
 */
function storedValues(filter: ListFilter, tried: readonly Json[]): readonly Json[] {
  return filter.isAdded === true ? [true] : tried.flatMap((value) => selectedValues(filter, value) ?? []);
}

/**
 * Two combinations of the first two filters. In the first, both filters have their first value. In the second, one
 * filter has its first value and the other its last value, so that an item probably matches only one of the filters.
 */
function pairsOf([one, other]: readonly TriedFilter[]): readonly Query[] {
  const [first, second, third] = [one?.settings[0], other?.settings[0], other?.settings.at(-1)];
  if (one === undefined || other === undefined || first === undefined) return [];
  return [...new Set([second, third])].flatMap((setting) =>
    setting === undefined ? [] : [both(choosing(one.filter, first), choosing(other.filter, setting))],
  );
}

/** Combines two query settings. Both may be members of the same object parameter. */
function both(one: Query, other: Query): Query {
  const [[name, value] = ['', {}]] = Object.entries(one);
  const second = ownValue(other, name);
  return isJsonObject(value) && isJsonObject(second) ? { [name]: { ...value, ...second } } : { ...one, ...other };
}

/** Two texts for a member that the create operation accepts. Empty if it accepts no pair of texts. */
function texts(listing: SelectedListing, name: string): readonly Json[] {
  return textPairs(listing.items.salt).find((pair) => variants(listing, name, pair).length === pair.length) ?? [];
}

/** The known values of an identifier. They come from the configuration and from the bodies of create inputs. */
function identifiers({ known, items: { creates } }: SelectedListing, name: string): readonly Json[] {
  const own = creates.flatMap(({ input: { body = null } }) => ownValue(body, name) ?? []);
  return [...new Set([...known(name), ...own])];
}

/**
 * Adds changes of members that no create sets, so that the items differ in these members. Uses a PATCH or, if the items
 * have none, their actions.
 */
function addChanges(
  steps: Steps,
  { items }: SelectedListing,
  ids: readonly string[],
  filters: readonly TriedFilter[],
): void {
  const { changes = [], actions = [] } = items.collection;
  const patch = changes.find(({ kind }) => kind === 'modify');
  const isPatched = ({ name, stored }: TriedFilter): boolean =>
    patch !== undefined && stored.every((value) => items.isAccepted(patch.operation, { [name]: value }));
  for (const { name, stored } of filters.filter(isPatched)) {
    for (const [index, value] of stored.entries()) {
      const id = ids[index];
      const body = { ...items.inputsOf(patch?.operation as Operation)[0], body: { [name]: value } };
      if (patch !== undefined && id !== undefined) addChange(steps, patch, id, body);
    }
  }
  if (filters.every(isPatched)) return;
  for (const [index, id] of ids.slice(0, MOST_ACTIONS).entries())
    for (const action of actions.slice(0, index + 1)) {
      const [input] = items.inputsOf(action.operation);
      if (input !== undefined) addChange(steps, action, id, input);
    }
  // The service may archive an item by a DELETE.
  const remove = filters.some(({ filter }) => filter.isAdded === true) && changes.find(isRemoval);
  const last = ids.at(-1);
  if (remove && last !== undefined) addChange(steps, remove, last, items.inputsOf(remove.operation)[0] ?? {});
}

function isRemoval({ kind }: ItemChange): boolean {
  return kind === 'remove';
}
