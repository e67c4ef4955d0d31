import type { Contract } from '../../../contract/contract.js';
import type { CellTime, ReportEntry } from '../../../reports/report.js';
import { ParityError } from '../../../contract/parity-error.js';
import type { RequestedChanges, RunContracts } from '../../change/requested-cells.js';
import { nameOneOf } from '../../configuration/name-one-of.js';
import { CASE_PHASES } from '../plan/case-plan.js';
import { SCRIPTED_PHASES } from '../plan/replies/scripted-plan.js';
import type { PlannedCase } from '../plan/planned/planned-case.js';
import type { RunChoice } from '../plan/surface-runs.js';
import type { CoverageLimit } from './coverage-limit.js';

/** All phases, in the order they run. */
export const PHASES = [
  'lint',
  'inventory',
  'freshness',
  'registry',
  ...CASE_PHASES,
  'sequences',
  ...SCRIPTED_PHASES,
] as const;
export type Phase = (typeof PHASES)[number];

export interface CheckOptions {
  readonly contracts: readonly string[];
  readonly surfaces: readonly string[];
  readonly operations: readonly string[];
  /** Operations that are not checked. */
  readonly exclude?: readonly string[];
  /** Returns the operations of each surface that are requested, because they changed. By default, all are requested. */
  readonly requested?: (contracts: RunContracts) => Promise<RequestedChanges | undefined>;
  /** The cases of a contract that are sent. Default: all. */
  readonly sends?: (contract: Contract, cases: readonly PlannedCase[]) => readonly PlannedCase[];
  readonly phases: readonly Phase[];
  readonly backends: readonly ('reference' | 'mock')[];
  readonly runs: RunChoice;
  readonly seed: number;
  /** Maximum duration of the run in milliseconds. Cells with cases that did not run are inconclusive. */
  readonly budgetMs?: number;
  /** Start of the run, by `performance.now()`. Default: the call of `check`. */
  readonly startedMs?: number;
  readonly shard?: { readonly index: number; readonly count: number };
  /**
   * Durations from an earlier run. They are used to distribute the work evenly to the shards, and must be equal for all
   * shards.
   */
  readonly balance?: readonly CellTime[];
  /** Probes the tool servers of the registry: all, or the named ones. If omitted, no server is started or contacted. */
  readonly probe?: { readonly servers: readonly string[]; readonly online: boolean };
  /** Unsteady findings also fail the run. */
  readonly strict?: boolean;
  /**
   * The minimum coverage of each contract. A run with less coverage is not verified. The minimum does not apply to a
   * shard, because a shard runs only some of the cases.
   */
  readonly minCoverage?: readonly CoverageLimit[];
  readonly signal: AbortSignal;
  /** Folder of the reports in replay commands, relative to the working folder. */
  readonly reports: string;
  /** Arguments of replay commands that name the contract and the service, for a run without a configuration. */
  readonly replayArguments?: readonly string[];
}

/** Callbacks during a check. */
export interface CheckEvents {
  /**
   * Called with the header first, then with provisional entries. A later entry supersedes an earlier entry with the
   * same identity. The returned report supersedes all of them.
   */
  entry(entry: ReportEntry): void;
  phase(name: string, detail: string): void;
  progress(backend: string, surface: string, done: number, total: number): void;
}

/** The named phases, in the order in which they run; all phases if none is named. */
export function phasesNamed(named: readonly string[]): readonly Phase[] {
  const unknown = named.find((name) => !PHASES.some((phase) => phase === name));
  if (unknown !== undefined)
    throw new ParityError('phase-unknown', `unknown phase \`${unknown}\``, nameOneOf(unknown, PHASES));
  return PHASES.filter((phase) => named.length === 0 || named.includes(phase));
}
