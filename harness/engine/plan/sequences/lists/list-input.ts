import type { Case, CaseInput } from '../../../../../contract/case.js';
import type { ItemList } from '../../../../../contract/collections/collection.js';
import { pagingParameters } from '../../../../../contract/collections/paging.js';
import { schemasAt, statedNumber, successSchema } from '../../../../../contract/collections/reply-members.js';
import type { Contract } from '../../../../../contract/contract.js';
import { isFixed } from '../../../../../contract/inputs/fixed-argument.js';
import { isValidInput } from '../../../../../contract/inputs/input-violations.js';
import { withQueryValue } from '../../../../../contract/inputs/query-place.js';
import type { Json, JsonObject } from '../../../../../contract/json/json.js';
import type { Operation } from '../../../../../contract/operation.js';
import type { CaseMaker } from '../../../../cases/make-cases.js';
import type { Steps } from '../../planned/planned-sequence.js';

/** The page sizes that most often show faults between two pages. */
export const SMALL_PAGES: readonly number[] = [1, 2];

/**
 * Adds a step that reads a whole list with query parameters, in pages of a size. Returns the id of the step. `feeds`
 * are values from earlier replies.
 */
export type AddList = (
  steps: Steps,
  query: JsonObject,
  size: number | undefined,
  more?: Partial<Pick<Case, 'feeds' | 'expect'>>,
) => string | undefined;

export function isAllowed({ limit }: ItemList, size: number | undefined): boolean {
  if (size === undefined) return true;
  return limit !== undefined && size >= limit.minimum && size <= (limit.maximum ?? Infinity);
}

/** Whether the query parameters are valid for the list. Parameters with the same value in every call are ignored. */
export function isValidQuery(contract: Contract, { operation }: ItemList, query: JsonObject): boolean {
  const parameters = operation.parameters.filter(
    (parameter) => parameter.in === 'query' && !isFixed(contract.schemas, parameter),
  );
  return isValidInput(contract, { ...operation, parameters }, { query });
}

export function longest(list: ItemList | undefined): number | undefined {
  return list?.limit?.maximum;
}

/** A common page size. Used if a list has pages, and its contract states no page size. */
const COMMON_PAGE = 25;

/**
 * The number of elements on a page if no page size is requested: the default of the parameter. If the list has no such
 * parameter, `maxItems` of the list. 0 if the list has no pages.
 */
export function pageSizeOf({ schemas }: Contract, { operation, elements, limit, next }: ItemList): number {
  if (limit !== undefined || next === undefined) return limit?.default ?? 0;
  const reply = successSchema(operation);
  const stated = reply === undefined ? [] : schemasAt(schemas, reply, elements);
  const [most = COMMON_PAGE] = stated.flatMap((uri) => statedNumber(schemas, uri, 'maxItems') ?? []);
  return most;
}

/**
 * The input that requests the first page of a list: the required arguments of the simplest input, with the given page
 * size and filters. Optional arguments of the simplest input, such as the example of a filter, are left out, because
 * they would hide a part of the list.
 */
export function listInput(
  list: ItemList,
  simplest: CaseInput,
  path: CaseInput['path'],
  size: number | undefined,
  selection: Readonly<Record<string, Json>>,
): CaseInput {
  const { limit, operation } = list;
  const paging = pagingParameters(list);
  const isOptional = (name: string): boolean =>
    operation.parameters.some(
      (parameter) => parameter.in === 'query' && parameter.name === name && !parameter.required,
    );
  const { path: _, query: first = {}, ...rest } = simplest;
  const others = Object.entries(first).filter(([name]) => !paging.includes(name) && !isOptional(name));
  const sized = limit !== undefined && size !== undefined && withQueryValue({}, limit, size);
  const query = { ...Object.fromEntries(others), ...sized, ...selection };
  return { ...rest, ...(path && { path }), ...(Object.keys(query).length > 0 && { query }) };
}

/** Whether all path arguments of a list have configured values, or values of items that exist in the initial state. */
export function isAtKnownPath({ options, found }: CaseMaker, list: Operation | undefined): boolean {
  if (list === undefined) return true;
  return list.parameters
    .filter((parameter) => parameter.in === 'path')
    .every(({ name }) => (options.values.get(name)?.known.length ?? 0) > 0 || found.isAny(list, name));
}
