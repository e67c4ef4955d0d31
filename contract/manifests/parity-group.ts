import type { ContractFault } from '../contract.js';
import type { OperationId } from '../operation.js';
import type { SourceLocation } from '../json/source-location.js';

/** Which operation each surface performs for each group; the group is what surfaces are compared by. */
export interface ParityGroups {
  readonly file: string;
  /** Every surface the file names, in the order it does. */
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
