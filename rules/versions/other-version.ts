import type { Contract } from '../../contract/contract.js';
import type { Operation, SchemaUri } from '../../contract/operation.js';

/** The service of a trial, if its version of the contract is not the version of the surfaces. */
export interface OtherVersion {
  /** The contract by which the service answers. */
  readonly contract: Contract;
  /** The names of the two versions: of the surfaces, and of the service. */
  readonly surfaces: string;
  readonly service: string;
  /** Which of the two versions is the released one. */
  readonly released: 'surfaces' | 'service';
}

/**
 * The operation of the other version that serves the same requests. Names of path parameters and of operations may
 * differ, because they are not on the wire.
 */
export function servedOperation({ contract }: Pick<OtherVersion, 'contract'>, own: Operation): Operation | undefined {
  const path = unnamed(own.path);
  return contract.operations.find((each) => each.method === own.method && unnamed(each.path) === path);
}

function unnamed(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}

/**
 * The address of the schema that changed, given a keyword that a value breaks. The file name is omitted:
 * `#/components/schemas/Note` for its `required`. The address is the same in both versions, and for requests and
 * replies, so that one change is one finding.
 */
export function changedSchema(keyword: SchemaUri): string {
  const pointer = keyword.slice(keyword.indexOf('#'));
  return pointer.replace(/\/(?:required\/\d+|required\/[^/]+|properties\/[^/]+|[^/]+)$/, '');
}
