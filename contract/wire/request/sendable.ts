import type { CaseInput } from '../../case.js';
import type { Contract } from '../../contract.js';
import type { Operation } from '../../operation.js';
import { encodeRequest, isExpressible, pathTemplateOf } from './encode.js';
import { comparePaths, routeRequest } from './route.js';

/**
 * Whether the request for an input is routed to its own operation: `/items/{item_id}` with the identifier `mine` is a
 * request of `/items/mine`, if the contract has both (OpenAPI 3.1 §4.8.8.1).
 */
export function isSendable(contract: Contract, operation: Operation, input: CaseInput): boolean {
  if (!hasRivals(contract, operation)) return isExpressible(operation, input);
  const encoded = encodeRequest(operation, input);
  if (encoded.kind === 'inexpressible') return false;
  const [pathname = ''] = encoded.target.split('?', 1);
  return routeRequest(contract, encoded.method, pathname)?.operation === operation;
}

const rivals = new WeakMap<Operation, boolean>();

/**
 * Whether a path with the same number of segments is matched before the operation's own. Computed once per operation.
 */
function hasRivals(contract: Contract, operation: Operation): boolean {
  let known = rivals.get(operation);
  if (known === undefined) {
    const segments = segmentsOf(operation);
    const others = contract.operations.filter(
      (other) => other.path !== operation.path && segmentsOf(other) === segments,
    );
    known = others.some((other) => comparePaths(other, operation) < 0);
    rivals.set(operation, known);
  }
  return known;
}

function segmentsOf(operation: Operation): number {
  return pathTemplateOf(operation).literals.join('').split('/').length;
}
