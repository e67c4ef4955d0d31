import type { Collection, ItemList } from '../../contract/collections/collection.js';
import { canonicalJson } from '../../contract/json/canonical-json.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../contract/json/json.js';
import { valueAt } from '../../contract/json/json-pointer.js';
import type { Observation } from '../../surfaces/observation.js';
import type { TrialContext } from '../rule.js';
import { successValue } from './item-values.js';

/** A list that was read from its first page on. */
export interface ReadList {
  /** Identities of the elements, in order. */
  readonly keys: readonly string[];
  readonly elements: readonly JsonObject[];
  /** Whether the last page was reached, so that an element that is missing is in no page. */
  readonly isWhole: boolean;
}

/** The collection that an operation lists. */
export function listedCollection(
  { collections = [] }: TrialContext,
  operation: string,
): { readonly collection: Collection; readonly list: ItemList } | undefined {
  const collection = collections.find(({ list }) => list?.operation.id === operation);
  return collection?.list === undefined ? undefined : { collection, list: collection.list };
}

/** `undefined` if a page failed, cannot be read, or has other elements than objects. */
export function readList(list: ItemList, observation: Observation): ReadList | undefined {
  const pages = [observation, ...(observation.followed ?? [])].map(successValue);
  const elements = pages.flatMap((page): readonly (Json | undefined)[] => elementsOf(list, page) ?? [undefined]);
  if (!elements.every((element) => isJsonObject(element))) return undefined;
  const last = pages.at(-1);
  const next = list.next && valueAt(last, list.next.pointer);
  const isAtEnd =
    list.next === undefined ? list.limit === undefined : next === null || next === undefined || next === '';
  return {
    elements,
    keys: elements.map((element) => keyOf(list, element)),
    isWhole: isAtEnd && list.unknownPaging.length === 0,
  };
}

/** The elements of one page. */
export function elementsOf({ elements }: ItemList, page: Json | undefined): readonly Json[] | undefined {
  const found = valueAt(page, elements);
  return Array.isArray(found) ? (found as readonly Json[]) : undefined;
}

/** The identity of an element: its identifier, or its whole value. */
function keyOf({ id }: ItemList, element: JsonObject): string {
  const value = id === undefined ? undefined : ownValue(element, id);
  return value === undefined ? canonicalJson(element) : JSON.stringify(value);
}
