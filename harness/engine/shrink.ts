import type { Case, Expectation } from '../../contract/case.js';
import { inputViolations, isValidInput } from '../../contract/cases/input-violations.js';
import type { CaseMaker } from '../../contract/cases/make-cases.js';
import { smallerInputs } from '../../contract/cases/shrink-input.js';
import { type Contract, operationNamed } from '../../contract/contract.js';
import { isJsonObject, ownValue } from '../../contract/json.js';
import type { CaseInput } from '../../contract/case.js';
import type { Operation } from '../../contract/operation.js';
import { encodeRequest } from '../../contract/wire/encode.js';
import type { Violation } from '../../rules/finding.js';
import { sameJson } from '../../rules/same-json.js';

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

/**
 * The smallest case, within the class of the first, that still shows the violation. The search is told of each candidate
 * whether it holds, and goes on from there.
 */
export async function shrink(subject: ShrinkSubject, start: Case, violation: Violation): Promise<Shrunk> {
  const most = isSlow(violation.kind) ? MAX_SLOW_CALLS : MAX_SHRINK_CALLS;
  const broken = brokenPlaces(subject, start.input);
  const promise = (input: CaseInput): Expectation | undefined => expectationOf(subject, start, input, broken);
  const search = smallerInputs(start.input, (input) => promise(input) !== undefined);
  let best: Shrunk = { case: start, violation, calls: 0 };
  let calls = 0;
  for (let step = search.next(); step.done !== true && calls < most && !subject.stopped();) {
    const expect = promise(step.value);
    const candidate = expect && { ...start, input: step.value, expect };
    if (candidate !== undefined) calls += 1;
    const shown = candidate && (await subject.shows(candidate));
    if (candidate !== undefined && shown !== undefined) best = { case: candidate, violation: shown, calls };
    step = search.next(shown !== undefined);
  }
  for (const [index, call] of (start.before ?? []).entries()) {
    const made = operationNamed(subject.contract, call.operation);
    if (made === undefined) continue;
    const calling = smallerInputs(
      call.input,
      (input) => isSameThing(start, call.input, input) && isValidInput(subject.contract, made, input),
    );
    for (let step = calling.next(); step.done !== true && calls < most && !subject.stopped();) {
      const candidate = { ...best.case, before: (start.before ?? []).with(index, { ...call, input: step.value }) };
      calls += 1;
      const shown = await subject.shows(candidate);
      if (shown !== undefined) best = { case: candidate, violation: shown, calls };
      step = calling.next(shown !== undefined);
    }
  }
  return { ...best, calls };
}

/** Whether each call that shows such a violation lasts as long as a call may. */
export function isSlow(kind: Violation['kind']): boolean {
  return kind === 'timeout' || kind === 'no-reply';
}

/** The call before still makes what the case is about: the members that are the case's own identifiers stay. */
function isSameThing({ input }: Case, call: CaseInput, candidate: CaseInput): boolean {
  const identifiers = new Set(Object.values(input.path ?? {}));
  const members = isJsonObject(call.body) ? Object.entries(call.body).filter(([, value]) => identifiers.has(value)) : [];
  return members.every(([name, value]) => ownValue(candidate.body ?? null, name) === value);
}

/** `keyword pointer` of all that an input breaks. */
function brokenPlaces({ contract, operation }: ShrinkSubject, input: CaseInput): ReadonlySet<string> {
  return new Set(inputViolations(contract, operation, input).map(({ keyword, pointer }) => `${keyword} ${pointer}`));
}

/** What the contract promises for a candidate; `undefined` where it left the class of the original. */
function expectationOf(subject: ShrinkSubject, original: Case, input: CaseInput, broken: ReadonlySet<string>): Expectation | undefined {
  const { contract, operation, maker } = subject;
  if (encodeRequest(operation, input).kind !== 'request') return undefined;
  const { expect, before } = original;
  // What was made before is what the path names.
  if (before !== undefined)
    return sameJson(input.path, original.input.path) && isValidInput(contract, operation, input) ? expect : undefined;
  if (expect.kind === 'rejected') {
    // What was not broken at first stays whole, and what the case is about stays broken.
    const places = brokenPlaces(subject, input);
    const same = places.has(`${expect.keyword} ${expect.pointer}`) && [...places].every((place) => broken.has(place));
    return same ? expect : undefined;
  }
  if (!isValidInput(contract, operation, input) || !maker.isKnown(operation, input)) return undefined;
  if (expect.kind === 'accepted' || expect.kind === 'accepted-or-absent') return maker.expectation(operation, input);
  return expect.kind === 'absent' && !maker.promisesAbsence(operation, input) ? undefined : expect;
}
