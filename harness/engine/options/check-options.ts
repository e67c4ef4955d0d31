import type { ReportEntry } from '../../../reports/report.js';
import { ParityError } from '../../../contract/parity-error.js';
import { CASE_PHASES } from '../plan/case-plan.js';

/** All phases, in the order they run. */
export const PHASES = ['lint', 'inventory', 'freshness', 'registry', ...CASE_PHASES, 'streams'] as const;
export type Phase = (typeof PHASES)[number];

export interface CheckOptions {
  readonly contracts: readonly string[];
  readonly surfaces: readonly string[];
  readonly operations: readonly string[];
  readonly phases: readonly Phase[];
  readonly backends: readonly ('reference' | 'mock')[];
  readonly runs: number;
  readonly seed: number;
  /** Wall-clock bound of the whole run, in milliseconds; what it leaves undone is inconclusive. */
  readonly budgetMs?: number;
  /** When the run began, by `performance.now()`; unless given, when `check` is called. */
  readonly startedMs?: number;
  readonly shard?: { readonly index: number; readonly count: number };
  /** Start or reach the tool servers of the registry, all or those named; without it nothing of the registry is started. */
  readonly probe?: { readonly servers: readonly string[]; readonly online: boolean };
  /** Unsteady entries fail the run as findings do. */
  readonly strict?: boolean;
  readonly signal: AbortSignal;
  /** What a replay command names, relative to the working folder. */
  readonly reports: string;
}

/** What happens while a check runs. */
export interface CheckEvents {
  /** The header first, then what is known by then: a later entry of the same identity supersedes it, and the report that is returned all. */
  entry(entry: ReportEntry): void;
  phase(name: string, detail: string): void;
  progress(backend: string, surface: string, done: number, total: number): void;
}

/** The phases named, in their own order; all where none is named. */
export function phasesNamed(named: readonly string[]): readonly Phase[] {
  const unknown = named.find((name) => !PHASES.some((phase) => phase === name));
  if (unknown !== undefined)
    throw new ParityError('phase-unknown', `there is no phase \`${unknown}\``, `Name one of: ${PHASES.join(', ')}.`);
  return PHASES.filter((phase) => named.length === 0 || named.includes(phase));
}
