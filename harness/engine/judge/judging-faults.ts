import { ParityError } from '../../../contract/parity-error.js';
import type { Trial, TrialRule } from '../../../rules/rule.js';

/**
 * Collects errors that rules throw. They are faults of the harness. Each error is stored once for each operation and
 * rule. The cells of the report state how many cases are concerned.
 */
export class JudgingFaults {
  readonly errors: ParityError[] = [];
  private readonly known = new Set<string>();

  /**
   * Adds an error. `rule` is the rule that threw the error; it is omitted if the error occurred before any rule was
   * applied.
   */
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
        'Report this error to the maintainers of contract-parity, with the contract and the case.',
        { cause: error },
      ),
    );
  }
}
