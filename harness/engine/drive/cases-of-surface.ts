import type { Case } from '../../../contract/case.js';
import { REAL_SERVICE } from '../../../rules/rule.js';
import type { Driver } from '../../../surfaces/driver.js';
import { ENDLESS_LIMIT_MS, LATE_MS, NETWORK_FAULTS, type NetworkFault } from '../../../surfaces/network-faults.js';
import type { SurfaceId } from '../../../surfaces/observation.js';
import { type PlannedCase, isSkipped } from '../plan/planned/planned-case.js';
import { leftToEarlier, leftToOthers } from '../plan/quick-plan.js';
import { isOwn } from '../plan/shard.js';
import { isWithin } from '../plan/surface-runs.js';
import type { BackendRunOptions, DrivenSurface } from './backend-run.js';

/** The options that decide which calls a surface can make. */
type CallOptions = Pick<BackendRunOptions, 'bound' | 'timeoutMs'> & {
  readonly backend: Pick<BackendRunOptions['backend'], 'kind'>;
};

/**
 * Whether the surface can run the case. The operation must be bound to the surface. The surface must also support what
 * the case needs, such as a gate, a time limit for each call or repeated calls.
 */
export function isOffered(options: CallOptions, surface: DrivenSurface, planned: PlannedCase): boolean {
  return (
    options.bound(surface.id, planned.operation.id) &&
    takesGate(surface.driver, planned.case) &&
    canMisuse(options, surface.driver, planned.case) &&
    canLimit(options, surface.driver, planned.case) &&
    (faultOf(planned.case)?.isRepeated !== true || surface.driver.repeatsCalls === true) &&
    (planned.case.raw === undefined || (surface.driver.sendsRaw === true && REAL_SERVICE.has(options.backend.kind)))
  );
}

/**
 * Whether the surface can make the incorrect call of the case. Calls with wrong arguments are tested on every backend,
 * other incorrect calls only on the service.
 */
function canMisuse({ backend }: CallOptions, { misuses }: Driver, { misuse }: Case): boolean {
  if (misuse === undefined) return true;
  return misuses?.has(misuse) === true && (misuse.endsWith('-argument') || REAL_SERVICE.has(backend.kind));
}

/**
 * Whether the case with a network fault can run:
 * - The time limit of a call must be long enough for the fault.
 * - For a long or endless reply, and after an idle time, the surface must be able to limit the time of each call.
 * - A driver that reads a stream past its terminal event does not run the fault that keeps the connection open.
 */
function canLimit({ timeoutMs }: CallOptions, driver: Driver, planned: Case): boolean {
  const { isLong, isIdle, isEndless, isLate, isAfterEnd } = faultOf(planned) ?? {};
  if (isAfterEnd === true && driver.readsPastEnd === true) return false;
  if ((isLong === true || isIdle === true) && timeoutMs < ENDLESS_LIMIT_MS) return false;
  if (isLate === true && timeoutMs < 2 * LATE_MS) return false;
  return (isEndless ?? isLong ?? isIdle) !== true || driver.limitsCalls === true;
}

function faultOf({ provenance: { kind, name } }: Case): NetworkFault | undefined {
  return kind === 'fault' ? NETWORK_FAULTS.get(name) : undefined;
}

/** Whether the surface can receive the gate decision of a case, such as a denial. All receive ordinary approvals. */
export function takesGate({ gates, gateWays }: Driver, { expect, gateWay }: Case): boolean {
  if (gateWay !== undefined) return gates && gateWays?.has(gateWay) === true;
  return gates || expect.kind !== 'gated';
}

/** Whether the surface runs the case and this shard includes it. */
export function runsOn(options: BackendRunOptions, surface: DrivenSurface, planned: PlannedCase): boolean {
  return isOwn(options.plan, planned) && isPlannedOn(options, surface, planned);
}

/** Whether the surface runs the case in any shard. */
export function isPlannedOn(options: BackendRunOptions, surface: DrivenSurface, planned: PlannedCase): boolean {
  return (
    isPossible(options, surface, planned) &&
    !isLeftToAnother(options, surface, planned) &&
    (options.runs === undefined || isWithin(options.runs(surface.id), planned.case))
  );
}

/** For each surface in a quick run, the cases that it leaves to other operations. */
const left = new WeakMap<BackendRunOptions, Map<SurfaceId, ReadonlySet<PlannedCase>>>();

/** Whether a quick run of a surface tries a similar case on another operation instead. */
function isLeftToAnother(options: BackendRunOptions, surface: DrivenSurface, planned: PlannedCase): boolean {
  if (surface.isQuick !== true) return false;
  const known = left.get(options) ?? new Map<SurfaceId, ReadonlySet<PlannedCase>>();
  left.set(options, known);
  const ofSurface = known.get(surface.id) ?? leftOn(options, surface);
  known.set(surface.id, ofSurface);
  return ofSurface.has(planned);
}

function leftOn(options: BackendRunOptions, surface: DrivenSurface): ReadonlySet<PlannedCase> {
  const { cases } = options.plan;
  const earlier = leftToEarlier(cases, options.tried?.get(surface.id));
  if (surface.isCostly !== true) return earlier;
  return new Set([...earlier, ...leftToOthers(possibleCases(options, surface, cases))]);
}

/** The cases that a run may try on a surface, before a quick run leaves some of them to other operations. */
export function possibleCases(
  options: CallOptions,
  surface: DrivenSurface,
  cases: readonly PlannedCase[],
): readonly PlannedCase[] {
  return cases.filter((planned) => isPossible(options, surface, planned));
}

function isPossible(options: CallOptions, surface: DrivenSurface, planned: PlannedCase): boolean {
  return isOffered(options, surface, planned) && !isSkipped(planned, surface);
}
