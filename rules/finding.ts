import type { Case } from '../contract/case.js';
import type { Json } from '../contract/json/json.js';
import type { OperationId } from '../contract/operation.js';
import type { SourceLocation } from '../contract/json/source-location.js';
import type { SurfaceId } from '../surfaces/observation.js';
import type { Proof } from './proof.js';
import type { ToleranceName } from './values/tolerances.js';

export type Blame = 'contract' | 'surface' | 'backend' | 'mock' | 'harness';
export type Severity = 'must' | 'should';

/** One break of one rule, as the rule's check states it about one trial. */
export interface Violation {
  readonly surface: SurfaceId;
  /** Where in the case or the reply: `/query/limit`, `/body/name`, `/response/body/items/0/name`, `/outcome/status`. */
  readonly pointer: string;
  /** Kind of difference, kebab-case, never a value: `missing`, `null-became-omitted`, `status-undocumented`. */
  readonly kind: string;
  /** Present-tense sentence: what was seen. */
  readonly message: string;
  /** Printable, bounded by the report. */
  readonly expected: Json;
  readonly received: Json;
  readonly blame: Blame;
  /**
   * What tells two faults of the same rule, surface and kind apart; defaults to `pointer`.
   * A broken schema keyword sets its address, a systematic fault (`null-became-omitted`) sets `''`.
   */
  readonly cause?: string;
  /** Where a systematic fault shows, in the words of a cause: one that shows nowhere but where a member is missing is that. */
  readonly place?: string;
  /** The status of the reply that it is about. */
  readonly status?: number;
  /** The surface may be right to fail so where the reply itself breaks the contract: then it is not held against it. */
  readonly dependsOnReply?: true;
  /** How the received value follows from the expected one, where that has a name: `rounded`, `trimmed` (see `valueRelation`). */
  readonly relation?: string;
  /** Where the rule's own advice is too general. */
  readonly repair?: string;
  readonly location?: SourceLocation;
  /** Set on a difference that is permitted under this tolerance: a note, and no finding. */
  readonly tolerance?: ToleranceName;
}

/** A rule broken, after grouping and shrinking: one fault, one finding. */
export interface Finding {
  /** Short, stable over runs: eight hex digits of the fingerprint's SHA-256. */
  readonly id: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly surfaces: readonly SurfaceId[];
  /** The first is the one whose counterexample is shown. Empty where no operation is concerned. */
  readonly operations: readonly OperationId[];
  readonly backends: readonly string[];
  readonly pointer: string;
  readonly kind: string;
  readonly message: string;
  readonly expected: Json;
  readonly received: Json;
  readonly blame: Blame;
  readonly repair: string;
  /** The norm the rule enforces. */
  readonly source: string;
  readonly location?: SourceLocation;
  readonly counterexample?: Case;
  /** Every place where one cause shows, in the words of a place, `pointer`'s own included; absent where there is one place. */
  readonly places?: readonly string[];
  /** The traffic that shows it; absent where no call was made (lint, freshness, registry) or it could not be recorded. */
  readonly proof?: Proof;
  /** How many trials showed it before shrinking. */
  readonly occurrences: number;
  /** Later rules, and other surfaces, that saw the same fault. */
  readonly evidence: readonly Evidence[];
}

export interface Evidence {
  readonly rule: string;
  readonly surface: SurfaceId;
  readonly operation?: OperationId;
  readonly pointer: string;
  readonly message: string;
}
