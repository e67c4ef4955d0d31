import type { ContractFault } from '../contract.js';
import type { OperationId } from '../operation.js';
import type { SourceLocation } from '../json/source-location.js';

/** A permitted finding, with the reason, the owner and the expiry date. An omitted member matches anything. */
export interface Waiver {
  readonly rule: string;
  readonly surface?: string;
  /** Name of a tool server of the registry. */
  readonly server?: string;
  /**
   * The waiver permits a finding only if all operations of the finding are in this list. An empty list matches any
   * operation.
   */
  readonly operations: readonly OperationId[];
  /** Id of the finding. The waiver then permits no other finding, however similar. */
  readonly finding?: string;
  /** Kind of difference as reported in the finding: `missing`, `null-became-omitted`. */
  readonly kind?: string;
  readonly reason: string;
  /** A role rather than a person, so that it stays valid when people change. */
  readonly owner: string;
  /** ISO 8601 date: the last day (UTC) on which the waiver is valid. */
  readonly expires: string;
  readonly location: SourceLocation;
}

export type WaiversReading =
  | { readonly kind: 'waivers'; readonly waivers: readonly Waiver[] }
  | { readonly kind: 'faults'; readonly faults: readonly ContractFault[] };
