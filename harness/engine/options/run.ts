import type { LoadedConfig } from '../../configuration/load-config.js';
import type { Surface } from '../../bindings/surfaces.js';
import type { CallTimes } from '../drive/lane/call-times.js';
import type { RequestedChanges } from '../../change/requested-cells.js';
import type { CheckEvents, CheckOptions, Phase } from './check-options.js';
import type { TriedKinds } from '../plan/quick-plan.js';
import type { Promised } from '../plan/contracts.js';
import type { ShardSplit } from '../plan/shard.js';
import type { Declared } from './declared.js';

/** The data of one `parity check` that its phases use. */
export interface Run {
  readonly loaded: LoadedConfig;
  readonly options: CheckOptions;
  readonly events: CheckEvents;
  readonly promised: Promised;
  readonly declared: Declared;
  /** Set if only some operations of each surface were requested. */
  readonly requested?: RequestedChanges;
  /** Set in a shard. Decides which shard does which work. */
  readonly split?: ShardSplit;
  /** The end of the time budget, as a value of `performance.now()`. */
  readonly deadline: number;
  readonly times: CallTimes;
  /** Set in a quick run. Each contract adds the kinds of its cases when they are planned. */
  readonly tried?: TriedKinds;
}

/** The part of a run that concerns one contract. `surfaces` are only those that offer the contract. */
export interface ContractRun extends Run {
  readonly surfaces: readonly Surface[];
}

/** Whether this run includes the phase. In a sharded run, phases without cases run only in the first shard. */
export function has({ options: { phases, shard } }: Run, phase: Phase): boolean {
  return phases.includes(phase) && ((shard?.index ?? 0) === 0 || !WITHOUT_CASES.has(phase));
}

const WITHOUT_CASES: ReadonlySet<Phase> = new Set(['lint', 'inventory', 'freshness', 'registry']);

/**
 * Returns a run that ends after this fraction of the remaining time. The rest of the time is left for later work.
 * Without a time budget, the run has no end.
 */
export function withShare<R extends Run>(run: R, fraction: number): R {
  const now = performance.now();
  return { ...run, deadline: now + (run.deadline - now) * fraction };
}

/** The share of the whole time that is kept for reproducing findings, no matter how long planning took. */
const KEPT_SHARE = 0.2;

/**
 * Returns a run that ends early enough to reproduce findings. `began` is the start of the work on the contract, before
 * its cases were made. At most half of the remaining time is kept.
 */
export function withTimeKept<R extends Pick<Run, 'deadline'>>(run: R, began: number): R {
  const left = run.deadline - performance.now();
  if (left === Infinity) return run;
  return { ...run, deadline: run.deadline - Math.min(left / 2, (run.deadline - began) * KEPT_SHARE) };
}

/** Whether the run was interrupted or its time budget has ended. */
export function isStopped({ options, deadline }: Run): boolean {
  return options.signal.aborted || performance.now() > deadline;
}

/**
 * Whether parts of the run may start before earlier parts have ended. They may not in a shard, which records its
 * results in the order of the parts. They may not in a run with a time budget either, because the runs on the service
 * get their share of the time first.
 */
export function mayStartEarly({ options, deadline }: Run): boolean {
  return options.shard === undefined && deadline === Infinity;
}
