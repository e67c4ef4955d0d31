import type { Case } from '../../../contract/case.js';
import type { BackendKind } from '../../../rules/rule.js';
import type { SurfaceId } from '../../../surfaces/observation.js';
import { runsFor } from '../../cases/case-numbers.js';
import { DRIVEN_KINDS, drivenKind } from '../../../surfaces/kinds/surface-kinds.js';
import type { SurfaceConfig } from '../../configuration/config.js';

/** The number of generated cases of an operation that a surface runs: the first cases of each list. */
export type SurfaceRuns = (surface: SurfaceId) => RunLimit;

export interface RunLimit {
  /** The maximum number of random valid inputs. */
  readonly valid: number;
  /** The `runs` that limit boundary values and broken constraints: see `runsFor`. */
  readonly edges: number;
}

/**
 * How the number of generated cases is chosen: a fixed number for every surface, or a number by the cost of a call on
 * each surface.
 */
export type RunChoice =
  | { readonly kind: 'fixed'; readonly runs: number }
  | { readonly kind: 'by-cost' }
  | { readonly kind: 'quick' };

/** The number of runs: the fixed number if there is one, otherwise by cost. */
export function runChoice(fixed: number | undefined, quick = false): RunChoice {
  if (fixed !== undefined) return { kind: 'fixed', runs: fixed };
  return { kind: quick ? 'quick' : 'by-cost' };
}

/** The largest default number of runs of any kind of surface. */
export const MOST_RUNS = Math.max(...DRIVEN_KINDS.map(({ runs }) => runs.whole));

/**
 * The maximum number of runs on the mock. The replies of the mock do not depend on the input, and the mock is ten times
 * as slow as a service. If the run also has a service, each surface gets only as many mock runs as a quick run has,
 * because it sends the same requests to the service.
 */
const MOST_ON_MOCK = 16;
/** The maximum number of runs of all operations together. It bounds time and memory for a large contract. */
const RUNS_OF_ALL = 20_000;
const LEAST_OF_LARGE = 16;

/** A backend; `mock-beside-service` if the run also sends every case to a real service. */
type RunTarget = BackendKind | 'mock-beside-service';

/** The runs of each surface on a backend. `operations`: number of operations of the contract. */
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

/** Whether a surface with these limits runs the case. */
export function isWithin({ valid, edges }: RunLimit, made: Case): boolean {
  return runsFor(made) <= (made.provenance.kind === 'valid' ? valid : edges);
}
