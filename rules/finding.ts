import type { Case } from '../contract/case.js';
import type { Json } from '../contract/json/json.js';
import type { OperationId } from '../contract/operation.js';
import type { SourceLocation } from '../contract/json/source-location.js';
import type { SurfaceId } from '../surfaces/observation.js';
import type { Proof } from './proof.js';
import type { ToleranceName } from './values/tolerances.js';

export type Blame = 'contract' | 'surface' | 'backend' | 'mock' | 'harness';
export type Severity = 'must' | 'should';

/** One violation of a rule by one case, as returned by the rule's check. */
export interface Violation {
  readonly surface: SurfaceId;
  /**
   * The place in the case or the reply: `/query/limit`, `/body/name`, `/response/body/items/0/name`, `/outcome/status`.
   */
  readonly pointer: string;
  /**
   * The kind of the difference in kebab-case, such as `missing`, `null-became-omitted` or `status-undocumented`. It
   * never contains a value.
   */
  readonly kind: string;
  /** A sentence in the present tense that describes what was observed. */
  readonly message: string;
  /** The expected value. The report bounds its size. */
  readonly expected: Json;
  readonly received: Json;
  readonly blame: Blame;
  /**
   * Distinguishes two faults of the same rule, surface and kind. Default: `pointer`. For a broken schema keyword, the
   * cause is the address of the keyword. For a systematic fault such as `null-became-omitted`, the cause is `''`.
   */
  readonly cause?: string;
  /**
   * Where a systematic fault occurs, in the form of a `cause`, because the `cause` of such a violation names no place.
   * If another finding reports a missing member at each of these places, the fault is joined into that finding.
   */
  readonly place?: string;
  /**
   * The reason that a refusal states, without the values in it. Refusals of several operations with equal reasons have
   * the same cause.
   */
  readonly reason?: string;
  /**
   * Each member of the input that a refusal names, with the text for it and without values. For a server error: each
   * parameter whose value the reply names.
   */
  readonly members?: readonly string[];
  /**
   * The address of the part of the contract that the violation is about, if other operations may refer to the same
   * part. Examples are the keyword that an input breaks, the parameter of a page size, and the path of an item.
   */
  readonly shared?: string;
  /**
   * The operations that refer to the part `shared` of the contract. If all these operations show the violation, it has
   * one cause.
   */
  readonly sharedBy?: readonly OperationId[];
  /**
   * The object from which the service dropped members of an accepted invalid input, if the rest of the input is valid:
   * a pointer in the body, such as `/labels`.
   */
  readonly droppedFrom?: string;
  /** The exit code or the error name of a crash, without the message of the error. */
  readonly crash?: string;
  /** The status of the reply that breaks the rule, or at which the surface crashes. */
  readonly status?: number;
  /**
   * True if the violation is dropped when the reply itself breaks the contract: a correct surface may fail on such a
   * reply.
   */
  readonly dependsOnReply?: true;
  /** The named transformation from the expected to the received value: `rounded`, `trimmed` (see `valueRelations`). */
  readonly relation?: string;
  /** A more specific repair that replaces the repair of the rule. */
  readonly repair?: string;
  readonly location?: SourceLocation;
  /** The tolerance that permits this difference. The difference is then reported as a note, not as a finding. */
  readonly tolerance?: ToleranceName;
}

/** One fault: the violations of one rule that have the same cause, with the smallest case that shows the fault. */
export interface Finding {
  /** Eight hex digits of the fingerprint's SHA-256; the same in every run. */
  readonly id: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly surfaces: readonly SurfaceId[];
  /**
   * The operations of the finding. The counterexample is a case of the first operation. Empty if the finding concerns
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
  /** Every pointer with this cause, including `pointer`; absent if there is only one pointer. */
  readonly places?: readonly string[];
  /** The recorded traffic; absent if no call was made (lint, freshness, registry) or recording failed. */
  readonly proof?: Proof;
  /** The number of cases that show this fault, counted before shrinking. */
  readonly occurrences: number;
  /** Violations with the same cause that later rules report, or that other surfaces show. */
  readonly evidence: readonly Evidence[];
}

export interface Evidence {
  readonly rule: string;
  readonly surface: SurfaceId;
  readonly operation?: OperationId;
  readonly pointer: string;
  readonly message: string;
}
