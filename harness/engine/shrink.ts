import type { Case, Expectation } from '../../contract/case.js';
import { inputViolations, isValidInput } from '../../contract/cases/input-violations.js';
import type { CaseMaker } from '../../contract/cases/make-cases.js';
import { inputSize, smallerInputs } from '../../contract/cases/shrink-input.js';
import type { Contract } from '../../contract/contract.js';
import type { CaseInput } from '../../contract/case.js';
import type { Operation } from '../../contract/operation.js';
import { encodeRequest } from '../../contract/wire/encode.js';
import type { Violation } from '../../rules/finding.js';

/** A counted bound, not a clock: the same run ends in the same counterexample on every machine. */
export const MAX_SHRINK_CALLS = 120;
/** Each of these calls lasts as long as the longest that a call may. */
const MAX_SLOW_CALLS = 6;

export interface Shrunk {
  readonly case: Case;
  readonly violation: Violation;
  readonly calls: number;
}

export interface ShrinkSubject {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly maker: CaseMaker;
  /** The violation that a case shows, if it still is the one looked for. */
  readonly shows: (candidate: Case) => Promise<Violation | undefined>;
  readonly stopped: () => boolean;
}

/** The smallest case, within the class of the first, that still shows the violation. Greedy: every step that holds is taken. */
export async function shrink(subject: ShrinkSubject, start: Case, violation: Violation): Promise<Shrunk> {
  let best: Shrunk = { case: start, violation, calls: 0 };
  const most = violation.kind === 'timeout' || violation.kind === 'no-reply' ? MAX_SLOW_CALLS : MAX_SHRINK_CALLS;
  let calls = 0;
  for (let shrinking = true; shrinking && calls < most;) {
    shrinking = false;
    for (const input of smallerInputs(best.case.input, (candidate) => expectationOf(subject, best.case, candidate) !== undefined)) {
      const expect = inputSize(input) < inputSize(best.case.input) ? expectationOf(subject, best.case, input) : undefined;
      if (expect === undefined) continue;
      if (calls >= most || subject.stopped()) return { ...best, calls };
      calls += 1;
      const candidate = { ...best.case, input, expect };
      const shown = await subject.shows(candidate);
      if (shown !== undefined) {
        best = { case: candidate, violation: shown, calls };
        shrinking = true;
        break;
      }
    }
  }
  return { ...best, calls };
}

/** What the contract promises for a candidate; `undefined` where it left the class of the original. */
function expectationOf({ contract, operation, maker }: ShrinkSubject, original: Case, input: CaseInput): Expectation | undefined {
  if (encodeRequest(operation, input).kind !== 'request') return undefined;
  const { expect } = original;
  if (expect.kind === 'rejected') {
    const [first, ...others] = inputViolations(contract, operation, input);
    const same =
      first?.keyword === expect.keyword && first.pointer === expect.pointer && others.every((other) => other.pointer === first.pointer);
    return same ? expect : undefined;
  }
  if (!isValidInput(contract, operation, input) || !maker.isKnown(operation, input)) return undefined;
  if (expect.kind === 'accepted' || expect.kind === 'accepted-or-absent') return maker.expectation(operation, input);
  return expect.kind === 'absent' && maker.expectation(operation, input).kind === 'accepted' ? undefined : expect;
}
