import type { Case } from '../../contract/case.js';
import { isUsualDecision } from './operations/gate-decisions.js';

/**
 * The minimum number of boundary values. The limits of boundary values and of invalid inputs are such a minimum, or the
 * configured `runs` times a factor if that is larger.
 */
const LEAST_EDGES = 64;
const EDGES_PER_RUN = 4;
export const LEAST_INVALID = 64;
const INVALID_PER_RUN = 2;
/**
 * Surfaces whose `runs` are at least this number also get the cases with unusual decisions at a human gate, and more
 * than `FEW_NEAR` identifiers that resemble a known one.
 */
const FURTHER_CASES = 0.5;
const FEW_NEAR = 3;

/** The maximum number of boundary values of an operation. */
export function mostEdges(runs: number): number {
  return Math.max(LEAST_EDGES, EDGES_PER_RUN * runs);
}

/** The maximum number of invalid inputs of an operation. */
export function mostInvalid(runs: number): number {
  return Math.max(LEAST_INVALID, INVALID_PER_RUN * runs);
}

/**
 * The smallest number of `runs` for which a surface gets the case. It is 0 for cases that every surface gets. It is
 * below 1 for the first boundary values and invalid inputs: a surface that is configured with a fraction of one run
 * also gets some of them.
 */
export function runsFor({ provenance: { kind, name } }: Case): number {
  if (kind === 'gate') return isUsualDecision(name) ? 0 : FURTHER_CASES;
  const index = Number(name);
  if (!Number.isInteger(index)) return isFurtherNearMiss(name) ? FURTHER_CASES : 0;
  if (kind === 'valid') return index + 1;
  if (kind === 'boundary') return runsOfIndex(index, LEAST_EDGES, EDGES_PER_RUN);
  if (kind === 'invalid') return runsOfIndex(index, LEAST_INVALID, INVALID_PER_RUN);
  return 0;
}

/** True for the names `near-<argument>-<number>` with a number of `FEW_NEAR` or more. */
function isFurtherNearMiss(name: string): boolean {
  return name.startsWith('near-') && Number(name.slice(name.lastIndexOf('-') + 1)) >= FEW_NEAR;
}

function runsOfIndex(index: number, least: number, perRun: number): number {
  return index < least ? (index + 1) / least : Math.ceil((index + 1) / perRun);
}

/**
 * Returns true if `wanted` runs would give more cases of `kind` than `runs` gave. `cases` are the cases that were made
 * with `runs`. For random valid cases, this is only assumed: if `runs` gave at least two of them, more runs are assumed
 * to give more. Their number cannot prove it, because equal inputs become one case.
 */
export function isShortened(cases: readonly Case[], kind: string, runs: number, wanted: number): boolean {
  if (kind === 'valid') return runs < wanted && cases.length > 1;
  if (kind === 'boundary') return mostEdges(runs) < mostEdges(wanted) && cases.length >= mostEdges(runs);
  if (kind !== 'invalid' || mostInvalid(runs) >= mostInvalid(wanted)) return false;
  return cases.filter(({ provenance: { name } }) => Number.isInteger(Number(name))).length >= mostInvalid(runs);
}
