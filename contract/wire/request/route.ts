import type { Contract } from '../../contract.js';
import type { Operation } from '../../operation.js';
import { pathTemplateOf } from './encode.js';
import { matchPathTemplate } from '../path-template.js';

export interface MatchedRoute {
  readonly operation: Operation;
  /** Raw texts, in the order of the template's names. */
  readonly values: readonly string[];
}

/**
 * The operation that a method and a raw path invoke. The path is matched before the method, and a concrete path before
 * a templated one (OpenAPI 3.1 §4.8.8.1): without a DELETE of its own, `/items/mine` does not fall back to the DELETE
 * of `/items/{item_id}`.
 */
export function routeRequest(contract: Contract, method: string, pathname: string): MatchedRoute | undefined {
  let chosen: string | undefined;
  for (const operation of byPrecedence(contract)) {
    if (chosen !== undefined && operation.path !== chosen) return undefined;
    const values = matchPathTemplate(pathTemplateOf(operation), pathname);
    // An empty parameter is not a segment: `/items/` is a different resource than `/items/{item_id}`.
    if (values === undefined || values.includes('')) continue;
    chosen = operation.path;
    if (operation.method.length === method.length && operation.method.toUpperCase() === method)
      return { operation, values };
  }
  return undefined;
}

/** The operations of the path that a raw path matches, whatever their methods are. */
export function operationsAt(contract: Contract, pathname: string): readonly Operation[] {
  const found = byPrecedence(contract).find((operation) => {
    const values = matchPathTemplate(pathTemplateOf(operation), pathname);
    return values !== undefined && !values.includes('');
  });
  return found === undefined ? [] : contract.operations.filter(({ path }) => path === found.path);
}

const ordered = new WeakMap<Contract, readonly Operation[]>();

/**
 * Paths with fewer parameters first, then with more literal text; operations of one path are adjacent. Sorted once per
 * contract.
 */
function byPrecedence(contract: Contract): readonly Operation[] {
  let operations = ordered.get(contract);
  if (operations === undefined) {
    operations = contract.operations.toSorted(comparePaths);
    ordered.set(contract, operations);
  }
  return operations;
}

/** Negative if the path of `a` is matched before that of `b`. */
export function comparePaths(a: Operation, b: Operation): number {
  const parameters = pathTemplateOf(a).names.length - pathTemplateOf(b).names.length;
  return parameters || literalLength(b) - literalLength(a) || (a.path < b.path ? -1 : Number(a.path > b.path));
}

function literalLength(operation: Operation): number {
  return pathTemplateOf(operation).literals.reduce((length, literal) => length + literal.length, 0);
}
