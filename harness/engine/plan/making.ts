import type { Operation } from '../../../contract/operation.js';
import type { CaseKind, CaseMaker } from '../../cases/make-cases.js';

/** Limits the time for making cases, and receives the progress. */
export interface MakingTime {
  /** Whether the run was stopped. Even then, at least one operation gets its cases. */
  readonly stopped: () => boolean;
  /**
   * Called after the cases of an operation were made. `done` is the number of operations whose cases have been made so
   * far.
   */
  readonly made?: (done: number) => void;
  /** Called before the sequences of calls are planned. */
  readonly beforeSequences?: () => void;
  /** The milliseconds that are left for making cases. Only for a run with a time budget. */
  readonly left?: () => number;
}

/** Kinds with few cases. In a run with a time budget, these cases are made first, for every operation. */
const EARLY: ReadonlySet<CaseKind> = new Set<CaseKind>(['example', 'boundary']);

/**
 * A first estimate of the time that one more run takes (one more random case of each operation). It is a share of the
 * time for the early cases.
 */
const COST_OF_RUN = 0.05;
const LEAST_RUNS = 4;

/**
 * Makes the cases of all operations, and yields each operation that has cases. An operation may be yielded twice. If
 * the time budget is too short for all cases, fewer cases are made.
 */
export function* making(
  maker: CaseMaker,
  operations: readonly Operation[],
  kinds: readonly CaseKind[],
  time: MakingTime,
): Generator<Operation> {
  // The cases of all kinds are made for one operation before the next, so that the analysis of its schemas can be
  // released. The maker keeps the cases.
  const early = time.left === undefined ? kinds : kinds.filter((kind) => EARLY.has(kind));
  const durations = new Map<Operation, number>();
  for (const operation of operations) {
    // Without early kinds, this loop makes no cases. A stop then does not end it, so that at least one operation gets
    // its later kinds.
    if (early.length > 0 && durations.size > 0 && time.stopped()) return;
    durations.set(
      operation,
      timed(() => makeAll(maker, operation, early)),
    );
    yield operation;
  }
  if (time.left === undefined) return;
  yield* makingInTime(maker, durations, { kinds, isBegun: early.length > 0 }, { ...time, left: time.left });
}

/**
 * Makes the later cases: all cases except the early ones (examples and boundary values). `durations` are the
 * milliseconds that the early cases of each operation took. From them, the function estimates how many random cases fit
 * into the time. It makes the same number for all operations. If `isBegun` is false, there are no early cases. Each
 * operation then gets a few cases until the stop.
 */
function* makingInTime(
  maker: CaseMaker,
  durations: ReadonlyMap<Operation, number>,
  { kinds, isBegun }: { readonly kinds: readonly CaseKind[]; readonly isBegun: boolean },
  { stopped, left }: Required<Pick<MakingTime, 'stopped' | 'left'>>,
): Generator<Operation> {
  let remaining = [...durations.values()].reduce((sum, each) => sum + each, 0);
  let [spent, expected] = [0, 0];
  for (const [index, [operation, early]] of [...durations].entries()) {
    const isOver = isBegun ? stopped() || left() < 0 : index > 0 && stopped();
    if (isOver) for (const kind of kinds) maker.made.skip(operation, kind);
    else {
      const cost = expected === 0 ? COST_OF_RUN : spent / expected;
      const runs = maker.made.limitRuns(Math.max(LEAST_RUNS, Math.floor(left() / Math.max(1, cost * remaining))));
      spent += timed(() => makeAll(maker, operation, kinds));
      expected += runs * early;
    }
    remaining -= early;
    yield operation;
  }
}

function makeAll(maker: CaseMaker, operation: Operation, kinds: readonly CaseKind[]): void {
  for (const kind of kinds) maker.make(operation, kind);
}

/** Returns the duration of `work` in milliseconds. */
function timed(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}
