import type { CaseInput } from '../../../contract/case.js';
import type { Blame } from '../../../rules/finding.js';

/** Areas of faults that real projects have. The self-test reports totals for each. */
export const FAULT_CLASSES = {
  values: 'encodings and values of one request',
  state: 'state between calls: storing, listing, paging, concurrency',
  replies: 'replies: statuses, nulls, unknown members, big numbers, problem documents',
  network: 'network faults: repeated requests, waiting, truncation, hangs',
  rejection: 'rejection, authentication and negotiation',
  gates: 'human gates',
  streams: 'event streams',
  generation: 'generators, generated code and its freshness',
  contract: 'contract, lint and registry',
} as const;

export type FaultClass = keyof typeof FAULT_CLASSES;

/** Replaces a text that occurs exactly once in a file of the built project. */
export interface Edit {
  /** Relative to the root of the project. Code that is compiled is edited in `dist`. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** A bug that is planted into a copy of the built project, and the finding that it must cause. */
export interface PlantedFault extends Edit {
  /** Kebab-case, unique; starts with the surface or the part. */
  readonly id: string;
  readonly class: FaultClass;
  /** The surface that the finding names, or the server of the registry. */
  readonly surface: string;
  /** The operation that the finding names; any if omitted. */
  readonly operation?: string;
  readonly blame: Blame;
  /** The smallest input that shows the fault, written by hand. */
  readonly smallest?: CaseInput;
  /** Further edits of the same fault. */
  readonly also?: readonly Edit[];
  readonly narrowing?: Narrowing;
  readonly note?: string;
  /** Why no call can show this edit, or why the contract permits it. Such an edit is not run. */
  readonly equivalent?: string;
}

/** The part of a check that runs for one fault, where it differs from what its class and surface imply. */
interface Narrowing {
  readonly contract?: 'items' | 'runs';
  /** Empty: all of them. */
  readonly surfaces?: readonly string[];
  readonly operations?: readonly string[];
  readonly phases?: readonly string[];
}
