import type { Case } from '../../contract/case.js';
import type { Operation } from '../../contract/operation.js';
import { isShortened } from './case-numbers.js';

export type CaseKind = 'example' | 'boundary' | 'valid' | 'invalid' | 'gate';

/** The cases of each operation. A run with a time budget limits their number. */
export class MadeCases {
  /** The operations that have fewer cases than wanted, because the time of the run is limited. */
  readonly shortened = new Set<Operation>();
  /** The number of random valid cases of each operation. The numbers of other cases are derived from it. */
  runs: number;
  readonly #made = new Map<Operation, Map<CaseKind, readonly Case[]>>();

  constructor(private readonly wanted: number) {
    this.runs = wanted;
  }

  /** The cases of an operation. They are made once. */
  of(operation: Operation, kind: CaseKind, make: () => readonly Case[]): readonly Case[] {
    const known = this.#made.get(operation)?.get(kind);
    if (known !== undefined) return known;
    const cases = make();
    if (isShortened(cases, kind, this.runs, this.wanted)) this.shortened.add(operation);
    this.#ofOperation(operation).set(kind, cases);
    return cases;
  }

  /** Limits `runs` for all cases that are not made yet. Returns the new value of `runs`. */
  limitRuns(most: number): number {
    this.runs = Math.min(this.wanted, most);
    return this.runs;
  }

  /** Gives an operation no cases of this kind, unless they were made already. */
  skip(operation: Operation, kind: CaseKind): void {
    const cases = this.#ofOperation(operation);
    if (cases.has(kind)) return;
    cases.set(kind, []);
    this.shortened.add(operation);
  }

  #ofOperation(operation: Operation): Map<CaseKind, readonly Case[]> {
    const cases = this.#made.get(operation) ?? new Map<CaseKind, readonly Case[]>();
    this.#made.set(operation, cases);
    return cases;
  }
}
