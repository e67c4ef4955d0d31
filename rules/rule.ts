import type { Case } from '../contract/case.js';
import type { Collection } from '../contract/collections/collection.js';
import type { Contract } from '../contract/contract.js';
import type { Operation, OperationId } from '../contract/operation.js';
import type { Observable, Observation, SurfaceId } from '../surfaces/observation.js';
import type { Aspect } from './aspect.js';
import type { Severity, Violation } from './finding.js';

export type BackendKind = 'reference' | 'live' | 'mock' | 'scripted';

/** The texts about a rule that are shown when the rule is listed, explained or broken. */
export interface RuleStatement {
  /** The family and the name of the rule, such as `parity/same-status`. */
  readonly id: string;
  readonly severity: Severity;
  /** What the rule requires, in one to three sentences. */
  readonly statement: string;
  /** What the rule requires or permits in special cases, and when it does not apply: one text for each case. */
  readonly details?: readonly string[];
  /** Where the requirement comes from: a section of an RFC or of OpenAPI, or the contract. */
  readonly source: string;
  /** How to fix a violation, in one or more imperative sentences. */
  readonly repair: string;
}

/**
 * A rule that judges one case on all surfaces that ran it. Its check is a pure function: the same trial gives the same
 * violations.
 */
export interface TrialRule extends RuleStatement {
  /** The kinds of backends on which the rule is checked. On any other backend, the report shows it as inapplicable. */
  readonly backends: ReadonlySet<BackendKind>;
  /** What the rule needs from a call (see `Aspect`). A call without it neither breaks nor verifies the rule. */
  readonly reads: Aspect;
  /**
   * True if the rule compares the reply with what the contract promises for the input of the case. If the surface sent
   * a different request, such a rule is not checked.
   */
  readonly judgesCase?: true;
  /**
   * Whether the rule judges calls during a network fault. `only`: it judges only such calls. `too`: it judges all
   * calls. Default: it judges only calls without a network fault.
   */
  readonly disturbed?: 'only' | 'too';
  /**
   * Whether the rule judges calls with wrong arguments, such as an unknown one. `only`: it judges only such calls.
   * `too`: it judges all calls. Default: it judges only calls with correct arguments.
   */
  readonly misuse?: 'only' | 'too';
  /**
   * Whether the rule judges calls that run at the same time. They are judged at the last step of their sequence.
   * `true`: it judges only such calls. `too`: it judges all calls.
   */
  readonly atOnce?: true | 'too';
  /**
   * Judges a trial. Returns the violations, or an empty list if the rule is obeyed. Returns `undefined` if the rule
   * says nothing about this trial; the trial then does not verify the rule.
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
 * For each operation: pointers to the members of its reply that differ between two identical calls from the same state.
 * `*` stands for every element of a list.
 */
export type AssignedMembers = ReadonlyMap<OperationId, ReadonlySet<string>>;

export interface TrialContext {
  readonly contract: Contract;
  readonly backend: BackendKind;
  /**
   * What each surface can show to its caller, such as statuses or events. A rule judges a surface only by what it can
   * show.
   */
  readonly observes: ReadonlyMap<SurfaceId, ReadonlySet<Observable>>;
  /** The token that the backend accepts. */
  readonly token: string;
  /** Credentials that differ from the token, by the name of their security scheme. */
  readonly credentials?: ReadonlyMap<string, string>;
  /**
   * Inputs that a surface need not express, as the configuration states. For each operation: texts, one of which must
   * be in the reason that the surface gives.
   */
  readonly inexpressible?: ReadonlyMap<SurfaceId, ReadonlyMap<OperationId, readonly string[]>>;
  /** The surfaces that may drop members that no schema names, as the configuration states. */
  readonly losesUnknown?: ReadonlySet<SurfaceId>;
  /** The rules that apply to the backend. Default: the rules of the catalogue. */
  readonly rules?: readonly TrialRule[];
  /** The collections of the contract: for each kind of items, the operations that create, read and list them. */
  readonly collections?: readonly Collection[];
  /** Members of replies that the service assigns. They were found by comparing identical calls. */
  readonly assigned?: AssignedMembers;
  /**
   * Whether every case starts from the same stored state on every surface. If it does not, replies to different
   * surfaces are not compared.
   */
  readonly isolated: boolean;
}

/**
 * Calls `judge` for each observation of a trial, and collects the violations. `undefined` if `judge` returns
 * `undefined` for all observations.
 */
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

/** Who is blamed for a fault in a reply. Scripted replies come from the harness itself. */
export function responder(context: TrialContext): 'backend' | 'mock' | 'harness' {
  if (context.backend === 'scripted') return 'harness';
  return context.backend === 'mock' ? 'mock' : 'backend';
}

export const EVERYWHERE: ReadonlySet<BackendKind> = new Set(['reference', 'live', 'mock', 'scripted']);
/** Backends that keep state and validate input. A mock does neither: it only returns examples. */
export const REAL_SERVICE: ReadonlySet<BackendKind> = new Set(['reference', 'live']);
