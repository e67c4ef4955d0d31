import type { ContractFault } from '../contract.js';
import type { OperationId } from '../operation.js';
import type { SourceLocation } from '../json/source-location.js';

/**
 * A permission for a finding, with the reason, the owner and the expiry date. If a member such as `surface` is omitted,
 * the waiver permits findings with any value of this member.
 */
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
  /** Id of the finding. If set, the waiver permits only this finding, and no similar one. */
  readonly finding?: string;
  /** Kind of the difference that the finding reports, such as `missing` or `null-became-omitted`. */
  readonly kind?: string;
  readonly reason: string;
  /** The role that is responsible for the waiver, such as a team. A role stays valid when people change. */
  readonly owner: string;
  /** ISO 8601 date: the last day (UTC) on which the waiver is valid. */
  readonly expires: string;
  readonly location: SourceLocation;
}

export type WaiversReading =
  | { readonly kind: 'waivers'; readonly waivers: readonly Waiver[] }
  | { readonly kind: 'faults'; readonly faults: readonly ContractFault[] };
