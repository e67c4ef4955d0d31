import type { Json } from '../../../contract/json/json.js';
import type { RuleStatement } from '../../rule.js';
import type { LintedOperation } from './linted-operation.js';
import type { LintOptions } from './lint-options.js';
import type { Path } from './path.js';

/**
 * A rule about the text of a contract. Its check is a pure function: the same document gives the same faults. The
 * ruleset for Spectral is made from these rules.
 */
export interface ContractRule extends RuleStatement {
  /** True if the results of the rule are only hints, which never fail a run, even with strict lint. */
  readonly isHint?: true;
  check(contract: LintedContract): Iterable<LintFault>;
}

export interface LintFault {
  readonly path: Path;
  readonly message: string;
}

export interface LintedContract {
  /**
   * The document after `$ref`s were replaced by their targets, except circular ones. Two references to one target have
   * the same object.
   */
  readonly document: Json;
  readonly operations: readonly LintedOperation[];
  readonly options: LintOptions;
  /**
   * Validates a value of the document, such as an example, against a schema of the document. Both are given by their
   * paths. Empty if the value is valid.
   */
  judge(schema: Path, value: Path): readonly ValueFault[];
}

export interface ValueFault {
  /** The path from the validated value to the part of it that is wrong. */
  readonly path: Path;
  readonly message: string;
}
