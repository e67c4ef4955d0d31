import type { Operation } from '../../../contract/operation.js';
import type { CaseKind, CaseMaker } from '../../cases/make-cases.js';

/** The limits of the time in which cases are made. */
export interface MakingTime {
  /** Whether the run was stopped. At least one operation gets its cases nevertheless. */
  readonly stopped: () => boolean;
  /** In a run with a time budget: the time for making cases that is left, in milliseconds. */
  readonly left?: () => number;
}

/** Kinds with few cases. In a run with a time budget, they are made for every operation before all other kinds. */
const EARLY: ReadonlySet<CaseKind> = new Set<CaseKind>(['example', 'boundary']);

/**
 * The time for the later cases of one run (a value of `runs`), as a share of the time for all early cases. Measured with
 * contracts of 20 to 200 operations.
 */
const COST_OF_RUN = 0.15;
const LEAST_RUNS = 4;

/**
 * Makes the cases of all operations, and yields after each operation. Yields the operations that have cases; an
 * operation may occur twice. In a run with a time budget, fewer cases are made if the time does not suffice for all.
 */
export function* making(
  maker: CaseMaker,
  operations: readonly Operation[],
  kinds: readonly CaseKind[],
  { stopped, left }: MakingTime,
): Generator<Operation> {
  // The cases of all kinds are made for one operation before the next, so that the analysis of its schemas can be
  // released. The maker keeps the cases.
  const early = left === undefined ? kinds : kinds.filter((kind) => EARLY.has(kind));
  const began = performance.now();
  for (const [index, operation] of operations.entries()) {
    if (index > 0 && stopped()) return;
    for (const kind of early) maker.make(operation, kind);
    yield operation;
  }
  if (left === undefined) return;
  const runs = left() / Math.max(1, (performance.now() - began) * COST_OF_RUN);
  maker.limitRuns(Math.max(LEAST_RUNS, Math.floor(runs)));
  for (const operation of operations) {
    for (const kind of kinds) {
      if (stopped() || left() < 0) maker.skip(operation, kind);
      else maker.make(operation, kind);
    }
    yield operation;
  }
}
