import type { Case } from '../../contract/case.js';
import { isUsualDecision } from './operations/gate-decisions.js';

/** Number of boundary values and violated places that are covered at least, and in addition for each run. */
const LEAST_EDGES = 64;
const EDGES_PER_RUN = 4;
export const LEAST_INVALID = 64;
const INVALID_PER_RUN = 2;
/** The share of a run from which on a surface tries all decisions at a gate. */
const UNUSUAL_GATES = 0.5;

/** The most boundary values of an operation with so many runs. */
export function mostEdges(runs: number): number {
  return Math.max(LEAST_EDGES, EDGES_PER_RUN * runs);
}

/** The most inputs of an operation that break a constraint, with so many runs. */
export function mostInvalid(runs: number): number {
  return Math.max(LEAST_INVALID, INVALID_PER_RUN * runs);
}

/**
 * The fewest `runs` with which the case is made. Boundary values and violated places that are covered at least count as
 * parts of one run, so that a surface may run fewer of them; cases that do not depend on `runs` count as none.
 */
export function runsFor({ provenance: { kind, name } }: Case): number {
  if (kind === 'gate') return isUsualDecision(name) ? 0 : UNUSUAL_GATES;
  const index = Number(name);
  if (!Number.isInteger(index)) return 0;
  if (kind === 'valid') return index + 1;
  if (kind === 'boundary') return runsOfIndex(index, LEAST_EDGES, EDGES_PER_RUN);
  if (kind === 'invalid') return runsOfIndex(index, LEAST_INVALID, INVALID_PER_RUN);
  return 0;
}

function runsOfIndex(index: number, least: number, perRun: number): number {
  return index < least ? (index + 1) / least : Math.ceil((index + 1) / perRun);
}
