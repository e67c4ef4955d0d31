import type { Operation } from '../../contract/operation.js';
import type { WireResponse } from '../../surfaces/exchange.js';
import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { isAccepted, replyOf } from '../reply.js';
import { rejectedMembers } from './rejected-members.js';
import { EVERYWHERE, type Trial, type TrialContext, type TrialRule, responder } from '../rule.js';

/** What the contract allows is taken. */
export const validAccepted: TrialRule = {
  id: 'conformance/valid-accepted',
  severity: 'must',
  statement:
    'A valid case is answered with a success, or a redirection or conflict that is documented; with 404 only where it is documented and an identifier in the path, the query or the body may name nothing.',
  source: 'the contract: whatever satisfies its parameters and schemas is valid input',
  repair: 'Accept the input, or tighten the schema to what is accepted.',
  backends: EVERYWHERE,
  reads: 'call',
  judgesCase: true,
  check: (trial, context) => {
    const { kind } = trial.case.expect;
    if (kind !== 'accepted' && kind !== 'accepted-or-absent') return undefined;
    return trial.observations.flatMap((observation) => accepted(trial, context, observation));
  },
};

function accepted(trial: Trial, context: TrialContext, observation: Observation): readonly Violation[] {
  const { surface, outcome } = observation;
  const reply = replyOf(observation);
  if (reply === undefined) {
    if (outcome.kind !== 'refused') return [];
    return [
      {
        surface,
        pointer: '/outcome',
        kind: `refused-by-${outcome.by}`,
        message: `The surface refused a valid input.`,
        expected: 'the request is sent',
        received: outcome.reason,
        blame: 'surface',
        cause: trial.operation.id,
      },
    ];
  }
  const absent = reply.status === 404 && (trial.case.expect.kind === 'accepted-or-absent' || context.backend === 'scripted');
  if (isAccepted(trial.operation, reply.status) || isAboutState(trial.operation, reply.status) || absent || reply.status >= 500) return [];
  return [
    {
      surface,
      pointer: '/response/status',
      kind: 'valid-refused',
      message: `A valid input was answered with ${reply.status}.`,
      expected: trial.operation.responses.map((spec) => spec.status).filter((status) => /^[23]/.test(status)),
      received: reply.status,
      blame: responder(context),
      cause: causeOf(trial.operation, reply),
      status: reply.status,
      location: trial.operation.location,
    },
  ];
}

/** Where the router refused, all methods of a path are refused alike; else what the reply names tells two reasons apart. */
function causeOf(operation: Operation, reply: WireResponse): string {
  return ROUTING.has(reply.status) ? `${operation.path} ${reply.status}` : [operation.id, reply.status, ...rejectedMembers(reply)].join(' ');
}

/** Not found, method not allowed, not implemented (RFC 9110 §15.5.5, §15.5.6, §15.6.2). */
const ROUTING: ReadonlySet<number> = new Set([404, 405, 501]);

/** Conflict, gone, precondition failed: documented by name, they speak of the state and not of the input (RFC 9110 §15.5.10, §15.5.11, §15.5.13). */
function isAboutState({ responses }: Operation, status: number): boolean {
  return ABOUT_STATE.has(status) && responses.some((spec) => spec.status === String(status));
}

const ABOUT_STATE: ReadonlySet<number> = new Set([409, 410, 412]);
