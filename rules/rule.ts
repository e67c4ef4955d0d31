import type { Case } from '../contract/case.js';
import type { Collection } from '../contract/collections/collection.js';
import type { Contract } from '../contract/contract.js';
import type { Operation, OperationId } from '../contract/operation.js';
import type { Observable } from '../surfaces/driver.js';
import type { Observation, SurfaceId } from '../surfaces/observation.js';
import type { Aspect } from './aspect.js';
import type { Severity, Violation } from './finding.js';

export type BackendKind = 'reference' | 'live' | 'mock' | 'scripted';

/** The texts that are shown when a rule is listed, explained or reported. */
export interface RuleStatement {
  /** The family and the name of the rule: `family/name`. */
  readonly id: string;
  readonly severity: Severity;
  /** What the rule requires, in one to three sentences. */
  readonly statement: string;
  /** What the rule requires and permits in special cases, and when it does not apply. Each text is about one case. */
  readonly details?: readonly string[];
  /** The clause that the rule enforces: an RFC section, an OpenAPI section, the contract. */
  readonly source: string;
  /** How to fix a violation, in one or more imperative sentences. */
  readonly repair: string;
}

/**
 * A rule about one case on all its surfaces. Its check is a pure function: the same trial gives the same violations.
 */
export interface TrialRule extends RuleStatement {
  /** Backends on which the rule applies. On other backends the rule is reported as inapplicable. */
  readonly backends: ReadonlySet<BackendKind>;
  /**
   * The part of an observation that the rule reads. If an observation lacks this part, it neither breaks nor verifies
   * the rule.
   */
  readonly reads: Aspect;
  /**
   * True if the rule compares the reply with the expectation of the case. Such a rule does not apply if the surface
   * sent a different request.
   */
  readonly judgesCase?: true;
  /**
   * Whether the rule judges calls with a network fault. `only`: it judges no other calls. `too`: it also judges other
   * calls. By default, a rule judges only calls without a network fault.
   */
  readonly disturbed?: 'only' | 'too';
  /**
   * Whether the rule judges misused calls, for example a call with an unknown argument. `only`: it judges no other
   * calls. `too`: it also judges other calls. By default, a rule does not judge misused calls.
   */
  readonly misuse?: 'only' | 'too';
  /**
   * Whether the rule judges concurrent calls. They are judged at the last step of their sequence. `true`: it judges no
   * other calls. `too`: it also judges other calls.
   */
  readonly atOnce?: true | 'too';
  /**
   * Judges a trial. Returns `undefined` if the rule does not concern the trial. The trial then does not verify the
   * rule.
   */
  check(trial: Trial, context: TrialContext): readonly Violation[] | undefined;
}

/** A trial: one case, and the observations of every surface that ran it. */
export interface Trial {
  readonly case: Case;
  readonly operation: Operation;
  readonly observations: readonly Observation[];
}

/**
 * The members that differ between two identical calls in the initial state, as pointers for each operation. `*` stands
 * for every element of an array.
 */
export type AssignedMembers = ReadonlyMap<OperationId, ReadonlySet<string>>;

export interface TrialContext {
  readonly contract: Contract;
  readonly backend: BackendKind;
  /** What each surface can show to its caller. A surface is judged only by what it can show. */
  readonly observes: ReadonlyMap<SurfaceId, ReadonlySet<Observable>>;
  /** The token that the backend accepts. */
  readonly token: string;
  /** Credentials by the name of the security scheme, if they differ from the token. */
  readonly credentials?: ReadonlyMap<string, string>;
  /**
   * Inputs that a surface need not express, as configured. For each operation, the texts are substrings of the reasons
   * that the surface gives.
   */
  readonly inexpressible?: ReadonlyMap<SurfaceId, ReadonlyMap<OperationId, readonly string[]>>;
  /** The surfaces whose callers need not receive members that no schema names, as configured. */
  readonly losesUnknown?: ReadonlySet<SurfaceId>;
  /** The rules that apply to the backend. Default: the rules of the catalogue. */
  readonly rules?: readonly TrialRule[];
  /** The operations that create, read and list the items of a collection. */
  readonly collections?: readonly Collection[];
  /** Members that the service assigns. They were found by comparing identical calls. */
  readonly assigned?: AssignedMembers;
  /**
   * Whether every case starts from the same state on every surface. If not, the replies of two surfaces are not
   * compared.
   */
  readonly isolated: boolean;
}

/** Applies `judge` to each observation of a trial; `undefined` if `judge` returns `undefined` for all of them. */
export function judgedEach(
  { observations }: Trial,
  judge: (observation: Observation) => readonly Violation[] | undefined,
): readonly Violation[] | undefined {
  const judged = observations.flatMap((observation) => {
    const faults = judge(observation);
    return faults === undefined ? [] : [faults];
  });
  return judged.length === 0 ? undefined : judged.flat();
}

/** Whether a surface can show `what` to its caller. Rules judge a surface only by what it can show. */
export function shows(context: TrialContext, surface: SurfaceId, what: Observable): boolean {
  return context.observes.get(surface)?.has(what) === true;
}

/** The party that is blamed for a fault in a reply. Scripted replies come from the harness itself. */
export function responder(context: TrialContext): 'backend' | 'mock' | 'harness' {
  if (context.backend === 'scripted') return 'harness';
  return context.backend === 'mock' ? 'mock' : 'backend';
}

export const EVERYWHERE: ReadonlySet<BackendKind> = new Set(['reference', 'live', 'mock', 'scripted']);
/** Backends that keep state and validate input. A mock only returns examples. */
export const REAL_SERVICE: ReadonlySet<BackendKind> = new Set(['reference', 'live']);
