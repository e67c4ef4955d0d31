import { isSuccess } from '../../surfaces/failure-table.js';
import { replyOf } from '../reply.js';
import { REAL_SERVICE, type TrialRule } from '../rule.js';

/** What the contract does not allow is not taken. */
export const invalidRejected: TrialRule = {
  id: 'conformance/invalid-rejected',
  severity: 'must',
  statement: 'An input with one broken constraint is refused with a 4xx, and a well-formed identifier that names nothing with 404.',
  source: 'the contract: parameters, schemas and documented failures; RFC 9110 §15.5',
  repair: 'Validate the input where the service receives it, or loosen the schema so that it says what is really taken.',
  backends: REAL_SERVICE,
  check: (trial) => {
    const { expect } = trial.case;
    if (expect.kind !== 'rejected' && expect.kind !== 'absent') return undefined;
    const place = expect.kind === 'rejected' ? `${expect.keyword} ${expect.pointer}` : 'absent';
    const wanted = expect.kind === 'rejected' ? `4xx: ${expect.pointer} breaks ${expect.keyword}` : 404;
    return trial.observations.flatMap((observation) => {
      const reply = replyOf(observation);
      if (reply === undefined || !(expect.kind === 'absent' ? reply.status !== 404 && reply.status < 500 : isSuccess(reply.status))) return [];
      const message = expect.kind === 'rejected' ? `An invalid input (${expect.keyword} at ${expect.pointer}) was answered with ${reply.status}.` : `An identifier that names nothing was answered with ${reply.status}.`;
      return [{ surface: observation.surface, pointer: expect.kind === 'rejected' ? expect.pointer : '/response/status', kind: 'invalid-accepted', message, expected: wanted, received: reply.status, blame: 'backend', cause: `${trial.operation.id} ${place}` }];
    });
  },
};
