import type { NoteEntry } from '../../../reports/report.js';
import type { Finding } from '../../../rules/finding.js';
import type { KnownWaiver } from '../entries/waiver-scope.js';

/** The results of a shard that do not belong to a single contract, as JSON. */
export interface RunRecord {
  /** The results of each contract and of each phase without cases, in the order in which they ran. */
  readonly parts: readonly PartRecord[];
  readonly facts: readonly KnownWaiver[];
  readonly today: string;
  readonly strict: boolean;
  readonly replayArguments: readonly string[];
  /** For each unit of work: the number of the shard that ran it. Shards are counted from 0. */
  readonly units: readonly (readonly [unit: string, shard: number])[];
}

export interface PartRecord {
  readonly name: string;
  /**
   * The file of the contract. Omitted if the part is a phase without cases. A `ContractRecord` has the other results of
   * the contract.
   */
  readonly contract?: string;
  readonly findings: readonly Finding[];
  readonly notes: readonly NoteEntry[];
}
