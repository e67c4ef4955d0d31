import type { Case } from '../contract/case.js';
import type { Contract } from '../contract/contract.js';
import type { Operation, OperationId } from '../contract/operation.js';
import type { Observable } from '../surfaces/driver.js';
import type { Observation, SurfaceId } from '../surfaces/observation.js';
import type { Aspect } from './aspect.js';
import type { Severity, Violation } from './finding.js';

export type BackendKind = 'reference' | 'live' | 'mock' | 'scripted';

/** A normative statement; what a rule needs to be listed, explained and reported. */
export interface RuleStatement {
  /** `family/name`. */
  readonly id: string;
  readonly severity: Severity;
  /** One sentence, the norm in our words. */
  readonly statement: string;
  /** The clause it enforces: an RFC section, an OpenAPI section, the contract. */
  readonly source: string;
  /** How to mend what breaks it; one or two sentences in the imperative. */
  readonly repair: string;
}

/** A rule about what surfaces did with one case. Pure: same trial, same violations. */
export interface TrialRule extends RuleStatement {
  /** Backends on which the rule can hold; elsewhere it is `inapplicable`, and counted. */
  readonly backends: ReadonlySet<BackendKind>;
  /** What of an observation it reads: one that did not get that far neither breaks nor verifies the rule. */
  readonly reads: Aspect;
  /** Holds the reply against what the contract promises for the case, which says nothing where the surface sent a different request. */
  readonly judgesCase?: true;
  /** `undefined`: does not concern this trial (so it does not count as verified). */
  check(trial: Trial, context: TrialContext): readonly Violation[] | undefined;
}

/** One case on every surface that ran it. */
export interface Trial {
  readonly case: Case;
  readonly operation: Operation;
  readonly observations: readonly Observation[];
}

export interface TrialContext {
  readonly contract: Contract;
  readonly backend: BackendKind;
  /** What each surface can show its caller; it is compared on that alone. */
  readonly observes: ReadonlyMap<SurfaceId, ReadonlySet<Observable>>;
  /** The token that the backend accepts. */
  readonly token: string;
  /** By name of a security scheme, where it is not the token. */
  readonly credentials?: ReadonlyMap<string, string>;
  /** What is declared that a surface cannot say: of each operation, parts of the reasons it may give. */
  readonly inexpressible?: ReadonlyMap<SurfaceId, ReadonlyMap<OperationId, readonly string[]>>;
  /** Whether every case met the same state on every surface: only then can their replies be compared. */
  readonly isolated: boolean;
}

/** Whether a surface can show its caller that at all: what it cannot is not asked of it. */
export function shows(context: TrialContext, surface: SurfaceId, what: Observable): boolean {
  return context.observes.get(surface)?.has(what) === true;
}

/** Who is to blame for a reply: on the mock, the mock; what is scripted comes from the harness itself. */
export function responder(context: TrialContext): 'backend' | 'mock' | 'harness' {
  if (context.backend === 'scripted') return 'harness';
  return context.backend === 'mock' ? 'mock' : 'backend';
}

export const EVERYWHERE: ReadonlySet<BackendKind> = new Set(['reference', 'live', 'mock', 'scripted']);
/** Where a service of its own keeps state and judges input; a mock only repeats examples. */
export const REAL_SERVICE: ReadonlySet<BackendKind> = new Set(['reference', 'live']);
