import type { ContractFault } from '../contract.js';
import type { OperationId } from '../operation.js';
import type { SourceLocation } from '../json/source-location.js';

/** A permitted finding: which one, why, who answers for it, and until when. What is left out of the pattern matches anything. */
export interface Waiver {
  readonly rule: string;
  readonly surface?: string;
  /** Name of a tool server of the registry. */
  readonly server?: string;
  /** A finding about any other operation too is not permitted. Empty: whatever the finding concerns. */
  readonly operations: readonly OperationId[];
  /** Kind of difference, as a finding tells it: `missing`, `null-became-omitted`. */
  readonly kind?: string;
  readonly reason: string;
  /** A role, not a person: it outlives whoever holds it. */
  readonly owner: string;
  /** ISO 8601 date, the last day (UTC) on which it holds. */
  readonly expires: string;
  readonly location: SourceLocation;
}

export type WaiversReading =
  | { readonly kind: 'waivers'; readonly waivers: readonly Waiver[] }
  | { readonly kind: 'faults'; readonly faults: readonly ContractFault[] };
