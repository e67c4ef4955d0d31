import { gunzipSync } from 'node:zlib';
import { headerValue } from '../../../contract/wire/message.js';
import { isExcerpt } from '../../../surfaces/http/body-excerpt.js';
import { FAITHFUL, type Steps } from '../surface.js';
import { type Faulty, fault } from './faulty.js';

/** A faulty surface: it sends `Accept-Encoding: gzip`, although it does not decode gzip. */
const ASKS_FOR_GZIP: Steps = {
  ...FAITHFUL,
  write: (call) => {
    const draft = FAITHFUL.write(call);
    return { ...draft, headers: [...draft.headers, ['Accept-Encoding', 'gzip;q=0.5, br;q=0']] };
  },
};

/**
 * A surface that repeats a request without a pause if `when` returns true for the status of the reply, or for
 * `undefined` if there is no reply.
 */
function repeating(when: (status: number | undefined) => boolean): Steps {
  return {
    ...FAITHFUL,
    exchange: async (send, draft) => {
      const reply = await send(draft);
      return when('status' in reply ? reply.status : undefined) ? send(draft) : reply;
    },
  };
}

/** A faulty surface: after a failed exchange, the next call fails too. */
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

/** A faulty surface: it decodes gzip, but treats content that cannot be decoded as empty. */
const IGNORES_CUT: Steps = {
  ...ASKS_FOR_GZIP,
  read: (reply, call) => {
    if (reply.kind !== 'response' || headerValue(reply.headers, 'content-encoding') !== 'gzip' || isExcerpt(reply.body))
      return FAITHFUL.read(reply, call);
    try {
      return FAITHFUL.read({ ...reply, body: gunzipSync(reply.body) }, call);
    } catch {
      return { kind: 'value', status: reply.status };
    }
  },
};

export const NETWORK_FAULTS: readonly Faulty[] = [
  fault(
    'conformance/fault-reported',
    'a missing reply is reported as a success',
    'failure-reported-as-success',
    '/outcome',
    {
      workload: 'network',
      surface: NO_REPLY,
    },
  ),
  fault(
    'conformance/fault-reported',
    'a truncated gzip reply is reported as a success',
    'failure-reported-as-success',
    '/outcome',
    {
      workload: 'network',
      surface: IGNORES_CUT,
    },
  ),
  fault('conformance/fault-tolerated', 'gzip is accepted, but not decoded', 'problem', '/outcome', {
    workload: 'network',
    surface: ASKS_FOR_GZIP,
  }),
  fault('conformance/no-unsafe-repeat', 'a POST without a reply is sent again', 'repeated', '/request', {
    workload: 'network',
    surface: repeating((status) => status === undefined),
  }),
  fault('conformance/retry-after', 'a request is repeated immediately after a 429 or a 503', 'too-early', '/request', {
    workload: 'network',
    surface: repeating((status) => status === 429 || status === 503),
  }),
  fault('conformance/recovers', 'a truncated reply breaks the next call', 'next-call-fails', '/outcome', {
    workload: 'network',
    surface: spoiled,
  }),
];

/**
 * Correct surfaces that retry a request or report a failure in unusual, but permitted ways. They must cause no finding.
 */
export const PERMITTED_RETRIES: readonly (readonly [name: string, surface: Steps])[] = [
  [
    'a GET is repeated three times',
    {
      ...FAITHFUL,
      exchange: async (send, draft) => {
        let reply = await send(draft);
        for (let more = 0; more < 3 && draft.method === 'GET' && reply.kind !== 'response'; more += 1)
          reply = await send(draft);
        return reply;
      },
    },
  ],
  [
    'any request is repeated after Retry-After',
    {
      ...FAITHFUL,
      exchange: async (send, draft) => {
        const reply = await send(draft);
        const after = reply.kind === 'response' ? headerValue(reply.headers, 'retry-after') : undefined;
        if (after === undefined) return reply;
        const ms = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
        await new Promise((resolve) => setTimeout(resolve, ms));
        return send(draft);
      },
    },
  ],
  [
    'a failure is reported with an error class that a caller can catch',
    {
      ...FAITHFUL,
      read: (reply, call) =>
        reply.kind === 'failed'
          ? { kind: 'crash', detail: reply.reason, native: { error: 'FetchError' }, raised: true }
          : FAITHFUL.read(reply, call),
    },
  ],
];
