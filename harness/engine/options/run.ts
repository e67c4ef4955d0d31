import type { LoadedConfig } from '../../configuration/load-config.js';
import type { Surface } from '../../bindings/surfaces.js';
import type { RequestedChanges } from '../../change/requested-cells.js';
import type { CheckEvents, CheckOptions, Phase } from './check-options.js';
import type { Promised } from '../plan/contracts.js';
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
  /** End of the budget, by `performance.now()`. */
  readonly deadline: number;
}

/** A run restricted to the surfaces that offer one contract. */
export interface ContractRun extends Run {
  readonly surfaces: readonly Surface[];
}

export function has(run: Run, phase: Phase): boolean {
  return run.options.phases.includes(phase);
}

/** Whether the run was interrupted, or its time is over. */
export function isStopped({ options, deadline }: Run): boolean {
  return options.signal.aborted || performance.now() > deadline;
}
