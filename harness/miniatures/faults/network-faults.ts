import { FAITHFUL, type Steps } from '../surface.js';
import { type Faulty, fault } from './faulty.js';

/** Permits gzip, which the faithful surface does not decode. */
const ASKS_FOR_GZIP: Steps = {
  ...FAITHFUL,
  write: (call) => {
    const draft = FAITHFUL.write(call);
    return { ...draft, headers: [...draft.headers, ['Accept-Encoding', 'gzip;q=0.5, br;q=0']] };
  },
};

/** Sends a request once more, without a pause, after such a reply. */
function repeating(when: (status: number | undefined) => boolean): Steps {
  return {
    ...FAITHFUL,
    exchange: async (send, draft) => {
      const reply = await send(draft);
      return when('status' in reply ? reply.status : undefined) ? send(draft) : reply;
    },
  };
}

/** The call after a failed exchange fails, too. */
function spoiled(): Steps {
  let isBroken = false;
  return {
    ...FAITHFUL,
    exchange: async (send, draft) => {
      if (isBroken) {
        isBroken = false;
        return { kind: 'failed', reason: 'the connection was closed' };
      }
      const reply = await send(draft);
      isBroken = reply.kind === 'failed' && reply.partial !== undefined;
      return reply;
    },
  };
}

const NO_REPLY: Steps = {
  ...FAITHFUL,
  read: (reply, call) => (reply.kind === 'failed' ? { kind: 'value' } : FAITHFUL.read(reply, call)),
};

export const NETWORK_FAULTS: readonly Faulty[] = [
  fault('conformance/fault-reported', 'a missing reply is a success', 'failure-reported-as-success', '/outcome', {
    workload: 'network',
    surface: NO_REPLY,
  }),
  fault('conformance/fault-tolerated', 'gzip is permitted, but not decoded', 'problem', '/outcome', {
    workload: 'network',
    surface: ASKS_FOR_GZIP,
  }),
  fault('conformance/no-unsafe-repeat', 'a POST without a reply is sent again', 'repeated', '/request', {
    workload: 'network',
    surface: repeating((status) => status === undefined),
  }),
  fault('conformance/retry-after', 'a 429 and a 503 are repeated at once', 'too-early', '/request', {
    workload: 'network',
    surface: repeating((status) => status === 429 || status === 503),
  }),
  fault('conformance/recovers', 'a reply that is cut off breaks the next call', 'next-call-fails', '/outcome', {
    workload: 'network',
    surface: spoiled,
  }),
];
