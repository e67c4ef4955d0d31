import { EVENT_STREAM } from '../../contract/wire/event-stream.js';
import { essence, headerValue } from '../../contract/wire/message.js';
import { byteLength } from '../../surfaces/http/body-excerpt.js';
import { isSuccess } from '../../surfaces/failure-table.js';
import type { WireResponse } from '../../surfaces/exchange.js';
import type { Observation } from '../../surfaces/observation.js';
import type { Outcome } from '../../surfaces/outcome.js';
import type { Violation } from '../finding.js';
import { sameJson } from '../values/same-json.js';
import { isBodyKnown, isOutcomeKnown, replyContent, replyJson, replyOf } from '../reply.js';
import { EVERYWHERE, type Trial, type TrialContext, type TrialRule, shows } from '../rule.js';
import { tolerates } from '../values/tolerances.js';
import { changedBytes } from './shown-bytes.js';
import { shownDifferences } from './shown-difference.js';
import { strayReplies } from './stray-reply.js';

/** The caller receives the value that the service sent. */
export const sameValue: TrialRule = {
  id: 'parity/same-value',
  severity: 'must',
  statement:
    'The value that a caller receives equals the value that the service sent, and equal requests of all surfaces receive the same value.',
  source: 'the contract: the success response of the operation',
  repair:
    'Return the decoded body to the caller unchanged. Keep nulls, unknown members, empty values and the precision of numbers.',
  backends: EVERYWHERE,
  reads: 'outcome',
  check: (trial, context) => [
    ...trial.observations.flatMap((observation) => shown(trial, context, observation)),
    ...strayReplies(trial, context, 'value'),
  ],
};

function shown(trial: Trial, context: TrialContext, observation: Observation): readonly Violation[] {
  const { surface, outcome } = observation;
  const reply = replyOf(observation);
  if (reply === undefined || !isSuccess(reply.status) || outcome.kind !== 'value' || !shows(context, surface, 'value'))
    return [];
  // The rule `parity/same-events` compares events.
  if (essence(headerValue(reply.headers, 'content-type')) === EVENT_STREAM) return [];
  if (!isBodyKnown(reply) || !isOutcomeKnown(outcome)) return [];
  // The harness decodes the replies that `rest` shows.
  const changed = shows(context, surface, 'reply') ? undefined : changedBytes(surface, reply, outcome);
  if (changed !== undefined) return [changed];
  const json = replyJson(reply);
  const text = json === undefined ? textPlainBody(reply) : undefined;
  // `??` is not used, because null is a value.
  const sent = json === undefined ? text : json;
  if (sameJson(sent, outcome.value) || (json === undefined && isIncomparable(reply, text, outcome))) return [];
  return shownDifferences(trial, context, reply, {
    surface,
    pointer: '/outcome/value',
    noun: 'value',
    sent,
    seen: outcome.value,
  });
}

function textPlainBody(reply: WireResponse): string | undefined {
  if (essence(headerValue(reply.headers, 'content-type')) !== 'text/plain') return undefined;
  const content = replyContent(reply);
  return content === undefined || content.byteLength === 0 ? undefined : Buffer.from(content).toString('utf8');
}

/**
 * Whether the value that the caller received cannot be compared with the reply: the body is neither JSON nor text, or
 * the surface parsed the text.
 */
function isIncomparable(reply: WireResponse, text: string | undefined, { value, native }: ValueOutcome): boolean {
  if (byteLength(reply.body) === 0) {
    const isNothing = tolerates('null-for-nothing', value === null || value === '');
    return isNothing || tolerates('prose-for-nothing', native?.isError === false && typeof value === 'string');
  }
  return text === undefined || (value !== undefined && typeof value !== 'string');
}

type ValueOutcome = Extract<Outcome, { readonly kind: 'value' }>;
