import type { Contract } from '../../contract/contract.js';
import type { Operation, SchemaUri } from '../../contract/operation.js';

/** The service in a run in which the surfaces have a different version from the service. */
export interface OtherVersion {
  /** The contract that the service implements. */
  readonly contract: Contract;
  /** The name of the version of the surfaces, such as `1.2.0`; `service` is that of the service. */
  readonly surfaces: string;
  readonly service: string;
  /** Which of the two versions is the released one. */
  readonly released: 'surfaces' | 'service';
}

/**
 * The operation of the service's contract that receives the requests of an operation of the surface. It has the same
 * method and path. Names of path parameters and operationIds may differ, because requests do not contain them.
 */
export function servedOperation({ contract }: Pick<OtherVersion, 'contract'>, own: Operation): Operation | undefined {
  const path = unnamed(own.path);
  return contract.operations.find((each) => each.method === own.method && unnamed(each.path) === path);
}

function unnamed(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}

/**
 * Identifies the changed schema by a broken keyword: `#/components/schemas/Note` for the address of its `required`. The
 * file name is left out, so that the result is the same in both versions. It is also the same for requests and replies,
 * so that one change becomes one finding.
 */
export function changedSchema(keyword: SchemaUri): string {
  const pointer = keyword.slice(keyword.indexOf('#'));
  return pointer.replace(/\/(?:required\/\d+|required\/[^/]+|properties\/[^/]+|[^/]+)$/, '');
}
