import type { Argument } from '../../../contract/arguments.js';
import { type Case, type CaseInput, type Expectation, ISSUED } from '../../../contract/case.js';
import { itemList } from '../../../contract/collections/item-list.js';
import { cursorPlace } from '../../../contract/collections/paging.js';
import type { Contract } from '../../../contract/contract.js';
import { issuedParameters } from '../../../contract/inputs/link-expressions.js';
import { type QueryPlace, queryLabel, queryValue } from '../../../contract/inputs/query-place.js';
import type { Json } from '../../../contract/json/json.js';
import type { Operation } from '../../../contract/operation.js';
import { argumentPointer } from '../../../contract/inputs/input-violations.js';
import { isSendable } from '../../../contract/wire/request/sendable.js';
import { aCase } from './a-case.js';
import { ArgumentValues, type ValueSources } from './argument-values.js';
import { NOTHING_KNOWN } from '../values/known-values.js';
import { opaqueParameters } from './opaque-parameters.js';
import { placed } from './placed.js';

/**
 * The cursors of lists: parameters that request the next page. Only values that the service issued are valid, even if
 * the schema allows more.
 */
export class Cursors {
  /** For each operation, where its query contains the cursor. `undefined` if an operation has no cursor. */
  readonly #places = new Map<Operation, QueryPlace | undefined>();
  readonly #issued = new Map<Operation, ReadonlySet<string>>();

  /**
   * Returns true if only the service issues the values of an argument. Valid values of such an argument cannot be
   * generated.
   */
  isIssued(contract: Contract, operation: Operation, { in: location, parameter }: Argument): boolean {
    if (location !== 'query' || parameter === undefined) return false;
    const names = this.#issued.get(operation) ?? issuedNames(contract, operation);
    this.#issued.set(operation, names);
    return names.has(parameter.name);
  }

  /** The name and the value of the cursor in an input. */
  in(
    contract: Contract,
    operation: Operation,
    { query }: CaseInput,
  ): { readonly name: string; readonly value: Json } | undefined {
    if (query === undefined) return undefined;
    const known = this.#places.has(operation);
    const place = known ? this.#places.get(operation) : cursorOf(contract, operation);
    this.#places.set(operation, place);
    const value = place && queryValue(query, place);
    return place === undefined || value === undefined ? undefined : { name: queryLabel(place), value };
  }
}

function issuedNames(contract: Contract, operation: Operation): ReadonlySet<string> {
  const opaque = opaqueParameters(contract, operation);
  const cursor = opaque.length === 0 ? undefined : cursorOf(contract, operation)?.name;
  return new Set([...issuedParameters(contract, operation), ...opaque.filter((name) => name !== cursor)]);
}

/**
 * The place of the cursor in the query of a list. Page numbers and offsets are not cursors, because any of them can be
 * requested.
 */
function cursorOf(contract: Contract, operation: Operation): QueryPlace | undefined {
  const list = itemList(contract, operation);
  return list && cursorPlace(contract, list);
}

/** The number of made-up values that are tried for each parameter whose valid values only the service issues. */
const UNISSUED = 2;

/**
 * Cases with parameter values that the service did not issue. The service may ignore such values, unless the contract
 * forbids this.
 */
export function unissuedCases(
  sources: ValueSources,
  operation: Operation,
  argument: Argument,
  base: CaseInput,
): readonly Case[] {
  const pointer = argumentPointer(argument);
  const expect: Expectation =
    argument.parameter?.issued === true ? { kind: 'rejected', keyword: ISSUED, pointer } : { kind: 'answered' };
  return new ArgumentValues(sources, operation, argument, NOTHING_KNOWN)
    .edges()
    .slice(0, UNISSUED)
    .map((value) => placed(base, argument, value))
    .filter((input) => isSendable(sources.contract, operation, input))
    .map((input, index) => aCase(operation, 'invalid', `unissued-${argument.name}-${index}`, input, expect));
}
