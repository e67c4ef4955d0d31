import type { Contract } from '../../contract/contract.js';
import type { Operation, SchemaUri } from '../../contract/operation.js';

/** The service of a trial whose version of the contract differs from the version of the surfaces. */
export interface OtherVersion {
  /** The contract that the service implements. */
  readonly contract: Contract;
  /** The names of the two versions. `surfaces`: the version of the surfaces. `service`: the version of the service. */
  readonly surfaces: string;
  readonly service: string;
  /** Which of the two versions is the released one. */
  readonly released: 'surfaces' | 'service';
}

/**
 * The operation in the contract of the service that receives the requests of an operation of the surface. Names of path
 * parameters and of operations may differ, because requests do not contain them.
 */
export function servedOperation({ contract }: Pick<OtherVersion, 'contract'>, own: Operation): Operation | undefined {
  const path = unnamed(own.path);
  return contract.operations.find((each) => each.method === own.method && unnamed(each.path) === path);
}

function unnamed(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}

/**
 * The address of the schema that changed, from the address of a broken keyword. For the `required` of a component, it
 * is `#/components/schemas/Note`. The file name is left out, so the address is the same in both versions, and for
 * requests and replies. One change is therefore one finding.
 */
export function changedSchema(keyword: SchemaUri): string {
  const pointer = keyword.slice(keyword.indexOf('#'));
  return pointer.replace(/\/(?:required\/\d+|required\/[^/]+|properties\/[^/]+|[^/]+)$/, '');
}
