import { ParityError } from '../../../contract/parity-error.js';
import type { Trial, TrialRule } from '../../../rules/rule.js';

/**
 * Errors of rules, which are faults of the harness. The same error on many cases is kept once for each operation and
 * rule; the cells state the number of cases.
 */
export class JudgingFaults {
  readonly errors: ParityError[] = [];
  private readonly known = new Set<string>();

  /** Without `rule`, no rule was applied to the trial. */
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
