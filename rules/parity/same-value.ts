import { isSuccess } from '../../surfaces/failure-table.js';
import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { jsonDifferences, sameJson, orOmitted } from '../json-difference.js';
import { replyJson, replyOf } from '../reply.js';
import { EVERYWHERE, type TrialContext, type TrialRule } from '../rule.js';
import { strayReplies } from './stray-reply.js';

/** The caller gets what the service sent. */
export const sameValue: TrialRule = {
  id: 'parity/same-value',
  severity: 'must',
  statement: 'The value that a caller sees is the value that the service sent, member for member; and every surface is sent the same.',
  source: 'the contract: the success response of the operation',
  repair: 'Hand the decoded body to the caller unchanged; do not drop nulls, unknown members, empty values or precision.',
  backends: EVERYWHERE,
  check: (trial, context) => [...trial.observations.flatMap((observation) => shown(context, observation)), ...strayReplies(trial, context, 'value')],
};

function shown(context: TrialContext, observation: Observation): readonly Violation[] {
  const { surface, outcome } = observation;
  const reply = replyOf(observation);
  if (reply === undefined || !isSuccess(reply.status) || outcome.kind !== 'value' || context.observes.get(surface)?.has('value') !== true) return [];
  const sent = replyJson(reply);
  if (sameJson(sent, outcome.value)) return [];
  // A body that is no JSON is compared as the text it is; conformance/content-type has its own word on it.
  if (sent === undefined && reply.body.byteLength > 0) return [];
  return jsonDifferences(sent, outcome.value, '/outcome/value').map((difference) => ({
    surface,
    pointer: difference.pointer.replace(/\/\d+(?=\/|$)/g, '/*'),
    kind: difference.kind,
    message: `The caller sees another value than the service sent, at ${difference.pointer}.`,
    expected: orOmitted(difference.expected),
    received: orOmitted(difference.received),
    blame: 'surface',
    ...(difference.kind === 'null-became-omitted' || difference.kind === 'omitted-became-null' ? { cause: '' } : {}),
  }));
}
