import { ParityError } from '../../../contract/parity-error.js';
import type { Trial, TrialRule } from '../../../rules/rule.js';

/**
 * Collects errors of rules, which are faults of the harness. An error is kept once for each operation and rule; the
 * cells state the number of cases.
 */
export class JudgingFaults {
  readonly errors: ParityError[] = [];
  private readonly known = new Set<string>();

  /** Adds the error of a rule. If `rule` is omitted, the error occurred before any rule was applied. */
  add({ case: { id }, operation }: Trial, error: unknown, rule?: TrialRule): void {
    const { message } = error as Error;
    const key = JSON.stringify([operation.id, rule?.id, message]);
    if (this.known.has(key)) return;
    this.known.add(key);
    const judging = rule === undefined ? id : `${id} by ${rule.id}`;
    this.errors.push(
      new ParityError(
        'harness-error',
        `judging ${judging} failed: ${message}`,
        'Report this with the contract and the case.',
        { cause: error },
      ),
    );
  }
}
