import type { CaseInput } from '../../../../contract/case.js';
import type { ListFilter, ListOrder } from '../../../../contract/collections/list-choices.js';
import { type Json, type JsonObject, isJsonObject } from '../../../../contract/json/json.js';
import type { Operation } from '../../../../contract/operation.js';
import { sizeOf } from '../planned/accepted-cases.js';
import { type PlannedSequence, Steps } from '../planned/planned-sequence.js';

/** Filters, values of each, and keys of an order that are tried. */
const MOST_FILTERS = 4;
const MOST_VALUES = 3;
const MOST_KEYS = 4;
/** Words that are in neither ascending nor descending order. */
const WORDS: readonly Json[] = ['birch', 'cedar', 'apple'];
const NUMBERS: readonly Json[] = [2, 3, 1];

export interface SelectedListing {
  readonly create: Operation;
  readonly creates: readonly { readonly input: CaseInput }[];
  readonly filters: readonly ListFilter[];
  readonly order?: ListOrder;
  /** Whether two items may not share texts. */
  readonly isUnique: boolean;
  /** Whether the create should accept the body. */
  readonly isAccepted: (operation: Operation, body: JsonObject) => boolean;
  /** Reads the list to its end, with further values of the query. */
  readonly addList: (steps: Steps, query: Readonly<Record<string, Json>>) => void;
}

/**
 * Creates items with different values of the members by which a list is filtered or sorted. Then reads the whole list,
 * the list with each filter and with two of them, and the list in each order.
 */
export function selectedLists(listing: SelectedListing): readonly PlannedSequence[] {
  const { create, order, addList } = listing;
  const filters = listing.filters.slice(0, MOST_FILTERS);
  const keys = order?.keys.slice(0, MOST_KEYS) ?? [];
  const bodies = [
    ...filters.map(({ name, values }) => variants(listing, name, values.slice(0, MOST_VALUES))),
    ...[...new Set(keys.map(({ member }) => member))].map((member) => sortable(listing, member)),
  ].flat();
  if (bodies.length === 0) return [];
  const steps = new Steps('selected');
  for (const input of bodies) steps.add(create, { input });
  addList(steps, {});
  for (const { name, values } of filters)
    for (const value of values.slice(0, MOST_VALUES)) addList(steps, { [name]: value });
  const [first, second] = filters;
  if (first !== undefined && second !== undefined)
    addList(steps, { [first.name]: first.values[0] as Json, [second.name]: second.values[0] as Json });
  for (const { value } of keys) addList(steps, { [order?.name ?? '']: value });
  return [steps.extraSequence()];
}

/** Creates with one of the values each. */
function variants(listing: SelectedListing, name: string, values: readonly Json[]): readonly CaseInput[] {
  return values.flatMap((value, index) => withValue(listing, name, value, index) ?? []);
}

/** Creates with words or numbers that are not in their order; none if the member may have neither. */
function sortable(listing: SelectedListing, member: string): readonly CaseInput[] {
  for (const values of [WORDS, NUMBERS]) {
    const inputs = variants(listing, member, values);
    if (inputs.length === values.length) return inputs;
  }
  return [];
}

/** The smallest create that may have the value; another one for each index if items may not share texts. */
function withValue(
  { create, creates, isUnique, isAccepted }: SelectedListing,
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
