import type { Operation } from '../../operation.js';
import { credentialPlace } from './credentials.js';

/**
 * The operations, with their security alternatives in a new order: alternatives for which the user has given
 * credentials come first. Any alternative is enough (OpenAPI 3.1 §4.8.30), and the first one is used. An operation
 * whose first alternative stays the same is returned unchanged. `given`: the credentials, by the name of their scheme.
 */
export function withGivenFirst(
  operations: readonly Operation[],
  given: ReadonlyMap<string, string>,
): readonly Operation[] {
  if (given.size === 0) return operations;
  return operations.map((operation) => {
    const isGiven = (alternative: Operation['security'][number]): boolean =>
      alternative.length > 0 &&
      alternative.every((scheme) => given.has(scheme.name) && credentialPlace(scheme) !== undefined);
    const first = operation.security.filter((alternative) => isGiven(alternative));
    if (first.length === 0 || first[0] === operation.security[0]) return operation;
    return { ...operation, security: [...first, ...operation.security.filter((each) => !first.includes(each))] };
  });
}
