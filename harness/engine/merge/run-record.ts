import type { NoteEntry } from '../../../reports/report.js';
import type { Finding } from '../../../rules/finding.js';
import type { KnownWaiver } from '../entries/waiver-scope.js';

/** What a shard knows besides the results of its contracts, as JSON. */
export interface RunRecord {
  /** The phases without cases and the contracts, in the order of the run. */
  readonly parts: readonly PartRecord[];
  readonly facts: readonly KnownWaiver[];
  readonly today: string;
  readonly strict: boolean;
  readonly replayArguments: readonly string[];
  /** The shard of every unit of work, counted from 0. */
  readonly units: readonly (readonly [unit: string, shard: number])[];
}

export interface PartRecord {
  readonly name: string;
  /** File of the contract whose results are in a record of their own. */
  readonly contract?: string;
  readonly findings: readonly Finding[];
  readonly notes: readonly NoteEntry[];
}
