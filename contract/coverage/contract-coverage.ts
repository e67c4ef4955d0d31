import type { Case } from '../case.js';
import type { Contract } from '../contract.js';
import type { Operation } from '../operation.js';
import { ContractParts, type Part } from './contract-parts.js';
import { type Coverage, type Covered, everyKind } from './covered.js';

/** For each kind of part, the names of the parts that were not reached. */
type Left = Readonly<Record<Covered, readonly string[]>>;

/** The parts of a contract that a run did not reach. `coverageOf` combines the results of several runs. */
export interface RemainingParts {
  readonly of: Readonly<Record<Covered, number>>;
  /** The parts that no surface reached, by kind of part. */
  readonly left: Left;
  /** For each surface, the parts that this surface did not reach, although another surface did. */
  readonly surfaces: Readonly<Record<string, Left>>;
}

/** The coverage of all surfaces together, and of each surface. */
export interface SharedCoverage extends Coverage {
  readonly surfaces: readonly ({ readonly surface: string } & Coverage)[];
}

/** The maximum number of names of missing parts that are kept, for each kind of part. */
const MAX_MISSING = 100;
/** The maximum number of names of missing parts that are kept, for each surface and kind of part. */
const MAX_MISSING_ON_SURFACE = 20;

/** The joint coverage of several runs. A part is reached if any of the runs reached it. */
export function coverageOf(...runs: readonly [RemainingParts, ...(readonly RemainingParts[])]): SharedCoverage {
  const [{ of }] = runs;
  const surfaces = [...new Set(runs.flatMap((run) => Object.keys(run.surfaces)))];
  return {
    ...counted(of, common(runs.map(({ left }) => left)), MAX_MISSING),
    surfaces: surfaces.map((surface) => {
      const left = common(runs.flatMap((run) => leftOn(run, surface) ?? []));
      return { surface, ...counted(of, left, MAX_MISSING_ON_SURFACE) };
    }),
  };
}

/**
 * All parts that one surface did not reach. `undefined` if the surface did not take part in the run. The names are
 * sorted, because the order in which parts are reached differs between runs.
 */
function leftOn({ left, surfaces }: RemainingParts, surface: string): Left | undefined {
  const further = surfaces[surface];
  return further && everyKind((kind) => [...left[kind], ...further[kind]].toSorted());
}

function common([first, ...others]: readonly Left[]): Left {
  return everyKind((kind) => {
    const sets = others.map((other) => new Set(other[kind]));
    return (first?.[kind] ?? []).filter((name) => sets.every((names) => names.has(name)));
  });
}

function counted(of: RemainingParts['of'], left: Left, named: number): Coverage {
  return everyKind((kind) => ({
    reached: of[kind] - left[kind].length,
    of: of[kind],
    missing: left[kind].slice(0, named),
  }));
}

/**
 * Records which parts of a contract the cases of a run and their replies reached, separately for each surface. The time
 * for a case is linear in the size of its input.
 */
export class ContractCoverage {
  readonly #parts: ContractParts;
  /** For each surface, the names of the parts that it has not reached yet, by kind of part. */
  readonly #left = new Map<string, Readonly<Record<Covered, Set<string>>>>();
  readonly #seen = new WeakMap<Case, Set<string>>();

  constructor(contract: Contract, operations: readonly Operation[]) {
    this.#parts = new ContractParts(contract, operations);
  }

  /**
   * Records that surfaces ran a case. It has no effect if the same case was already recorded for a surface.
   * `undecided`: the reply did not show whether the service validates the input. The broken keyword then does not count
   * as reached.
   */
  addCase(run: Case, surfaces: readonly string[], undecided = false): void {
    const seen = this.#seen.get(run) ?? new Set();
    this.#seen.set(run, seen);
    const further = surfaces.filter((surface) => !seen.has(surface));
    if (further.length === 0) return;
    const parts = this.#parts.ofCase(run, undecided);
    for (const surface of further) {
      seen.add(surface);
      this.#reach(surface, parts);
    }
  }

  /** Records that a surface sent the request body of a case. */
  addRequest(surface: string, run: Case): void {
    this.#reach(surface, this.#parts.ofRequest(run));
  }

  addReply(surface: string, operation: string, status: number, mediaType: string | undefined): void {
    this.#reach(surface, this.#parts.ofReply(operation, status, mediaType));
  }

  coverage(): SharedCoverage {
    return coverageOf(this.remaining());
  }

  /**
   * The names of all parts that were not reached in this run. `coverageOf` combines them with the names from other
   * runs.
   */
  remaining(): RemainingParts {
    const sets = [...this.#left.values()];
    const left = everyKind((kind) =>
      [...this.#parts.all[kind]].filter((name) => sets.every((names) => names[kind].has(name))),
    );
    const ofNone = everyKind((kind) => new Set(left[kind]));
    const further = (names: Readonly<Record<Covered, ReadonlySet<string>>>): Left =>
      everyKind((kind) => [...names[kind]].filter((name) => !ofNone[kind].has(name)));
    return {
      of: everyKind((kind) => this.#parts.all[kind].size),
      left,
      surfaces: Object.fromEntries([...this.#left].map(([surface, names]) => [surface, further(names)])),
    };
  }

  #reach(surface: string, parts: readonly Part[]): void {
    const left = this.#left.get(surface) ?? everyKind((kind) => new Set(this.#parts.all[kind]));
    this.#left.set(surface, left);
    for (const [kind, name] of parts) left[kind].delete(name);
  }
}
