import type { Json } from '../../../contract/json/json.js';
import type { RuleStatement } from '../../rule.js';
import type { LintedOperation } from './linted-operation.js';
import type { LintOptions } from './lint-options.js';
import type { Path } from './path.js';

/** A rule about the text of a contract. Pure; the catalogue makes it a rule of the Spectral ruleset. */
export interface ContractRule extends RuleStatement {
  /** A hint, which fails no run however strict its lint is: what it is about shows elsewhere where it matters. */
  readonly isHint?: true;
  check(contract: LintedContract): Iterable<Fault>;
}

export interface Fault {
  readonly path: Path;
  readonly message: string;
}

export interface LintedContract {
  /** With every `$ref` followed that does not lead back to itself; what was referred to twice is the same object twice. */
  readonly document: Json;
  readonly operations: readonly LintedOperation[];
  readonly options: LintOptions;
  /** What the schema at one place says about the value at another; empty is valid. */
  judge(schema: Path, value: Path): readonly ValueFault[];
}

export interface ValueFault {
  /** Into the value; continues its path. */
  readonly path: Path;
  readonly message: string;
}
