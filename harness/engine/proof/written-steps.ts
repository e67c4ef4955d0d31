import type { Case, CaseInput, Follow, LocatedValue, PriorCall, StepFeed } from '../../../contract/case.js';
import { fedValue, lastElementFeed } from '../../../contract/collections/next-page.js';
import { locatedId } from '../../../contract/inputs/located-id.js';
import { type Contract, operationNamed } from '../../../contract/contract.js';
import { queryValue } from '../../../contract/inputs/query-place.js';
import { fedInput } from '../../../contract/inputs/link-expressions.js';
import { joinPointer, pointerTokens, valueAt } from '../../../contract/json/json-pointer.js';
import type { Json } from '../../../contract/json/json.js';
import type { Operation } from '../../../contract/operation.js';
import { headerValue } from '../../../contract/wire/message.js';
import { replyJson, replyOf } from '../../../rules/reply.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Place, TakenValue } from '../../../surfaces/driver.js';
import { MARK } from '../../../surfaces/written-calls.js';
import { stepsOf } from '../drive/lane/sequence-steps.js';

/**
 * One call of a case, as a user would write it. In its input, marks (placeholders) replace values from earlier replies.
 */
export interface WrittenStep {
  readonly operation: Operation;
  readonly case: Case;
  readonly taken: readonly TakenValue[];
}

/** The maximum number of calls in a reproduction that a user copies. */
const MOST_CALLS = 12;

/**
 * All calls of a case in order: preceding calls, setup calls, the case itself, and the further pages that were read.
 * `undefined` if a user cannot repeat the calls one by one, because they are concurrent, on several surfaces or too
 * many.
 */
export function writtenSteps(contract: Contract, shown: Case, seen: Observation): readonly WrittenStep[] | undefined {
  const steps = stepsOf(shown);
  // If the input contained the text of a mark, that text would be replaced too.
  if (JSON.stringify(steps).includes(MARK)) return undefined;
  const writer = new StepWriter(contract, [...(seen.earlier ?? []), { ...seen, case: shown }]);
  return steps.every((step) => writer.add(step)) ? writer.written : undefined;
}

/** Writes the calls of a case one after another. Its methods return `false` if a user cannot write a call. */
class StepWriter {
  readonly written: WrittenStep[] = [];
  private readonly numbers = new Map<string, number>();
  /** For each id of a case, the index of its call in `written`. */
  private readonly indexes = new Map<string, number>();

  constructor(
    private readonly contract: Contract,
    private readonly seen: readonly Observation[],
  ) {}

  add(step: Case): boolean {
    if (step.surface !== undefined || step.lane !== undefined) return false;
    if (!(step.setup ?? []).every((call) => this.addCall(priorCase(step, call), []))) return false;
    this.indexes.set(step.id, this.written.length);
    const fed = this.fed(step);
    if (fed === undefined || !this.addCall(fed.step, fed.taken)) return false;
    return step.follow === undefined || this.addPages(fed.step, step.follow, fed.taken);
  }

  private addCall(call: Case, taken: readonly TakenValue[]): boolean {
    const operation = operationNamed(this.contract, call.operation);
    if (operation === undefined || this.written.length >= MOST_CALLS) return false;
    this.written.push({ operation, case: call, taken });
    return true;
  }

  /** Replaces the values that a step takes from earlier replies with marks (placeholders). */
  private fed(step: Case): { readonly step: Case; readonly taken: readonly TakenValue[] } | undefined {
    let { input, raw } = step;
    const taken: TakenValue[] = [];
    for (const feed of [...(step.within ?? []), ...(step.feeds ?? [])]) {
      const value = this.taken(feed, this.indexes.get(feed.step), this.observed(feed.step));
      if (value === undefined) return undefined;
      taken.push(value);
      if (feed.in === 'header' && raw !== undefined)
        raw = { ...raw, headers: { ...raw.headers, [feed.name.toLowerCase()]: value.mark } };
      else input = fedInput(input, feed, value.mark);
    }
    return { step: { ...step, input, ...(raw && { raw }) }, taken };
  }

  /**
   * Adds a call for each further page that was read when the case was observed. Returns `false` if a page cannot be
   * written as a call.
   */
  private addPages(step: Case, follow: Follow, taken: readonly TakenValue[]): boolean {
    let before = this.observed(step.id);
    for (const page of before?.followed ?? []) {
      const next = this.nextPage(step.input, follow, before, page);
      if (next === undefined || !this.addCall({ ...step, input: next.input }, [...taken, ...next.taken])) return false;
      before = page;
    }
    return true;
  }

  private nextPage(
    first: CaseInput,
    follow: Follow,
    before: Observation | undefined,
    { case: { input } }: Observation,
  ): { readonly input: CaseInput; readonly taken: readonly TakenValue[] } | undefined {
    if (!('by' in follow) || follow.by === 'last') {
      const reply = before && replyOf(before);
      const feed = 'by' in follow ? reply && lastElementFeed(follow, replyJson(reply)) : follow;
      const value = feed && this.taken(feed, this.written.length - 1, before);
      return feed && value && { input: fedInput(first, feed, value.mark), taken: [value] };
    }
    if (follow.by === 'link') return undefined;
    const number = queryValue(input.query, follow);
    return number === undefined ? undefined : { input: fedInput(first, { ...follow, in: 'query' }, number), taken: [] };
  }

  private observed(id: string): Observation | undefined {
    return this.seen.findLast((observation) => observation.case.id === id);
  }

  /**
   * The place of a value in an earlier reply, and the mark (placeholder) for it. `undefined` if the observed reply
   * lacks the value, or if the call needs the value in a different form.
   */
  private taken(
    { in: place, pointer, location, resource, ...named }: Omit<StepFeed, 'step'>,
    call: number | undefined,
    source: Observation | undefined,
  ): TakenValue | undefined {
    const reply = source && replyOf(source);
    // A body is written as one text, in which a value from an earlier reply may need quotes or escapes.
    if (call === undefined || reply === undefined || place === 'body' || resource !== undefined) return undefined;
    if (location !== undefined) return this.located(headerValue(reply.headers, 'location'), location, call);
    const body = replyJson(reply);
    const value = place === 'header' ? headerValue(reply.headers, 'etag') : valueAt(body, pointer);
    const isPlain = place === 'header' || fedValue(body, { ...named, in: place, pointer }) === value;
    const tokens = pointerTokens(pointer);
    // In a shell, command substitution removes line feeds at the end of a value, so the call would get a different
    // value.
    const isCut = [String(value), ...tokens].some((text) => text.endsWith('\n'));
    if (value === undefined || !isPlain || isCut) return undefined;
    return this.marked(call, place === 'header' ? 'etag' : placeOf(body, tokens));
  }

  /** The place of an identifier in a `Location` header. A user copies the identifier in the encoding of the URI. */
  private located(uri: string | undefined, location: LocatedValue, call: number): TakenValue | undefined {
    if (uri === undefined || locatedId(uri, location) === undefined) return undefined;
    const segments = location.path.split('/');
    const place = segments.findLastIndex((part) => part.includes('{'));
    // The shell code takes a whole segment of the path.
    if (segments[place]?.startsWith('{') !== true) return undefined;
    return this.marked(call, `location-${segments.length - 1 - place}`);
  }

  private marked(call: number, place: TakenValue['place']): TakenValue {
    const key = JSON.stringify([call, place]);
    const number = this.numbers.get(key) ?? this.numbers.size + 1;
    this.numbers.set(key, number);
    return { mark: `${MARK}${number}-`, number, call, place };
  }
}

function placeOf(body: Json | undefined, tokens: readonly string[]): Place {
  return tokens.map((token, index) =>
    Array.isArray(valueAt(body, joinPointer('', ...tokens.slice(0, index)))) ? Number(token) : token,
  );
}

/** A setup call as a case. The harness sends it directly to the backend; a user makes it on the surface. */
function priorCase({ id, provenance }: Case, { operation, input }: PriorCall): Case {
  const chosen = { expect: { kind: 'accepted' }, token: 'configured', gate: 'approved' } as const;
  return { id: `${id}/setup`, operation, input, provenance, ...chosen };
}
