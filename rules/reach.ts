import type { Contract } from '../contract/contract.js';
import { headerValue, isJsonMediaType } from '../contract/wire/message.js';
import { byteLength } from '../surfaces/http/body-excerpt.js';
import type { Observation } from '../surfaces/observation.js';
import { type Aspect, LEVELS } from './aspect.js';
import {
  documentedContent,
  documentedResponse,
  isBodyKnown,
  isOutcomeKnown,
  mayHaveBody,
  replyJson,
  replyOf,
} from './reply.js';
import { isVerbatim, routeOf } from './request.js';
import type { Trial, TrialContext } from './rule.js';

/** How far a call came (see `LEVELS`). The call verifies a rule only if it came as far as the rule needs. */
export interface ObservationReach {
  readonly level: number;
  readonly outcome: boolean;
  /** Whether the body of the reply, or the value that the caller saw, is too large to be judged. */
  readonly tooLarge: boolean;
}

export function reaches({ level, outcome }: ObservationReach, aspect: Aspect): boolean {
  return aspect === 'outcome' ? outcome : level >= LEVELS.indexOf(aspect);
}

export function reachOf(trial: Trial, context: TrialContext, observation: Observation): ObservationReach {
  const { kind } = observation.outcome;
  const isEnded = kind === 'value' || kind === 'problem' || kind === 'events' || kind === 'refused';
  const reply = replyOf(observation);
  const tooLarge = (reply !== undefined && !isBodyKnown(reply)) || !isOutcomeKnown(observation.outcome);
  return { level: LEVELS.indexOf(levelOf(trial, context, observation)), outcome: isEnded && !tooLarge, tooLarge };
}

function levelOf(trial: Trial, { contract }: TrialContext, observation: Observation): Exclude<Aspect, 'outcome'> {
  const [first] = observation.exchanges;
  if (first === undefined) return 'call';
  if (!isVerbatim(trial, first) && routeOf(contract, first)?.operation !== trial.operation) return 'request';
  const reply = replyOf(observation);
  if (reply === undefined || isOfOtherOperation(trial, contract, observation)) return 'operation';
  const spec = documentedResponse(trial.operation, reply.status);
  if (spec === undefined) return 'reply';
  if (!isBodyKnown(reply)) return 'documented';
  if (byteLength(reply.body) === 0 || spec.content.length === 0 || !mayHaveBody(trial.operation, reply.status))
    return 'value';
  const mediaType = headerValue(reply.headers, 'content-type');
  if (mediaType === undefined || documentedContent(spec, mediaType) === undefined) return 'documented';
  return isJsonMediaType(mediaType) && replyJson(reply) === undefined ? 'content' : 'value';
}

/**
 * Whether the last reply of a call answers a different operation, to which the surface sent a further request. The
 * contract of the called operation does not describe this reply.
 */
function isOfOtherOperation({ operation }: Trial, contract: Contract, { exchanges }: Observation): boolean {
  const last = exchanges.length > 1 ? exchanges.at(-1) : undefined;
  const route = last && routeOf(contract, last);
  return route !== undefined && route.operation !== operation;
}
