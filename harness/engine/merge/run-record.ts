import type { NoteEntry } from '../../../reports/report.js';
import type { Finding } from '../../../rules/finding.js';
import type { KnownWaiver } from '../entries/waiver-scope.js';

/** The data of a shard that belong to no single contract, as JSON. */
export interface RunRecord {
  /** The results of each phase without cases and of each contract, in the order of the run. */
  readonly parts: readonly PartRecord[];
  readonly facts: readonly KnownWaiver[];
  readonly today: string;
  readonly strict: boolean;
  readonly replayArguments: readonly string[];
  /** The number of the shard, from 0, that ran each unit of work. */
  readonly units: readonly (readonly [unit: string, shard: number])[];
}

export interface PartRecord {
  readonly name: string;
  /** The file of the contract, if the part is a contract. Its other results are in a `ContractRecord`. */
  readonly contract?: string;
  readonly findings: readonly Finding[];
  readonly notes: readonly NoteEntry[];
}
