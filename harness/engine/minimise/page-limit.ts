import type { Case, CaseInput } from '../../../contract/case.js';
import type { Contract } from '../../../contract/contract.js';
import { type Json, isJsonObject } from '../../../contract/json/json.js';
import { isPageLimit } from '../../../contract/collections/item-list.js';
import type { Operation } from '../../../contract/operation.js';
import type { Violation } from '../../../rules/finding.js';

const SHORT = [1, 2, 5];
/** A list is read in shorter pages only if at least this number of calls come before the read. */
const FEWEST_CALLS = 3;

/**
 * Inputs that request a shorter page, the shortest page first. Empty if the violation does not concern a list in the
 * reply.
 */
export function shorterPages(
  contract: Contract,
  operation: Operation,
  { input }: Case,
  violation: Violation,
): readonly CaseInput[] {
  if (operation.method !== 'get' || !concernsList(violation)) return [];
  return withLengths(contract, operation, input, lengths(violation));
}

/**
 * Inputs that read a whole list in shorter pages, the shortest pages first. A list of a few elements then has several
 * pages, so fewer preceding calls that create elements are needed. Empty unless the case reads the pages of a list
 * after several calls.
 */
export function shorterWalks(
  contract: Contract,
  operation: Operation,
  { input, follow, precedingCalls = [] }: Case,
): readonly CaseInput[] {
  return follow === undefined || precedingCalls.length < FEWEST_CALLS
    ? []
    : withLengths(contract, operation, input, SHORT);
}

function withLengths(
  contract: Contract,
  operation: Operation,
  input: CaseInput,
  wanted: readonly number[],
): readonly CaseInput[] {
  const limit = operation.parameters.find((parameter) => isPageLimit(contract, operation, parameter));
  if (limit === undefined) return [];
  const given = Number(input.query?.[limit.name] ?? Infinity);
  return wanted
    .filter((length) => length < given)
    .map((length) => ({ ...input, query: { ...input.query, [limit.name]: length } }));
}

/**
 * Page lengths from 1 up to the length at which the page just contains the element with the violation. Some short
 * lengths if the violation is not in an element.
 */
function lengths({ pointer }: Violation): readonly number[] {
  const index = /\/(\d+)(?:\/|$)/.exec(pointer)?.[1];
  return index === undefined
    ? SHORT
    : [...new Set([1, 2, Number(index) + 1])].filter((length) => length <= Number(index) + 1);
}

function concernsList({ pointer, expected, received }: Violation): boolean {
  return /\/\d+(?:\/|$)/.test(pointer) || [expected, received].some((value) => holdsList(value, 3));
}

function holdsList(value: Json | undefined, depth: number): boolean {
  if (Array.isArray(value)) return value.length > 1;
  return depth > 0 && isJsonObject(value) && Object.values(value).some((member) => holdsList(member, depth - 1));
}
