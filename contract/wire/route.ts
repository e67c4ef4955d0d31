import type { Contract } from '../contract.js';
import type { Operation } from '../operation.js';
import { templateOf } from './encode.js';
import { matchPathTemplate } from './path-template.js';

export interface Route {
  readonly operation: Operation;
  /** Raw texts, in the order of the template's names. */
  readonly values: readonly string[];
}

/** Which operation a method and a raw pathname invoke; concrete paths win over templated ones (OpenAPI 3.1 §4.8.8.1). */
export function routeRequest(contract: Contract, method: string, pathname: string): Route | undefined {
  for (const operation of byPrecedence(contract)) {
    if (operation.method.length !== method.length || operation.method.toUpperCase() !== method) continue;
    const values = matchPathTemplate(templateOf(operation), pathname);
    // An empty parameter is no segment at all: `/items/` is another resource than `/items/{item_id}`.
    if (values !== undefined && values.every((value) => value !== '')) return { operation, values };
  }
  return undefined;
}

const ordered = new WeakMap<Contract, readonly Operation[]>();

function byPrecedence(contract: Contract): readonly Operation[] {
  let operations = ordered.get(contract);
  if (operations === undefined) {
    operations = contract.operations.toSorted((a, b) => templateOf(a).names.length - templateOf(b).names.length);
    ordered.set(contract, operations);
  }
  return operations;
}
