import type { Case } from '../../contract/case.js';
import type { Operation } from '../../contract/operation.js';
import { isShortened } from './case-numbers.js';

export type CaseKind = 'example' | 'boundary' | 'valid' | 'invalid' | 'gate';

/** Stores the cases of each operation. If the run has a time budget, also limits how many cases are made. */
export class MadeCases {
  /** The operations that got fewer cases than the options request, because the time of the run is limited. */
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

  /** Lowers `runs` to at most `most` for all cases that are not made yet. Returns the new value of `runs`. */
  limitRuns(most: number): number {
    this.runs = Math.min(this.wanted, most);
    return this.runs;
  }

  /** Gives an operation no cases of this kind, unless such cases were made already. */
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
