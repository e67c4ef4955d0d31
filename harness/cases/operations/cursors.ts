import type { CaseInput } from '../../../contract/case.js';
import { itemList } from '../../../contract/collections/item-list.js';
import type { Contract } from '../../../contract/contract.js';
import { type Json, ownValue } from '../../../contract/json/json.js';
import type { Operation } from '../../../contract/operation.js';

/** The parameters that request the next page. Only the service issues their values, whatever the schema allows. */
export class Cursors {
  /** Empty if the operation has none. */
  readonly #names = new Map<Operation, string>();

  /** The cursor of an input: its name and value. */
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

/** Page numbers and offsets are no cursors: any of them can be requested. */
function cursorOf(contract: Contract, operation: Operation): string {
  const next = itemList(contract, operation)?.next;
  return next !== undefined && 'pointer' in next ? next.name : '';
}
