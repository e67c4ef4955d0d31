import { isJsonObject, ownValue } from '../../../contract/json/json.js';
import type { RequestMessage } from '../../../contract/wire/message.js';
import { parseJson } from '../../../contract/wire/request/split-request.js';
import type { WholeResponse } from '../../../surfaces/exchange.js';
import type { Wrap } from '../miniature-run.js';
import type { Reply } from '../workloads.js';
import { type Faulty, fault } from './faulty.js';
import { withReply, withRequest } from './service-steps.js';

const racks = { workload: 'racks' } as const;
const SLOT = /^\/racks\/[^/]+\/slots\/[^/]+$/;

function isPut(status: number): (response: WholeResponse, request: RequestMessage) => boolean {
  return (response, request) => request.method === 'PUT' && response.status === status;
}

/** A faulty service: the list of slots of each rack contains the slots of all racks. */
const allSlots: Wrap = (respond) => {
  const known = new Map<string, RequestMessage>();
  return (request) => {
    if (request.method === 'PUT') known.set(request.target, { ...request, method: 'GET', body: new Uint8Array() });
    const reply = respond(request);
    if (!request.target.endsWith('/slots') || reply.kind !== 'response' || reply.status !== 200) return reply;
    const slots = [...known.values()].flatMap((read) => {
      const slot = respond(read);
      return slot.kind === 'response' && slot.status === 200 ? [parseJson(slot.body) ?? null] : [];
    });
    return { ...reply, body: Buffer.from(JSON.stringify({ slots })) };
  };
};

/** A faulty service: it still returns the slots of a rack that was removed. */
const keptSlots: Wrap = (respond) => {
  const kept = new Map<string, Reply>();
  return (request) => {
    const reply = respond(request);
    if (request.method === 'DELETE' && SLOT.test(request.target)) kept.delete(request.target);
    if (request.method !== 'GET' || !SLOT.test(request.target) || reply.kind !== 'response') return reply;
    if (reply.status === 200) kept.set(request.target, reply);
    return reply.status === 404 ? (kept.get(request.target) ?? reply) : reply;
  };
};

/** A faulty service: it accepts a rack that refers to another rack which does not exist. */
const uncheckedRack: Wrap = (respond) => (request) => {
  const body = request.method === 'POST' ? parseJson(request.body) : undefined;
  const reply = respond(request);
  if (!isJsonObject(body) || reply.kind !== 'response' || reply.status !== 404) return reply;
  const { other_rack_id: other = null, ...rest } = body;
  const made = respond({ ...request, body: Buffer.from(JSON.stringify(rest)) });
  const rack = made.kind === 'response' ? parseJson(made.body) : undefined;
  if (made.kind !== 'response' || !isJsonObject(rack)) return made;
  return { ...made, body: Buffer.from(JSON.stringify({ ...rack, other_rack_id: other })) };
};

/** Faults of a service whose items are created by PUT requests. */
export const PUT_FAULTS: readonly Faulty[] = [
  fault(
    'state/unknown-reference',
    'a reference to an unknown item is accepted',
    'unknown-reference-accepted',
    '/response/status',
    { ...racks, service: uncheckedRack },
  ),
  fault(
    'state/put-item',
    'a PUT that creates an item is answered with 200',
    'created-without-201',
    '/response/status',
    {
      ...racks,
      service: withReply(isPut(201), (response) => ({ ...response, status: 200 })),
    },
  ),
  fault('state/put-item', 'a PUT that replaces an item is answered with 201', 'replaced-with-201', '/response/status', {
    ...racks,
    service: withReply(isPut(200), (response) => ({ ...response, status: 201 })),
  }),
  fault('state/put-item', 'a PUT ignores If-None-Match', 'replaced-despite-condition', '/response/status', {
    ...racks,
    service: withRequest((request) => ({
      ...request,
      headers: request.headers.filter(([name]) => name.toLowerCase() !== 'if-none-match'),
    })),
  }),
  fault('state/put-item', 'a DELETE removes nothing', 'still-there', '/response/status', {
    ...racks,
    service: (respond) => (request) => {
      const isDrop = request.method === 'DELETE' && SLOT.test(request.target);
      const known = isDrop ? respond({ ...request, method: 'GET' }) : undefined;
      return known?.kind === 'response' && known.status === 200
        ? { kind: 'response', status: 204, headers: [], body: new Uint8Array() }
        : respond(request);
    },
  }),
  fault('state/put-item', 'a list contains the items of a different parent', 'foreign-item', '/response/body', {
    ...racks,
    service: allSlots,
  }),
  fault('state/removed-parent', 'a DELETE of a parent keeps its children', 'child-still-there', '/response/status', {
    ...racks,
    service: keptSlots,
  }),
  fault(
    'state/default-value',
    'a PUT that creates an item uses a different default',
    'unexpected',
    '/response/body/units',
    {
      ...racks,
      service: withRequest((request) => {
        const body = request.method === 'PUT' ? parseJson(request.body) : undefined;
        if (!isJsonObject(body) || ownValue(body, 'units') !== undefined) return request;
        return { ...request, body: Buffer.from(JSON.stringify({ ...body, units: 1 })) };
      }),
    },
  ),
];
