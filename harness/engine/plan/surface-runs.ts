import type { Case } from '../../../contract/case.js';
import type { BackendKind } from '../../../rules/rule.js';
import type { SurfaceId } from '../../../surfaces/observation.js';
import { runsFor } from '../../cases/case-numbers.js';
import { DRIVEN_KINDS, drivenKind } from '../../../surfaces/kinds/surface-kinds.js';
import type { SurfaceConfig } from '../../configuration/config.js';

/**
 * Returns how many generated cases a surface runs for each operation. A limited surface runs the first cases of each
 * list.
 */
export type SurfaceRuns = (surface: SurfaceId) => RunLimit;

export interface RunLimit {
  /** The maximum number of random valid inputs of an operation. */
  readonly valid: number;
  /**
   * The value of the option `runs` from which the numbers of boundary values and of broken constraints are computed
   * (see `runsFor`).
   */
  readonly edges: number;
}

/**
 * How the number of generated cases is chosen. `fixed`: one number for all surfaces. `by-cost`: a number for each
 * surface, by the cost of its calls. `quick`: only the first cases.
 */
export type RunChoice =
  | { readonly kind: 'fixed'; readonly runs: number }
  | { readonly kind: 'by-cost' }
  | { readonly kind: 'quick' };

/**
 * Returns how the number of generated cases is chosen. If `fixed` is given, every surface gets this number. Otherwise,
 * it depends on the cost of calls or, if `quick` is true, only the first cases run.
 */
export function runChoice(fixed: number | undefined, quick = false): RunChoice {
  if (fixed !== undefined) return { kind: 'fixed', runs: fixed };
  return { kind: quick ? 'quick' : 'by-cost' };
}

/** The largest default number of generated cases of any kind of surface. */
export const MOST_RUNS = Math.max(...DRIVEN_KINDS.map(({ runs }) => runs.whole));

/**
 * The maximum number of generated cases for each operation on the mock. The replies of the mock do not depend on the
 * input, and the mock is ten times as slow as a service. If the run also has a service, the service gets the same
 * requests. Each surface then runs only as many cases on the mock as in a quick run.
 */
const MOST_ON_MOCK = 16;
/** The maximum number of generated cases of all operations together. It limits time and memory for a large contract. */
const RUNS_OF_ALL = 20_000;
const LEAST_OF_LARGE = 16;

/** The kind of a backend. `mock-beside-service` is the mock in a run that also sends every case to a real service. */
type RunTarget = BackendKind | 'mock-beside-service';

/**
 * Returns the number of generated cases for each surface on a backend. `operations` is the number of operations in the
 * contract.
 */
export function surfaceRuns(
  choice: RunChoice,
  surfaces: readonly { readonly id: SurfaceId; readonly config: SurfaceConfig }[],
  operations: number,
  target: RunTarget,
): SurfaceRuns {
  if (choice.kind === 'fixed') return () => limitOf(choice.runs);
  const own = choice.kind === 'quick' || target === 'mock-beside-service' ? 'quick' : 'whole';
  const ofLarge = Math.max(LEAST_OF_LARGE, Math.floor(RUNS_OF_ALL / Math.max(1, operations)));
  const most = target === 'mock' || target === 'mock-beside-service' ? MOST_ON_MOCK : ofLarge;
  const runs = new Map(surfaces.map(({ id, config }) => [id, limitOfSurface(config, own, most)] as const));
  return (surface) => runs.get(surface) ?? limitOf(LEAST_OF_LARGE);
}

function limitOfSurface({ driver, runs }: SurfaceConfig, own: 'whole' | 'quick', most: number): RunLimit {
  if (runs !== undefined) return limitOf(Math.min(runs, most));
  const { [own]: valid, edges } = drivenKind(driver).runs;
  const limit = limitOf(Math.min(valid, most));
  return own === 'whole' && edges !== undefined ? { ...limit, edges } : limit;
}

function limitOf(runs: number): RunLimit {
  return { valid: runs, edges: runs };
}

/** Whether the case is within the limits of a surface. */
export function isWithin({ valid, edges }: RunLimit, made: Case): boolean {
  return runsFor(made) <= (made.provenance.kind === 'valid' ? valid : edges);
}
