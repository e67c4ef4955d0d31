import type { Case, CaseInput, Feed } from '../../../../../contract/case.js';
import type { Contract } from '../../../../../contract/contract.js';
import { fedInput, linkFeeds } from '../../../../../contract/inputs/link-expressions.js';
import { type LinkedCall, linkedCall } from '../../../../../contract/inputs/linked-calls.js';
import { valueAt } from '../../../../../contract/json/json-pointer.js';
import { type Json, type JsonObject, isJsonObject } from '../../../../../contract/json/json.js';
import type { Operation } from '../../../../../contract/operation.js';
import { streamOf } from '../../../../../contract/stream-of.js';
import type { CaseMaker } from '../../../../cases/make-cases.js';
import { acceptedCases, isAcceptedBody } from '../../planned/accepted-cases.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';

/**
 * The order of the events of the concurrent calls. The call that starts the run sends its request first; then the two
 * readers send theirs. The replies may come in any order.
 */
const SCHEDULE = [0, 0, 1, 2];

/**
 * Sequences for each event stream that is the target of an OpenAPI link. Two readers read the stream while the call of
 * the operation with the link is running. After all of them have ended, the stream is read once more. If the service
 * assigns the identifier of the run, the readers start only after the reply to this call.
 */
export function planRunningStreams(
  contract: Contract,
  maker: CaseMaker,
  isChosen: (operation: Operation) => boolean,
): readonly PlannedSequence[] {
  return contract.operations.flatMap((stream) => {
    const linked = linkedCall(contract, stream);
    if ((streamOf(stream)?.terminal.length ?? 0) === 0 || linked === undefined) return [];
    if (!isChosen(stream) || !isChosen(linked.source)) return [];
    const [simplest] = maker.simple(stream);
    const begun = longestRun(contract, maker, linked);
    if (simplest === undefined || begun === undefined) return [];
    const { path: _, header: __, ...rest } = simplest.input;
    return [sequenceOf(linked, stream, begun, rest)];
  });
}

function sequenceOf(
  { source, link }: LinkedCall,
  stream: Operation,
  begun: CaseInput,
  rest: CaseInput,
): PlannedSequence {
  const feeds = linkFeeds(link, 'path');
  const chosen = feeds.map((feed) => [feed, chosenIn(begun, feed)] as const);
  const isChosen = chosen.every(([, value]) => value !== undefined);
  const steps = new Steps('running');
  const first = steps.add(source, { input: begun }, isChosen ? { lane: 0 } : {});
  const input = chosen.reduce((sum, [feed, value]) => (value === undefined ? sum : fedInput(sum, feed, value)), rest);
  const fed = isChosen ? {} : { feeds: feeds.map((feed) => ({ ...feed, step: first })) };
  for (const lane of [1, 2]) steps.add(stream, { input }, { ...fed, lane, expect: { kind: 'accepted-or-absent' } });
  steps.add(stream, { input }, fed);
  return steps.sequenceAtOnce(SCHEDULE);
}

/** The identifier of the run, if the body that starts the run contains it. */
function chosenIn({ body = null }: CaseInput, { pointer }: Feed): Json | undefined {
  return valueAt(body, pointer);
}

/** The first case that starts a run and contains the identifier of the run. */
export function chosenRun(maker: CaseMaker, { source, link }: LinkedCall): Case | undefined {
  const feeds = linkFeeds(link, 'path');
  return acceptedCases(maker, source).find((made) => feeds.every((feed) => chosenIn(made.input, feed) !== undefined));
}

/**
 * The input that starts a run. If a body can contain the identifier of the run, the input contains it. Each integer of
 * the body has the largest value of any accepted case, because a large number usually makes a run longer. If the
 * contract does not allow all these numbers together, the input of the case is used unchanged.
 */
function longestRun(contract: Contract, maker: CaseMaker, { source, link }: LinkedCall): CaseInput | undefined {
  const cases = acceptedCases(maker, source);
  const input = (chosenRun(maker, { source, link }) ?? cases[0])?.input;
  if (!isJsonObject(input?.body)) return input;
  const bodies = cases.flatMap((made) => (isJsonObject(made.input.body) ? [made.input.body] : []));
  const body = { ...input.body, ...largestIntegers(bodies) };
  return isAcceptedBody(contract, source, body) ? { ...input, body } : input;
}

/** The largest value of each top-level member that is an integer in every body that contains it. */
function largestIntegers(bodies: readonly JsonObject[]): JsonObject {
  const names = new Set(bodies.flatMap((body) => Object.keys(body)));
  const largest = [...names].flatMap((name): readonly (readonly [string, Json])[] => {
    const values = bodies.flatMap((body) => (Object.hasOwn(body, name) ? [body[name]] : []));
    const integers = values.filter((value): value is number => Number.isSafeInteger(value));
    return integers.length < values.length ? [] : [[name, integers.reduce((one, other) => Math.max(one, other))]];
  });
  return Object.fromEntries(largest);
}
