import type { CaseInput } from '../../../../contract/case.js';
import type { ItemList } from '../../../../contract/collections/collection.js';
import type { Contract } from '../../../../contract/contract.js';
import { isValidInput } from '../../../../contract/inputs/input-violations.js';
import type { Json, JsonObject } from '../../../../contract/json/json.js';

/** The page sizes that most often show faults at the boundary of two pages. */
export const SMALL_PAGES: readonly number[] = [1, 2];

export function isAllowed({ limit }: ItemList, size: number | undefined): boolean {
  if (size === undefined) return true;
  return limit !== undefined && size >= limit.minimum && size <= (limit.maximum ?? Infinity);
}

/** Whether the query parameters are valid for the list. */
export function isValidQuery(contract: Contract, { operation }: ItemList, query: JsonObject): boolean {
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'query');
  return isValidInput(contract, { ...operation, parameters }, { query });
}

export function longest(list: ItemList | undefined): number | undefined {
  return list?.limit?.maximum;
}

/** The input that requests the first page of a list: the simplest input with the given page size and filters. */
export function listInput(
  { limit, next }: ItemList,
  simplest: CaseInput,
  path: CaseInput['path'],
  size: number | undefined,
  selection: Readonly<Record<string, Json>>,
): CaseInput {
  const paging = new Set([next !== undefined && 'name' in next ? next.name : undefined, limit?.name]);
  const { path: _, query: first = {}, ...rest } = simplest;
  const others = Object.entries(first).filter(([name]) => !paging.has(name));
  const sized = limit !== undefined && size !== undefined && { [limit.name]: size };
  const query = { ...Object.fromEntries(others), ...sized, ...selection };
  return { ...rest, ...(path && { path }), ...(Object.keys(query).length > 0 && { query }) };
}
