import type { ContractFault } from '../contract.js';
import type { OperationId } from '../operation.js';
import type { SourceLocation } from '../json/source-location.js';

/**
 * The groups of the parity file. A group states, for each of its surfaces, which operation the surface calls. The
 * surfaces of a group are compared with each other.
 */
export interface ParityGroups {
  readonly file: string;
  /** Every surface that the parity file names, in the order of the file. */
  readonly surfaces: readonly string[];
  readonly groups: readonly ParityGroup[];
}

export interface ParityGroup {
  readonly name: string;
  readonly bindings: readonly ParityBinding[];
  readonly excluded: readonly ParityExclusion[];
  readonly location: SourceLocation;
}

export interface ParityBinding {
  readonly surface: string;
  readonly operation: OperationId;
  readonly location: SourceLocation;
}

export interface ParityExclusion extends ParityBinding {
  readonly reason: string;
}

export type ParityGroupsReading =
  | { readonly kind: 'groups'; readonly groups: ParityGroups }
  | { readonly kind: 'faults'; readonly faults: readonly ContractFault[] };
