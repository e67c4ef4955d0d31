import type { NoteEntry } from '../../../reports/report.js';
import type { Finding } from '../../../rules/finding.js';
import type { KnownWaiver } from '../entries/waiver-scope.js';

/** The results of a shard that do not belong to one contract, as JSON. */
export interface RunRecord {
  /** The results of each contract and of each phase without cases, in the order in which they ran. */
  readonly parts: readonly PartRecord[];
  readonly facts: readonly KnownWaiver[];
  readonly today: string;
  readonly strict: boolean;
  readonly replayArguments: readonly string[];
  /** For each unit of work, the number of the shard that ran it. The first shard has the number 0. */
  readonly units: readonly (readonly [unit: string, shard: number])[];
}

export interface PartRecord {
  readonly name: string;
  /**
   * The file of the contract. Omitted for a phase without cases. Further results of the contract are in its
   * `ContractRecord`.
   */
  readonly contract?: string;
  readonly findings: readonly Finding[];
  readonly notes: readonly NoteEntry[];
}
