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

/** All phases, in the order in which they run. */
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
  /** Returns which operations of each surface to check, because they changed. Default: all operations. */
  readonly requested?: (contracts: RunContracts) => Promise<RequestedChanges | undefined>;
  /** Selects the cases of a contract to send. Default: all cases. */
  readonly sends?: (contract: Contract, cases: readonly PlannedCase[]) => readonly PlannedCase[];
  readonly phases: readonly Phase[];
  readonly backends: readonly ('reference' | 'mock')[];
  readonly runs: RunChoice;
  readonly seed: number;
  /**
   * The maximum duration of the run in milliseconds. If the run ends early, a cell is inconclusive unless all its cases
   * ran.
   */
  readonly budgetMs?: number;
  /**
   * The time at which the run started, as a value of `performance.now()`. Default: the time at which `check` is called.
   */
  readonly startedMs?: number;
  readonly shard?: { readonly index: number; readonly count: number };
  /**
   * Durations of calls in an earlier report. They are used to divide the work equally among the shards. All shards must
   * have the same durations.
   */
  readonly balance?: readonly CellTime[];
  /**
   * The tool servers of the registry to probe. If `servers` is empty, all of them. If omitted, no tool server is
   * started or contacted.
   */
  readonly probe?: { readonly servers: readonly string[]; readonly online: boolean };
  /** If true, unsteady findings also fail the run. */
  readonly strict?: boolean;
  /**
   * The minimum coverage of each contract. A run with less coverage is not verified. Shards ignore the minimum, because
   * each shard runs only some of the cases.
   */
  readonly minCoverage?: readonly CoverageLimit[];
  readonly signal: AbortSignal;
  /** The folder of the reports, relative to the working folder. Replay commands contain it. */
  readonly reports: string;
  /** Arguments for replay commands in a run without a configuration. They name the contract and the service. */
  readonly replayArguments?: readonly string[];
}

/** Callbacks during a check. */
export interface CheckEvents {
  /**
   * Called with the header and then with provisional entries. An entry supersedes earlier entries with the same
   * identity. The report that `check` returns supersedes all entries.
   */
  entry(entry: ReportEntry): void;
  phase(name: string, detail: string): void;
  progress(backend: string, surface: string, done: number, total: number): void;
}

/**
 * Returns the named phases, in the order in which they run, or all phases if none is named. One text may name several
 * phases, separated by commas.
 */
export function phasesNamed(texts: readonly string[]): readonly Phase[] {
  const named = texts.flatMap((text) => text.split(',').map((name) => name.trim()));
  const unknown = named.find((name) => !PHASES.some((phase) => phase === name));
  if (unknown !== undefined)
    throw new ParityError('phase-unknown', `unknown phase \`${unknown}\``, nameOneOf(unknown, PHASES));
  return PHASES.filter((phase) => named.length === 0 || named.includes(phase));
}
