import type { CaseInput } from '../../../contract/case.js';
import type { Blame } from '../../../rules/finding.js';

/** Classes of faults that occur in real projects. The self-test reports totals for each class. */
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

/** A replacement of a text that occurs exactly once in a file. */
export interface Edit {
  /** Path from the root of the project. Compiled code is edited in `dist`. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** A bug that is planted into a copy of the built project, and the finding that it must cause. */
export interface PlantedFault extends Edit {
  /** A unique name in kebab case. It starts with the surface or the part that has the fault. */
  readonly id: string;
  readonly class: FaultClass;
  /** The surface that the finding must state, or the tool server of the registry. */
  readonly surface: string;
  /** The operation that the finding must state. Default: any operation. */
  readonly operation?: string;
  readonly blame: Blame;
  /** The smallest input that shows the fault, written by hand. */
  readonly smallest?: CaseInput;
  /** Further edits of the same fault. */
  readonly also?: readonly Edit[];
  readonly narrowing?: Narrowing;
  readonly note?: string;
  /**
   * Set if the self-test does not run this edit. The text states why no call can reveal the edit, or why the contract
   * permits it.
   */
  readonly equivalent?: string;
}

/** The part of a check that runs for the fault. By default, it depends on the class and the surface. */
interface Narrowing {
  readonly contract?: 'items' | 'runs';
  /** Surfaces to check. If the list is empty, all surfaces are checked. */
  readonly surfaces?: readonly string[];
  readonly operations?: readonly string[];
  readonly phases?: readonly string[];
}

/** For faults of the card that only show in a host: the check also needs the tool server, which offers the card. */
export const IN_HOST: Narrowing = { surfaces: ['rest', 'mcp', 'ui_card'] };
