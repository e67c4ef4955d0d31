import type { Case } from '../contract/case.js';
import type { Json } from '../contract/json/json.js';
import type { OperationId } from '../contract/operation.js';
import type { SourceLocation } from '../contract/json/source-location.js';
import type { SurfaceId } from '../surfaces/observation.js';
import type { Proof } from './proof.js';
import type { ToleranceName } from './values/tolerances.js';

export type Blame = 'contract' | 'surface' | 'backend' | 'mock' | 'harness';
export type Severity = 'must' | 'should';

/** One violation of a rule in one trial, as returned by the rule's check. */
export interface Violation {
  readonly surface: SurfaceId;
  /** Place in the case or the reply: `/query/limit`, `/body/name`, `/response/body/items/0/name`, `/outcome/status`. */
  readonly pointer: string;
  /** Kind of difference, kebab-case, never a value: `missing`, `null-became-omitted`, `status-undocumented`. */
  readonly kind: string;
  /** Sentence in the present tense that describes what was observed. */
  readonly message: string;
  /** The expected value. The report bounds its size. */
  readonly expected: Json;
  readonly received: Json;
  readonly blame: Blame;
  /**
   * Distinguishes two faults of the same rule, surface and kind; by default `pointer`. The cause of a broken schema
   * keyword is its address. The cause of a systematic fault (`null-became-omitted`) is `''`.
   */
  readonly cause?: string;
  /**
   * The place of a systematic fault, in the form of a `cause`. If one member is missing at every such place, the
   * finding is that this member is missing.
   */
  readonly place?: string;
  /** The reason that a refusal states, without values. Equal reasons on several operations are one cause. */
  readonly reason?: string;
  /**
   * The address of the part of the contract that the violation is about, if other operations may also refer to this
   * part: the keyword that an input breaks, the parameter of a page size, the path of an item.
   */
  readonly shared?: string;
  /**
   * The operations that refer to the same part of the contract. If all of these operations show the violation, it has
   * one cause.
   */
  readonly sharedBy?: readonly OperationId[];
  /** The exit code or the name of the error of a crash, without its message. */
  readonly crash?: string;
  /** The status of the reply that breaks the rule. */
  readonly status?: number;
  /**
   * The violation is dropped if the reply itself breaks the contract, because a correct surface may then fail in this
   * way.
   */
  readonly dependsOnReply?: true;
  /** The named transformation from the expected to the received value: `rounded`, `trimmed` (see `valueRelations`). */
  readonly relation?: string;
  /** Replaces the repair of the rule if the repair of the rule is too general. */
  readonly repair?: string;
  readonly location?: SourceLocation;
  /** The tolerance that permits this difference. The difference is then reported as a note, not as a finding. */
  readonly tolerance?: ToleranceName;
}

/** One fault: violations of one rule, grouped by cause and with the smallest case that shows it. */
export interface Finding {
  /** Eight hex digits of the fingerprint's SHA-256; the same in every run. */
  readonly id: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly surfaces: readonly SurfaceId[];
  /**
   * The operations of the finding. The counterexample is a case of the first one. Empty if the finding concerns no
   * operation.
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
  /** Every place with this cause, including `pointer`; absent if there is only one place. */
  readonly places?: readonly string[];
  /** The recorded traffic; absent if no call was made (lint, freshness, registry) or recording failed. */
  readonly proof?: Proof;
  /** Number of trials with this fault, counted before shrinking. */
  readonly occurrences: number;
  /** Violations of later rules or on other surfaces with the same cause. */
  readonly evidence: readonly Evidence[];
}

export interface Evidence {
  readonly rule: string;
  readonly surface: SurfaceId;
  readonly operation?: OperationId;
  readonly pointer: string;
  readonly message: string;
}
