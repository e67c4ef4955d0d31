import type { Case } from '../contract/case.js';
import type { Contract } from '../contract/contract.js';
import type { Operation } from '../contract/operation.js';
import type { Observation, SurfaceId } from '../surfaces/observation.js';
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
  /** What each surface can show its caller. */
  readonly observes: ReadonlyMap<SurfaceId, ReadonlySet<'status' | 'value' | 'problem'>>;
  /** Prefix for blame: on the mock, what a reply breaks is the mock's fault. */
  readonly responder: 'backend' | 'mock';
}
