import { type Argument, argumentValue, operationArguments } from '../../../../contract/arguments.js';
import type { Case } from '../../../../contract/case.js';
import type { Collection } from '../../../../contract/collections/collection.js';
import { canonicalJson } from '../../../../contract/json/canonical-json.js';
import { inputText } from '../../../../contract/input-text.js';
import type { Operation } from '../../../../contract/operation.js';
import { streamOf } from '../../../../contract/stream-of.js';
import { encodeRequest } from '../../../../contract/wire/request/encode.js';
import { isSameMessage } from '../../../../contract/wire/request/same-message.js';
import { haveEffectEach } from '../../../../rules/state/at-once/separate-calls.js';
import type { CaseMaker } from '../../../cases/make-cases.js';
import { acceptedCases } from '../planned/accepted-cases.js';
import { type PlannedSequence, Steps } from '../planned/planned-sequence.js';
import { schedulesAtOnce } from './items/at-once-schedules.js';

/** The number of events of one call: the arrival of its request, the end of its body, and its reply. */
const EVENTS = 3;

/** The maximum number of inputs that are compared to find two different ones. */
const MOST_COMPARED = 40;

/**
 * Sequences of two concurrent calls of one operation that overlap as much as possible. The calls have different inputs.
 * If each call has an effect, such as a new item, there are also sequences of two equal calls.
 */
export function planCallsAtOnce(
  operations: readonly Operation[],
  collections: readonly Collection[],
  maker: CaseMaker,
): readonly PlannedSequence[] {
  return operations.flatMap((operation) => {
    if (streamOf(operation) !== undefined) return [];
    const cases = acceptedCases(maker, operation, 'accepted-or-absent').toSorted(
      (one, other) => inputText(one.input).length - inputText(other.input).length,
    );
    const repeated = cases.find(({ input }) => haveEffectEach(operation, input, collections));
    const different = differentInputs(operation, cases.slice(0, MOST_COMPARED));
    return [
      ...(repeated === undefined ? [] : [atOnce('equal-at-once', operation, [repeated, repeated])]),
      ...(different === undefined ? [] : [atOnce('different-at-once', operation, different)]),
    ];
  });
}

type Pair = readonly [Pick<Case, 'input'>, Pick<Case, 'input'>];

function atOnce(name: string, operation: Operation, calls: Pair): PlannedSequence {
  const steps = new Steps(name);
  for (const [lane, call] of calls.entries()) steps.add(operation, call, { lane });
  // Only the step after the concurrent calls is judged. Because it has `feeds`, it is judged even if the service
  // refuses it as a duplicate.
  steps.add(operation, calls[1], { feeds: [] });
  const [schedule = []] = schedulesAtOnce(calls.length, EVENTS, [operation.id, name]);
  return steps.sequenceAtOnce(schedule);
}

/**
 * The two smallest inputs whose arguments all differ. If there are none, two inputs with different bodies. Otherwise
 * `undefined`. The requests must differ, because a surface may send only one request for two equal reads.
 */
function differentInputs(operation: Operation, cases: readonly Case[]): Pair | undefined {
  const all = operationArguments(operation);
  for (const judged of [all, all.filter(({ in: place }) => place === 'body')])
    for (const [index, one] of cases.entries()) {
      const other = cases.slice(index + 1).find((each) => !judged.some((argument) => isEqual(argument, one, each)));
      if (other !== undefined && isOtherRequest(operation, one, other)) return [one, other];
    }
  return undefined;
}

function isEqual(argument: Argument, { input: one }: Case, { input: other }: Case): boolean {
  const [value = '', second] = [one, other].map((input) => canonicalJson(argumentValue(input, argument) ?? null));
  return value === second;
}

function isOtherRequest(operation: Operation, { input: one }: Case, { input: other }: Case): boolean {
  const [first, second] = [encodeRequest(operation, one), encodeRequest(operation, other)];
  return first.kind === 'request' && second.kind === 'request' && !isSameMessage(first, second);
}
