import type { LoadedConfig } from '../../configuration/load-config.js';
import type { Surface } from '../../bindings/surfaces.js';
import type { CallTimes } from '../drive/lane/call-times.js';
import type { RequestedChanges } from '../../change/requested-cells.js';
import type { CheckEvents, CheckOptions, Phase } from './check-options.js';
import type { Promised } from '../plan/contracts.js';
import type { ShardSplit } from '../plan/shard.js';
import type { Declared } from './declared.js';

/** Data of one `parity check` that every phase needs. */
export interface Run {
  readonly loaded: LoadedConfig;
  readonly options: CheckOptions;
  readonly events: CheckEvents;
  readonly promised: Promised;
  readonly declared: Declared;
  /** Set if only a part of the operations of each surface was requested. */
  readonly requested?: RequestedChanges;
  /** Set in a shard: the assignment of work to shards. */
  readonly split?: ShardSplit;
  /** End of the budget, by `performance.now()`. */
  readonly deadline: number;
  readonly times: CallTimes;
}

/** A run restricted to the surfaces that offer one contract. */
export interface ContractRun extends Run {
  readonly surfaces: readonly Surface[];
}

/** Whether the run has the phase. Phases without cases run only in the first shard. */
export function has({ options: { phases, shard } }: Run, phase: Phase): boolean {
  return phases.includes(phase) && ((shard?.index ?? 0) === 0 || !WITHOUT_CASES.has(phase));
}

const WITHOUT_CASES: ReadonlySet<Phase> = new Set(['lint', 'inventory', 'freshness', 'registry']);

/** Whether the run was interrupted, or its time is over. */
export function isStopped({ options, deadline }: Run): boolean {
  return options.signal.aborted || performance.now() > deadline;
}
