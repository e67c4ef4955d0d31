import type { CaseInput } from '../../../../contract/case.js';
import {
  type ListFilter,
  type ListOrder,
  choosing,
  selectedValue,
} from '../../../../contract/collections/list-choices.js';
import type { ItemChange } from '../../../../contract/collections/collection.js';
import { type Json, isJsonObject, ownValue } from '../../../../contract/json/json.js';
import type { Operation } from '../../../../contract/operation.js';
import { sizeOf } from '../planned/accepted-cases.js';
import { type ItemSteps, addChange } from './item-steps.js';
import { type PlannedSequence, Steps } from '../planned/planned-sequence.js';

/** The maximum numbers of filters, of values of each filter, of sort keys, and of actions that are called. */
const MOST_FILTERS = 4;
const MOST_VALUES = 3;
const MOST_KEYS = 6;
const MOST_ACTIONS = 2;
/** The number of items if no filter or sort key has a member that a create can set. */
const SOME_ITEMS = 3;
/** Three values of each kind, neither ascending nor descending. */
const UNORDERED: readonly (readonly Json[])[] = [
  ['birch', 'cedar', 'apple'],
  [2, 3, 1],
  ['2030-01-02', '2030-01-03', '2030-01-01'],
  ['2030-01-02T00:00:00Z', '2030-01-03T00:00:00Z', '2030-01-01T00:00:00Z'],
];

type Query = Readonly<Record<string, Json>>;

export interface SelectedListing {
  readonly create: Operation;
  readonly filters: readonly ListFilter[];
  readonly order?: ListOrder;
  /** True if two items must not have equal texts. */
  readonly isUnique: boolean;
  readonly items: ItemSteps;
  /** The known values of an argument, by name. */
  readonly known: (name: string) => readonly Json[];
  /** Reads the whole list with these query parameters, on one page or on small pages. */
  readonly addList: (steps: Steps, query: Query, isOnePage?: boolean) => void;
  readonly hasPages: boolean;
}

/**
 * Creates items with different values of the members by which the list can be filtered or sorted. Members that no
 * create sets are changed by a PATCH or an action. Then reads the whole list, the list with each filter and with two
 * filters, and the list in each order.
 */
export function selectedLists(listing: SelectedListing): readonly PlannedSequence[] {
  const { create, order, addList, items } = listing;
  const filters = listing.filters.slice(0, MOST_FILTERS).flatMap((filter) => {
    const { name, values, isOpen } = filter;
    const tried = (values.length > 0 ? values : identifiers(listing, name)).slice(0, MOST_VALUES);
    // A filter by one identifier proves nothing if there is only one value.
    const stored = storedValues(filter, tried);
    const made = variants(listing, name, stored);
    return isOpen !== true || tried.length > 1 ? [{ filter, name, tried, stored, made }] : [];
  });
  const keys = order?.keys.slice(0, MOST_KEYS) ?? [];
  if (filters.length + keys.length === 0) return [];
  const bodies = [
    ...filters.map(({ made }) => made),
    ...[...new Set(keys.map(({ member }) => member))].map((member) => sortable(listing, member)),
  ].flat();
  const steps = new Steps('selected');
  const created = [...bodies, ...items.creates.map(({ input }) => input).slice(0, bodies.length > 0 ? 0 : SOME_ITEMS)];
  if (created.length === 0) return [];
  const ids = created.map((input) => steps.add(create, { input }));
  addChanges(
    steps,
    listing,
    ids,
    filters.filter(({ made }) => made.length === 0),
  );
  addList(steps, {});
  for (const { filter, tried } of filters) {
    for (const value of tried) addList(steps, choosing(filter, value));
    // Shows whether the filter or the pages lose elements.
    if (listing.hasPages) for (const value of tried) addList(steps, choosing(filter, value), true);
  }
  const [first, second] = filters;
  if (first !== undefined && second !== undefined)
    addList(
      steps,
      both(choosing(first.filter, first.tried[0] as Json), choosing(second.filter, second.tried[0] as Json)),
    );
  if (order !== undefined) for (const { value } of keys) addList(steps, choosing(order, value));
  return [steps.extraSequence()];
}

/**
 * Values of the member that the values of the parameter distinguish. A parameter that adds elements with a state needs an
 * element that has the state.
 */
function storedValues(filter: ListFilter, tried: readonly Json[]): readonly Json[] {
  return filter.parameter === undefined ? tried.flatMap((value) => selectedValue(filter, value) ?? []) : [true];
}

/** Two settings of a query, which may be members of one parameter. */
function both(one: Query, other: Query): Query {
  const [[name, value] = ['', {}]] = Object.entries(one);
  const second = ownValue(other, name);
  return isJsonObject(value) && isJsonObject(second) ? { [name]: { ...value, ...second } } : { ...one, ...other };
}

/** The values of an identifier: from the configuration and from the creates. */
function identifiers({ known, items: { creates } }: SelectedListing, name: string): readonly Json[] {
  const own = creates.flatMap(({ input: { body = null } }) => ownValue(body, name) ?? []);
  return [...new Set([...known(name), ...own])];
}

/** Changes members that no create sets, so that items differ. Uses a PATCH or, if there is none, actions. */
function addChanges(
  steps: Steps,
  { items }: SelectedListing,
  ids: readonly string[],
  filters: readonly { readonly filter: ListFilter; readonly name: string; readonly stored: readonly Json[] }[],
): void {
  const { changes = [], actions = [] } = items.collection;
  const patch = changes.find(({ kind }) => kind === 'modify');
  const isPatched = ({ name, stored }: (typeof filters)[number]): boolean =>
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
  // A DELETE may be what archives an item.
  const remove = filters.some(({ filter }) => filter.parameter !== undefined) && changes.find(isRemoval);
  const last = ids.at(-1);
  if (remove && last !== undefined) addChange(steps, remove, last, items.inputsOf(remove.operation)[0] ?? {});
}

function isRemoval({ kind }: ItemChange): boolean {
  return kind === 'remove';
}

/** For each value, an input of a create that has this value. */
function variants(listing: SelectedListing, name: string, values: readonly Json[]): readonly CaseInput[] {
  return values.flatMap((value, index) => withValue(listing, name, value, index) ?? []);
}

/** Inputs of creates with unordered values of one kind; empty if the member allows no kind. */
function sortable(listing: SelectedListing, member: string): readonly CaseInput[] {
  for (const values of UNORDERED) {
    const inputs = variants(listing, member, values);
    if (inputs.length === values.length) return inputs;
  }
  return [];
}

/**
 * The smallest input of a create that may have the value. If items must not have equal texts, each index gets a
 * different input.
 */
function withValue(
  { create, isUnique, items: { creates, isAccepted } }: SelectedListing,
  name: string,
  value: Json,
  index: number,
): CaseInput | undefined {
  const bySize = creates.toSorted((one, other) => sizeOf(one) - sizeOf(other));
  const placed = bySize.flatMap(({ input }) => {
    const body = isJsonObject(input.body) ? { ...input.body, [name]: value } : undefined;
    return body !== undefined && isAccepted(create, body) ? [{ ...input, body }] : [];
  });
  return placed[isUnique ? index : 0];
}
