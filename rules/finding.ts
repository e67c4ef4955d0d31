import type { Case } from '../contract/case.js';
import type { Json } from '../contract/json/json.js';
import type { OperationId } from '../contract/operation.js';
import type { SourceLocation } from '../contract/json/source-location.js';
import type { SurfaceId } from '../surfaces/observation.js';
import type { Proof } from './proof.js';
import type { ToleranceName } from './values/tolerances.js';

export type Blame = 'contract' | 'surface' | 'backend' | 'mock' | 'harness';
export type Severity = 'must' | 'should';

/** One violation: a rule that one call breaks. The check of the rule returns it. */
export interface Violation {
  readonly surface: SurfaceId;
  /**
   * Where the violation is in the case, the reply or the outcome: `/query/limit`, `/body/name`,
   * `/response/body/items/0/name`, `/outcome/status`.
   */
  readonly pointer: string;
  /**
   * The kind of the difference in kebab-case, such as `missing`, `null-became-omitted` or `status-undocumented`. It
   * never contains a value.
   */
  readonly kind: string;
  /** A sentence in the present tense that describes what was observed. */
  readonly message: string;
  /** The expected value. The report shortens it if it is too large. */
  readonly expected: Json;
  readonly received: Json;
  readonly blame: Blame;
  /**
   * Violations of one rule and kind with equal causes become one finding. Default: `pointer`. For a broken schema
   * keyword, the cause is the address of the keyword. For a systematic fault, such as `null-became-omitted`, it is the
   * empty text, so that all places have the same cause.
   */
  readonly cause?: string;
  /**
   * Where a systematic fault occurs, in the form of a `cause`: its own `cause` contains no place. If other findings
   * already report a missing member at all its places, it is joined into them.
   */
  readonly place?: string;
  /**
   * The reason that the reply of a refusal states, without the values in it. Refusals of several operations with equal
   * reasons become one finding.
   */
  readonly reason?: string;
  /**
   * For a refusal: each member of the input that the reply names, with its error text without values. For a server
   * error: each parameter whose value the reply quotes.
   */
  readonly members?: readonly string[];
  /**
   * The address of a part of the contract that several operations may use, if the violation is about this part: the
   * schema keyword that an input breaks, the parameter for the page size, or the path of an item.
   */
  readonly shared?: string;
  /**
   * All operations that use the part `shared` of the contract. If all of them have the violation, it becomes one
   * finding.
   */
  readonly sharedBy?: readonly OperationId[];
  /**
   * Set if the service accepted an invalid input because it dropped members of an object: the pointer of this object in
   * the body, such as `/labels`.
   */
  readonly droppedFrom?: string;
  /** For a crash: its exit code or the name of its error, without the error message. */
  readonly crash?: string;
  /** The status of the reply that breaks the rule, or that the surface received when it crashed. */
  readonly status?: number;
  /**
   * True if the violation must be dropped when the reply itself breaks the contract, because a correct surface may fail
   * on such a reply.
   */
  readonly dependsOnReply?: true;
  /**
   * The name of the transformation that turns the expected value into the received value, such as `rounded` or
   * `trimmed` (see `valueRelations`).
   */
  readonly relation?: string;
  /** A more specific repair that replaces the repair of the rule. */
  readonly repair?: string;
  readonly location?: SourceLocation;
  /** The tolerance that permits this difference. The difference is then reported as a note, not as a finding. */
  readonly tolerance?: ToleranceName;
}

/** One fault: all violations of one rule with the same cause, and the smallest case that shows the fault. */
export interface Finding {
  /** Eight hex digits that identify the finding. They are the same in every run. */
  readonly id: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly surfaces: readonly SurfaceId[];
  /**
   * The operations in which the fault occurs. The counterexample is a case of the first one. Empty if the fault is in
   * no operation.
   */
  readonly operations: readonly OperationId[];
  readonly backends: readonly string[];
  readonly pointer: string;
  readonly kind: string;
  readonly message: string;
  readonly expected: Json;
  readonly received: Json;
  readonly blame: Blame;
  readonly repair: string;
  /** The clause that the rule enforces. */
  readonly source: string;
  readonly location?: SourceLocation;
  readonly counterexample?: Case;
  /** Every pointer at which the fault occurs, including `pointer`; absent if there is only one. */
  readonly places?: readonly string[];
  /**
   * The recorded requests and replies; absent if no call was made (lint, freshness, registry) or if recording failed.
   */
  readonly proof?: Proof;
  /** The number of cases that show this fault, counted before shrinking. */
  readonly occurrences: number;
  /** Further violations with the same cause: of rules that are checked later, or of other surfaces. */
  readonly evidence: readonly Evidence[];
}

export interface Evidence {
  readonly rule: string;
  readonly surface: SurfaceId;
  readonly operation?: OperationId;
  readonly pointer: string;
  readonly message: string;
}
