import type { Argument } from '../../../contract/arguments.js';
import { type Case, type CaseInput, type Expectation, ISSUED } from '../../../contract/case.js';
import { itemList } from '../../../contract/collections/item-list.js';
import { cursorName } from '../../../contract/collections/paging.js';
import type { Contract } from '../../../contract/contract.js';
import { issuedParameters } from '../../../contract/inputs/link-expressions.js';
import { type Json, ownValue } from '../../../contract/json/json.js';
import type { Operation } from '../../../contract/operation.js';
import { argumentPointer } from '../../../contract/inputs/input-violations.js';
import { isSendable } from '../../../contract/wire/request/sendable.js';
import { aCase } from './a-case.js';
import { ArgumentValues, type ValueSources } from './argument-values.js';
import { NOTHING_KNOWN } from '../values/known-values.js';
import { placed } from './placed.js';

/**
 * The parameters that request the next page of a list. Only the service issues valid values for them, even if the
 * schema allows other values.
 */
export class Cursors {
  /** The name of the cursor parameter of each operation. Empty if an operation has none. */
  readonly #names = new Map<Operation, string>();
  readonly #issued = new Map<Operation, ReadonlySet<string>>();

  /** True if only the service issues the values of an argument. A valid value cannot be generated then. */
  isIssued(contract: Contract, operation: Operation, { in: location, parameter }: Argument): boolean {
    if (location !== 'query' || parameter === undefined) return false;
    const names = this.#issued.get(operation) ?? issuedParameters(contract, operation);
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
    const name = this.#names.get(operation) ?? cursorOf(contract, operation);
    this.#names.set(operation, name);
    const value = name === '' ? undefined : ownValue(query, name);
    return value === undefined ? undefined : { name, value };
  }
}

/**
 * The name of the cursor parameter of a list. Page numbers and offsets are not cursors, because any of them can be
 * requested.
 */
function cursorOf(contract: Contract, operation: Operation): string {
  const list = itemList(contract, operation);
  return (list && cursorName(contract, list)) ?? '';
}

/** The number of values that are tried for each parameter. */
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
