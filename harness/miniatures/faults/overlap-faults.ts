import { isJsonObject } from '../../../contract/json/json.js';
import { parseJson } from '../../../contract/wire/request/split-request.js';
import type { Wrap } from '../miniature-run.js';
import { FAITHFUL, type Steps } from '../surface.js';
import { type Faulty, fault } from './faulty.js';
import { problem } from './service-steps.js';

/** A faulty service: concurrent requests share one buffer for their bodies. */
const oneBuffer: Wrap = (respond) => {
  let buffer: Uint8Array;
  return async (request, rest) => {
    if (request.method !== 'POST') return respond(request);
    buffer = request.body;
    await rest;
    return respond({ ...request, body: buffer });
  };
};

/**
 * A faulty service: to store a note, it reads all notes, waits, and writes them back with the new note. If two requests
 * are concurrent, one of the notes is lost.
 */
const lostUpdate: Wrap = (respond) => {
  let stored: readonly string[] = [];
  const known = new Set<string>();
  return async (request, rest) => {
    const id = /~notes\/(made-[^/?]+)$/.exec(request.target)?.[1];
    if (id !== undefined && known.has(id) && !stored.includes(id)) return problem(404, 'not-found');
    const first = respond({ ...request, method: 'GET', target: '/~notes/made-1' });
    if (first.kind === 'response' && first.status === 404) {
      // The first created note does not exist, so the service was reset.
      stored = [];
      known.clear();
    }
    const before = stored;
    if (request.method === 'POST') await rest;
    const reply = respond(request);
    const made = reply.kind === 'response' && reply.status === 201 ? parseJson(reply.body) : undefined;
    if (!isJsonObject(made)) return reply;
    known.add(String(made['note_id']));
    stored = [...before, String(made['note_id'])];
    return reply;
  };
};

/** An SDK whose concurrent calls share one variable for the request. */
function sharedDraft(): Steps {
  let draft: ReturnType<Steps['write']>;
  return {
    ...FAITHFUL,
    write: (call) => (draft = FAITHFUL.write(call)),
    exchange: async (send) => {
      await Promise.resolve();
      return send(draft);
    },
  };
}

/** An SDK whose concurrent calls share one variable for the reply. */
function sharedReply(): Steps {
  let latest: ReturnType<Steps['exchange']>;
  return {
    ...FAITHFUL,
    exchange: async (send, draft) => {
      latest = send(draft);
      await Promise.resolve();
      return latest;
    },
  };
}

/** An SDK that sends only one request for equal concurrent calls. */
function sharedRequest(): Steps {
  const running = new Map<string, ReturnType<Steps['exchange']>>();
  return {
    ...FAITHFUL,
    exchange: (send, draft) => {
      const key = JSON.stringify(draft);
      const reply = running.get(key) ?? send(draft).finally(() => running.delete(key));
      running.set(key, reply);
      return reply;
    },
  };
}

const overlap = { workload: 'overlap' } as const;
const KIND = 'depends-on-other-calls';

export const OVERLAP_FAULTS: readonly Faulty[] = [
  fault('state/replies-apart', 'two concurrent creates share a buffer', KIND, /^\/response\/body\//, {
    ...overlap,
    service: oneBuffer,
  }),
  fault('state/serial-order', 'one of two concurrent creates is lost', 'no-serial-order', '/state', {
    ...overlap,
    service: lostUpdate,
  }),
  fault('state/calls-at-once', 'two concurrent calls share a request', KIND, '/request', {
    ...overlap,
    surface: sharedDraft,
  }),
  fault('state/calls-at-once', 'two concurrent calls share a reply', KIND, '/outcome', {
    ...overlap,
    surface: sharedReply,
  }),
  fault('state/calls-at-once', 'two equal concurrent calls share a request', 'shared-request', '/request', {
    ...overlap,
    surface: sharedRequest,
  }),
];
