import { BODY_WAYS } from '../../../contract/body-way.js';
import type { Case, CaseInput, PriorCall } from '../../../contract/case.js';
import { isValidInput } from '../../../contract/inputs/input-violations.js';
import { neededParts } from '../../cases/shrinking/offering.js';
import { type InClass, smallerInputs } from '../../cases/shrinking/shrink-input.js';
import { operationNamed } from '../../../contract/contract.js';
import { inputText } from '../../../contract/input-text.js';
import { type Json, type JsonObject, isJsonObject } from '../../../contract/json/json.js';
import type { Operation } from '../../../contract/operation.js';
import type { Violation } from '../../../rules/finding.js';
import { type ClassSubject, classOf, identifierMembers, makesSameThing } from '../plan/case-class.js';
import { smallerReply } from './smaller-reply.js';
import { shorterPages, shorterWalks } from './page-limit.js';

/**
 * The maximum number of calls that a search makes. Unlike a time limit, it gives the same counterexample on every
 * machine.
 */
export const MAX_SHRINK_CALLS = 120;
/** The maximum number of calls that a search makes for a slow fault. A call of a slow fault lasts until the timeout. */
const MAX_SLOW_CALLS = 6;

export interface Shrunk {
  readonly case: Case;
  readonly violation: Violation;
  readonly calls: number;
}

export interface ShrinkSubject extends ClassSubject {
  /** Runs a candidate. Returns the violation if the candidate shows the fault. */
  readonly shows: (candidate: Case) => Promise<Violation | undefined>;
  readonly stopped: () => boolean;
}

/**
 * Finds the smallest case of the same class that shows the violation: a valid case stays valid, an invalid case keeps
 * its broken constraint. Removes preceding calls, and passes the body in the simplest way. Shrinks the inputs of the
 * case, of its setup calls and of its preceding calls.
 */
export async function shrink(subject: ShrinkSubject, start: Case, violation: Violation): Promise<Shrunk> {
  const search = new CaseSearch(subject, { case: start, violation, calls: 0 });
  await search.run();
  return search.result();
}

/** Whether calls with this kind of violation last until the timeout. */
export function isSlow(kind: Violation['kind']): boolean {
  return kind === 'timeout' || kind === 'no-reply';
}

class CaseSearch {
  private readonly most: number;
  private readonly shown = new Map<string, boolean>();
  private calls = 0;

  constructor(
    private readonly subject: ShrinkSubject,
    private best: Shrunk,
  ) {
    this.most = isSlow(best.violation.kind) ? MAX_SLOW_CALLS : MAX_SHRINK_CALLS;
  }

  result(): Shrunk {
    return { ...this.best, calls: this.calls };
  }

  /**
   * Repeats all reductions until none of them succeeds. A smaller setup call may permit a smaller input, and a smaller
   * input may permit a smaller setup call.
   */
  async run(): Promise<void> {
    await this.firstInClass(shorterWalks(this.subject.contract, this.subject.operation, this.best.case));
    await this.dropPrecedingCalls();
    await this.shortenSchedule();
    // The input of a wrong call (misuse) is already the simplest. This is also true for a raw request, unless it
    // declares its own framing.
    const { raw, misuse } = this.best.case;
    if ((raw !== undefined && raw.framing === undefined) || misuse !== undefined) return;
    await this.simplestBodyWay();
    for (let before = ''; before !== this.bestText() && !this.isOver();) {
      before = this.bestText();
      await this.shrinkInput();
      await this.shrinkIdentifiers();
      for (const index of (this.best.case.setup ?? []).keys()) await this.shrinkSetup(index);
      for (const index of (this.best.case.precedingCalls ?? []).keys()) await this.shrinkPreceding(index);
      // Fewer preceding calls may now be enough: a list that is read in shorter pages needs fewer created elements.
      if (this.best.case.schedule === undefined) await this.dropPrecedingCalls();
      if (this.best.case.setup === undefined && this.best.case.precedingCalls === undefined) break;
    }
    await this.shrinkReply();
    await this.shortestPage();
  }

  private async shrinkReply(): Promise<void> {
    const { reply } = this.best.case;
    const { contract, operation } = this.subject;
    const search = reply && smallerReply(contract, operation, reply);
    if (reply === undefined || search === undefined) return;
    await this.drive(search, (value) => ({ ...this.best.case, reply: { ...reply, body: JSON.stringify(value) } }));
  }

  private isOver(): boolean {
    return this.calls >= this.most || this.subject.stopped();
  }

  private bestText(): string {
    return JSON.stringify(this.best.case);
  }

  /** Whether a candidate shows the violation. Runs the candidate, unless it has run before. */
  private async tries(candidate: Case): Promise<boolean> {
    const key = JSON.stringify(candidate);
    const known = this.shown.get(key);
    if (known !== undefined) return known;
    this.calls += 1;
    const violation = await this.subject.shows(candidate);
    this.shown.set(key, violation !== undefined);
    if (violation !== undefined) this.best = { case: candidate, violation, calls: this.calls };
    return violation !== undefined;
  }

  private async drive<T>(
    search: Generator<T, unknown, boolean | undefined>,
    caseOf: (candidate: T) => Case | undefined,
  ): Promise<void> {
    for (let step = search.next(); step.done !== true && !this.isOver();) {
      const candidate = caseOf(step.value);
      step = search.next(candidate !== undefined && (await this.tries(candidate)));
    }
  }

  private async dropPrecedingCalls(): Promise<void> {
    const { precedingCalls, ...single } = this.best.case;
    if (precedingCalls === undefined) return;
    const search = neededParts<readonly Case[], Case>(precedingCalls, function* offer(kept) {
      return (yield kept) === true;
    });
    await this.drive(search, (kept) => (kept.length === 0 ? single : { ...single, precedingCalls: kept }));
  }

  /** Removes events from the schedule of concurrent calls if their order does not matter. */
  private async shortenSchedule(): Promise<void> {
    const { schedule } = this.best.case;
    if (schedule === undefined) return;
    const search = neededParts<readonly number[], number>(schedule, function* offer(kept) {
      return (yield kept) === true;
    });
    await this.drive(search, (kept) => ({ ...this.best.case, schedule: kept }));
  }

  /**
   * Finds the simplest way to pass the body, such as an argument in place of a file, that still shows the violation.
   */
  private async simplestBodyWay(): Promise<void> {
    const { bodyWay, ...simplest } = this.best.case;
    if (bodyWay === undefined || this.isOver() || (await this.tries(simplest))) return;
    for (const way of BODY_WAYS.slice(0, BODY_WAYS.indexOf(bodyWay)))
      if (this.isOver() || (await this.tries({ ...simplest, bodyWay: way }))) return;
  }

  /**
   * Shrinks the input. Preceding calls with the same input are first shrunk together with it, because the violation may
   * need equal calls.
   */
  private async shrinkInput(): Promise<void> {
    const start = this.best.case;
    const expectationOf = classOf(this.subject, start);
    const twins = (start.precedingCalls ?? []).filter((prior) => isSameCall(prior, start));
    for (const linked of twins.length === 0 ? [[]] : [twins, []]) {
      const { input } = this.best.case;
      const { operation, maker } = this.subject;
      const search = smallerInputs(
        input,
        (candidate) => expectationOf(candidate) !== undefined,
        maker.placeHints(operation, input.mediaType),
      );
      await this.drive(search, (candidate) => {
        const expect = expectationOf(candidate);
        if (expect === undefined) return undefined;
        const { precedingCalls } = this.best.case;
        const preceding = precedingCalls?.map((prior, index) => {
          const isLinked = linked.includes(start.precedingCalls?.[index] as Case);
          return isLinked ? { ...prior, input: candidate, expect } : prior;
        });
        return { ...this.best.case, input: candidate, expect, ...(preceding && { precedingCalls: preceding }) };
      });
    }
  }

  /** Shrinks ids that the client chooses. An id is changed in the path and in the setup calls together. */
  private async shrinkIdentifiers(): Promise<void> {
    const { setup = [], input } = this.best.case;
    const { contract, operation, maker } = this.subject;
    const parameters = setup.flatMap((call) => identifierMembers(input, call).map(([, parameter]) => parameter));
    for (const parameter of new Set(parameters)) {
      const { case: start } = this.best;
      const value = start.input.path?.[parameter];
      if (value === undefined) continue;
      const renamed = ({ path }: CaseInput): Case | undefined => withIdentifier(start, parameter, path?.[parameter]);
      const fits: InClass = (candidate) => {
        const made = renamed(candidate);
        return (
          made !== undefined &&
          isValidInput(contract, operation, made.input) &&
          (made.setup ?? []).every((call) => this.isValidCall(call))
        );
      };
      await this.drive(smallerInputs({ path: { [parameter]: value } }, fits, maker.placeHints(operation)), renamed);
    }
  }

  private isValidCall({ operation, input }: PriorCall): boolean {
    const made = operationNamed(this.subject.contract, operation);
    return made !== undefined && isValidInput(this.subject.contract, made, input);
  }

  private async shrinkSetup(index: number): Promise<void> {
    const { case: start } = this.best;
    const call = start.setup?.[index];
    const made = call && operationNamed(this.subject.contract, call.operation);
    if (call === undefined || made === undefined) return;
    const fits: InClass = (input) =>
      makesSameThing(start, call, input) && isValidInput(this.subject.contract, made, input);
    const search = smallerInputs(call.input, fits, this.placeOf(made, call.input));
    await this.drive(search, (input) => ({
      ...this.best.case,
      setup: (this.best.case.setup ?? []).with(index, { ...call, input }),
    }));
  }

  private async shrinkPreceding(index: number): Promise<void> {
    const prior = this.best.case.precedingCalls?.[index];
    const operation = prior && operationNamed(this.subject.contract, prior.operation);
    if (prior === undefined || operation === undefined) return;
    const expectationOf = classOf({ ...this.subject, operation }, prior);
    const replaced = (to: Case): Case => ({
      ...this.best.case,
      precedingCalls: (this.best.case.precedingCalls ?? []).with(index, to),
    });
    const { bodyWay, ...simplest } = prior;
    const base = bodyWay !== undefined && !this.isOver() && (await this.tries(replaced(simplest))) ? simplest : prior;
    const search = smallerInputs(
      base.input,
      (input) => expectationOf(input) !== undefined,
      this.placeOf(operation, base.input),
    );
    let isWeakened = false;
    await this.drive(search, (input) => {
      const expect = expectationOf(input);
      const isWeaker =
        expect?.kind === 'accepted-or-absent' && this.best.case.precedingCalls?.[index]?.expect.kind === 'accepted';
      // A smaller input with an unknown id is tried only once. If the violation needs this call to succeed, further
      // attempts would fail too, and each attempt needs a session.
      if (expect === undefined || (isWeaker && isWeakened)) return undefined;
      isWeakened ||= isWeaker;
      return replaced({ ...base, input, expect });
    });
  }

  private placeOf(operation: Operation, { mediaType }: CaseInput): ReturnType<ClassSubject['maker']['placeHints']> {
    return this.subject.maker.placeHints(operation, mediaType);
  }

  /** Requests the shortest page that still shows the violation, so that the recorded reply is short. */
  private async shortestPage(): Promise<void> {
    const { case: start, violation } = this.best;
    await this.firstInClass(shorterPages(this.subject.contract, this.subject.operation, start, violation));
  }

  /** Takes the first of the inputs that shows the violation and is in the class of the case (see `classOf`). */
  private async firstInClass(inputs: readonly CaseInput[]): Promise<void> {
    const { case: start } = this.best;
    const expectationOf = classOf(this.subject, start);
    for (const input of inputs) {
      const expect = expectationOf(input);
      if (expect !== undefined && !this.isOver() && (await this.tries({ ...start, input, expect }))) return;
    }
  }
}

function isSameCall(one: Case, other: Case): boolean {
  return one.operation === other.operation && inputText(one.input) === inputText(other.input);
}

/** Replaces an id in the path of the case and in the bodies of its setup calls. */
function withIdentifier(start: Case, parameter: string, value: Json | undefined): Case | undefined {
  if (value === undefined) return undefined;
  const setup = (start.setup ?? []).map((call) => {
    const members = identifierMembers(start.input, call).filter(([, of]) => of === parameter);
    const body: JsonObject = isJsonObject(call.input.body) ? call.input.body : {};
    return {
      ...call,
      input: { ...call.input, body: { ...body, ...Object.fromEntries(members.map(([member]) => [member, value])) } },
    };
  });
  return { ...start, input: { ...start.input, path: { ...start.input.path, [parameter]: value } }, setup };
}
