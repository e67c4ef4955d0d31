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
  /** The operation that contains the location; absent if the location belongs to no operation or to several. */
  readonly operation?: OperationId;
  /** The clause that the rule enforces. */
  readonly source: string;
  /** The further places of the same cause (see `joinedResults`); absent if there is only one place. */
  readonly others?: readonly LintPlace[];
}

export type LintPlace = Pick<LintResult, 'location' | 'operation'>;
