import type { SourceLocation } from '../../../contract/json/source-location.js';
import type { OperationId } from '../../../contract/operation.js';

export interface LintResult {
  /**
   * `contract/<name>` is a rule of this project, `oas/<name>` a rule of Spectral's built-in ruleset, `ruleset/<name>` a
   * rule of the user's ruleset.
   */
  readonly rule: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly repair: string;
  readonly location: SourceLocation;
  /**
   * The operation that contains the place of the fault; absent if the place is in no operation or is shared by several.
   */
  readonly operation?: OperationId;
  /** The clause that the rule enforces, such as a section of an RFC. */
  readonly source: string;
  /** Other places with the same fault (see `joinedResults`); absent if there is only one place. */
  readonly others?: readonly LintPlace[];
}

export type LintPlace = Pick<LintResult, 'location' | 'operation'>;
