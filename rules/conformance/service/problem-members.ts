import { type Json, ownValue } from '../../../contract/json/json.js';
import { essence, headerValue } from '../../../contract/wire/message.js';
import type { WireResponse } from '../../../surfaces/exchange.js';
import type { Violation } from '../../finding.js';
import { pointsElsewhere } from './problem-pointers.js';
import { replyJson, replyOf } from '../../reply.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../../rule.js';

const PROBLEM = 'application/problem+json';

/** The members of a problem agree with its reply and with the input that caused it. */
export const problemMembers: TrialRule = {
  id: 'conformance/problem-members',
  severity: 'must',
  statement:
    'The `status` of a problem is the status of its reply. If the contract documents `errors` with a `pointer`, one of them points to the invalid place of the input.',
  source:
    'RFC 9457 §3.1.2: generators MUST use the same status code in the actual HTTP response; RFC 6901 and the contract: `errors[].pointer` of the documented problem',
  repair: 'Write the status of the reply into the problem, and the pointer of the invalid value into its `errors`.',
  backends: REAL_SERVICE,
  reads: 'reply',
  check: (trial, context) => {
    const violations = trial.observations.flatMap((observation) => {
      const reply = replyOf(observation);
      const problem = reply && problemOf(reply);
      return reply === undefined || problem === undefined
        ? []
        : [judged(trial, context, observation.surface, reply, problem)];
    });
    return violations.length === 0 ? undefined : violations.flat();
  },
};

function problemOf(reply: WireResponse): Json | undefined {
  return essence(headerValue(reply.headers, 'content-type')) === PROBLEM ? replyJson(reply) : undefined;
}

function judged(
  trial: Trial,
  context: TrialContext,
  surface: string,
  reply: WireResponse,
  problem: Json,
): readonly Violation[] {
  const about = { surface, blame: responder(context), place: trial.operation.id, status: reply.status } as const;
  const status = ownValue(problem, 'status');
  if (typeof status === 'number' && status !== reply.status) {
    const message = `The problem of a reply with the status ${reply.status} has the \`status\` ${status}.`;
    const pointer = '/response/body/status';
    const cause = `${reply.status} ${status}`;
    return [{ ...about, pointer, kind: 'status-differs', message, expected: reply.status, received: status, cause }];
  }
  const { expect, raw } = trial.case;
  if (expect.kind !== 'rejected' || raw !== undefined) return [];
  const elsewhere = pointsElsewhere(trial, context.contract, reply, problem);
  if (elsewhere === undefined) return [];
  const message = `The input is invalid at ${expect.pointer} (${expect.keyword}); the problem points to ${elsewhere.join(', ')}.`;
  const pointer = '/response/body/errors';
  return [
    { ...about, pointer, kind: 'points-elsewhere', message, expected: expect.pointer, received: elsewhere, cause: '' },
  ];
}
