import type { Contract } from '../../../../contract/contract.js';
import type { Operation } from '../../../../contract/operation.js';
import type { CasePlan } from '../case-plan.js';
import { planResponses } from './response-plan.js';
import { planFaults } from './fault-plan.js';
import { planStreams } from './stream-plan.js';

/**
 * Plans the cases of one phase for which the harness makes the replies. The kind in a case's provenance selects its
 * script in `harness/backends/script.ts`.
 */
type ScriptedPlanner = (source: ScriptedSource, operations: readonly Operation[]) => CasePlan;

interface ScriptedSource extends Pick<CasePlan, 'maker'> {
  readonly contract: Contract;
}

const PLANNERS = { responses: planResponses, streams: planStreams, faults: planFaults } as const satisfies Readonly<
  Record<string, ScriptedPlanner>
>;

type ScriptedPhase = keyof typeof PLANNERS;

/** The phases with scripted replies or network faults, in the order in which they run. */
export const SCRIPTED_PHASES = Object.keys(PLANNERS) as readonly ScriptedPhase[];

/**
 * Plans the cases of all selected phases with scripted replies. They run together, so that each surface is started only
 * once for all of them.
 */
export function planScripted(
  source: ScriptedSource,
  operations: readonly Operation[],
  phases: ReadonlySet<string>,
): CasePlan {
  const planned = SCRIPTED_PHASES.filter((phase) => phases.has(phase));
  return { cases: planned.flatMap((phase) => PLANNERS[phase](source, operations).cases), maker: source.maker };
}
