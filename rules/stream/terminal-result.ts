import { parseJsonText } from '../../contract/wire/request/split-request.js';
import type { SchemaUri } from '../../contract/operation.js';
import { streamOf } from '../../contract/stream-of.js';
import type { Observation } from '../../surfaces/observation.js';
import { isSameUnder } from '../comparison.js';
import type { Violation } from '../finding.js';
import { isBodyKnown, replyJson } from '../reply.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../rule.js';
import { wireEvents } from './wire-events.js';

/** The terminal event of a stream contains the same result as the response of the call that created the stream. */
export const terminalResult: TrialRule = {
  id: 'stream/terminal-result',
  severity: 'must',
  statement:
    'The data of the terminal event equals the response of the call that created the stream, if this response is valid.',
  source: 'the contract: the link from the call to its stream, and the description of the terminal event',
  repair: 'Write the terminal event and the response from the same value.',
  backends: REAL_SERVICE,
  reads: 'reply',
  judgesCase: true,
  check: (trial, context) => {
    const terminal = new Set(streamOf(trial.operation)?.terminal);
    const compared = trial.observations.flatMap((observation) => comparable(observation, terminal));
    return compared.length === 0 ? undefined : compared.flatMap((pair) => difference(trial, context, pair));
  },
};

interface Pair {
  readonly surface: string;
  readonly event: string;
  readonly data: string;
  readonly response: ReturnType<typeof replyJson>;
}

function comparable(observation: Observation, terminal: ReadonlySet<string>): readonly Pair[] {
  const made = observation.setupReplies?.at(-1);
  const end = wireEvents(observation).findLast(({ event }) => terminal.has(event));
  if (made === undefined || end === undefined || !isBodyKnown(made)) return [];
  return [{ surface: observation.surface, event: end.event, data: end.data, response: replyJson(made) }];
}

/** The schemas for the response of the call that created the stream. */
function resultSchemas({ case: { setup } }: Trial, { contract }: TrialContext): readonly SchemaUri[] {
  const made = contract.operations.find(({ id }) => id === setup?.at(-1)?.operation);
  const successes = made?.responses.filter(({ status }) => status.startsWith('2')) ?? [];
  return successes.flatMap(({ content }) => content.flatMap(({ schema }) => schema ?? [])).slice(0, 1);
}

function difference(
  trial: Trial,
  context: TrialContext,
  { surface, event, data, response }: Pair,
): readonly Violation[] {
  const value = parseJsonText(data);
  const { schemas } = context.contract;
  const stated = resultSchemas(trial, context);
  if (isSameUnder({ schemas, stated }, response, value)) return [];
  const isValid = stated.every((uri) => schemas.forDirection('output').accepts(uri, response ?? null));
  // The rule `conformance/response-body` judges the response.
  if (!isValid) return [];
  const message = `The terminal event \`${event}\` contains a different result from the response of the call.`;
  const about = { surface, pointer: '/response/events/data', blame: responder(context), cause: '' } as const;
  return [
    {
      ...about,
      kind: value === undefined ? 'not-json' : 'other-result',
      message,
      expected: response ?? '(no JSON)',
      received: value ?? data,
    },
  ];
}
