import type { LoadedConfig } from '../../configuration/load-config.js';
import type { Surface } from '../../bindings/surfaces.js';
import type { CheckEvents, CheckOptions, Phase } from './check-options.js';
import type { Promised } from '../plan/contracts.js';
import type { Declared } from './declared.js';

/** One `parity check` under way: what every phase needs to know. */
export interface Run {
  readonly loaded: LoadedConfig;
  readonly options: CheckOptions;
  readonly events: CheckEvents;
  readonly promised: Promised;
  readonly declared: Declared;
  /** By `performance.now()`. */
  readonly deadline: number;
}

/** A run's part on one contract: its surfaces are those that offer it. */
export interface ContractRun extends Run {
  readonly surfaces: readonly Surface[];
}

export function has(run: Run, phase: Phase): boolean {
  return run.options.phases.includes(phase);
}
