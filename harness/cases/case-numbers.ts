import type { Case } from '../../contract/case.js';
import { isUsualDecision } from './operations/gate-decisions.js';

/**
 * The minimum number of boundary values and of invalid inputs, and their number for each configured run. The larger of
 * the two numbers is the limit.
 */
const LEAST_EDGES = 64;
const EDGES_PER_RUN = 4;
export const LEAST_INVALID = 64;
const INVALID_PER_RUN = 2;
/** The value of `runs` from which a surface tries all gate decisions, including unusual ones. */
const UNUSUAL_GATES = 0.5;

/** The maximum number of boundary values of an operation. */
export function mostEdges(runs: number): number {
  return Math.max(LEAST_EDGES, EDGES_PER_RUN * runs);
}

/** The maximum number of invalid inputs of an operation. */
export function mostInvalid(runs: number): number {
  return Math.max(LEAST_INVALID, INVALID_PER_RUN * runs);
}

/**
 * The smallest number of runs with which a surface runs the case. It is 0 for cases that do not depend on the number of
 * runs. The first boundary values and invalid inputs need only a fraction of one run, so a surface that has only such a
 * fraction runs some of them.
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

/**
 * Whether `wanted` runs would give more cases of `kind` than `runs`, judged by the cases that were made. Random valid
 * inputs may be equal, so there may be fewer valid cases than runs. If there are at least two, more runs are assumed to
 * give more cases.
 */
export function isShortened(cases: readonly Case[], kind: string, runs: number, wanted: number): boolean {
  if (kind === 'valid') return runs < wanted && cases.length > 1;
  if (kind === 'boundary') return mostEdges(runs) < mostEdges(wanted) && cases.length >= mostEdges(runs);
  if (kind !== 'invalid' || mostInvalid(runs) >= mostInvalid(wanted)) return false;
  return cases.filter(({ provenance: { name } }) => Number.isInteger(Number(name))).length >= mostInvalid(runs);
}
