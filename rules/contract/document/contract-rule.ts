import type { Json } from '../../../contract/json/json.js';
import type { RuleStatement } from '../../rule.js';
import type { LintedOperation } from './linted-operation.js';
import type { LintOptions } from './lint-options.js';
import type { Path } from './path.js';

/** A rule about the text of a contract. Its check is a pure function. The catalogue converts it to a Spectral rule. */
export interface ContractRule extends RuleStatement {
  /** A hint never fails a run, even with strict lint. */
  readonly isHint?: true;
  check(contract: LintedContract): Iterable<LintFault>;
}

export interface LintFault {
  readonly path: Path;
  readonly message: string;
}

export interface LintedContract {
  /**
   * The document with resolved `$ref`s. Circular `$ref`s are not resolved. Two references to one target resolve to the
   * same object.
   */
  readonly document: Json;
  readonly operations: readonly LintedOperation[];
  readonly options: LintOptions;
  /** Validates the value at one path against the schema at another path. The result is empty if the value is valid. */
  judge(schema: Path, value: Path): readonly ValueFault[];
}

export interface ValueFault {
  /** The path from the value to the fault. */
  readonly path: Path;
  readonly message: string;
}
