import { valueAt } from '../../contract/json/json-pointer.js';
import { isJsonObject } from '../../contract/json/json.js';
import { essence, headerValue } from '../../contract/wire/message.js';
import { isSuccess } from '../../surfaces/failure-table.js';
import type { WireResponse } from '../../surfaces/exchange.js';
import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { sameJson } from '../values/same-json.js';
import { isOutcomeKnown, replyJson, replyOf } from '../reply.js';
import { EVERYWHERE, type Trial, type TrialContext, type TrialRule, shows } from '../rule.js';
import { shownDifferences } from './shown-difference.js';

/** Every caller receives the reason that the service gave. */
export const sameRejection: TrialRule = {
  id: 'parity/same-rejection',
  severity: 'must',
  statement:
    'The problem that a caller receives equals the problem document that the service sent. If a card lists only some errors of the problem, they are the first ones.',
  source: 'RFC 9457 §3; contract-parity, failure table',
  repair: 'Attach the whole problem document, unchanged, to the exception, the error result or stderr.',
  backends: EVERYWHERE,
  reads: 'outcome',
  check: (trial, context) =>
    trial.observations.flatMap((observation) => [
      ...shown(trial, context, observation),
      ...(shows(context, observation.surface, 'problem') ? unlisted(observation) : []),
    ]),
};

/** The violation for a page that shows the errors of a reply, but leaves out an error although it shows a later one. */
function unlisted({ surface, outcome }: Observation): readonly Violation[] {
  const [first] = (outcome.kind === 'problem' && outcome.native?.unlisted) || [];
  if (outcome.kind !== 'problem' || first === undefined) return [];
  return [
    {
      surface,
      pointer: `/outcome/problem${first}`,
      kind: 'not-listed',
      message: `The list of errors on the page lacks ${first}, although it shows others.`,
      expected: valueAt(outcome.problem ?? null, first) ?? null,
      received: null,
      blame: 'surface',
      cause: '',
      repair:
        'Write one row for each element of `errors`, in their order. Two errors may have the same pointer, so do not use the pointer as the key of a row.',
    },
  ];
}

function shown(trial: Trial, context: TrialContext, observation: Observation): readonly Violation[] {
  const { surface, outcome } = observation;
  const reply = replyOf(observation);
  if (
    reply === undefined ||
    isSuccess(reply.status) ||
    outcome.kind !== 'problem' ||
    !isOutcomeKnown(outcome) ||
    !shows(context, surface, 'problem')
  )
    return [];
  const sent = replyJson(reply);
  // Only problem documents are compared. They are objects (RFC 9457 §3). Conformance rules judge failures of any other
  // form.
  if (!isJsonObject(sent) || !mayBeProblem(reply) || sameJson(sent, outcome.problem)) return [];
  return shownDifferences(trial, context, reply, {
    surface,
    pointer: '/outcome/problem',
    noun: 'problem',
    sent,
    seen: outcome.problem,
  });
}

/**
 * Whether the body of a failed reply may be a problem document. For a status from 400 on, its media type does not
 * matter, because many services send problem documents as `application/json`. The body of a redirection is a problem
 * document only if it has the media type of problem documents: other bodies state where the resource is (RFC 9110
 * §15.4).
 */
function mayBeProblem({ status, headers }: WireResponse): boolean {
  return status >= 400 || essence(headerValue(headers, 'content-type')) === PROBLEM_MEDIA_TYPE;
}

const PROBLEM_MEDIA_TYPE = 'application/problem+json';
