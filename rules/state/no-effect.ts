import type { KeptState } from '../../surfaces/observation.js';
import { parseJsonText } from '../../contract/wire/request/split-request.js';
import { isSuccess } from '../../surfaces/failure-table.js';
import type { Violation } from '../finding.js';
import { jsonDifferences } from '../values/json-difference.js';
import { orOmitted } from '../values/omitted.js';
import { replyOf } from '../reply.js';
import { refusedChange } from './items/refused-changes.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, judgedEach, responder } from '../rule.js';

/** A call that the service refuses does not change the stored state. */
export const noEffect: TrialRule = {
  id: 'state/no-effect',
  severity: 'must',
  statement:
    'A call that the service answers with a 4xx does not change the stored state: a GET of the same path returns the same value before and after the call.',
  details: [
    'A PUT, PATCH or DELETE of an item is included if the item is read before and after it.',
    'For a create of several items at a path such as `/items/batch`, the list is read.',
  ],
  source: 'RFC 9110 §15.5 (the request was not fulfilled); the contract: the GET of the same path',
  repair: 'Check the token and the whole input before storing anything, or roll back if a later check fails.',
  backends: REAL_SERVICE,
  reads: 'reply',
  check: (trial, context) => {
    const probed = trial.observations.flatMap(({ surface, kept, ...rest }) => {
      const status = replyOf({ surface, ...rest })?.status;
      return kept === undefined || status === undefined || isSuccess(status) ? [] : [{ surface, kept, status }];
    });
    return probed.length === 0
      ? judgedEach(trial, (observation) => refusedChange(trial.operation, context, observation))
      : probed.flatMap(({ surface, kept, status }) => changed(trial, context, surface, kept, status));
  },
};

function changed(
  trial: Trial,
  context: TrialContext,
  surface: string,
  kept: KeptState,
  status: number,
): readonly Violation[] {
  const at = kept.before.findIndex((text, index) => text !== kept.after[index]);
  if (at < 0) return [];
  const [before, after] = [kept.before[at], kept.after[at]].map((text) => parseJsonText(text ?? ''));
  const [difference] = jsonDifferences(before, after);
  if (difference === undefined) return [];
  return [
    {
      surface,
      pointer: '/state',
      kind: 'changed-by-refused-call',
      message: `The service answered ${status} to ${trial.operation.id}, but ${kept.reader} returns a different value at ${difference.pointer} afterwards.`,
      expected: orOmitted(difference.expected),
      received: orOmitted(difference.received),
      blame: responder(context),
      cause: trial.operation.id,
    },
  ];
}
