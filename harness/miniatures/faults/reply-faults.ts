import type { JsonObject } from '../../../contract/json/json.js';
import { NO_BODY } from '../../../contract/wire/message.js';
import type { Wrap } from '../miniature-run.js';
import { FAITHFUL } from '../surface.js';
import { headed, problem, withReply, withRequest } from './service-steps.js';
import { withValue, isCreated, isList, isRejected, isDeletion, withToken } from './service-changes.js';
import { type Faulty, beyond, fault, without } from './faulty.js';

const STATUSES: readonly Faulty[] = [
  fault('conformance/no-server-error', 'a large number causes a 500', 'server-error', '/response/status', {
    service: withReply(isList, (response, { target }) =>
      target.includes('limit=50') ? problem(500, 'internal-error') : response,
    ),
  }),
  fault('conformance/no-server-error', 'a deletion gets no reply', 'no-reply', '/response/status', {
    service: withReply(isDeletion, () => ({ kind: 'failed', reason: 'socket hang up' })),
  }),
  fault('conformance/status-documented', 'a create is answered with 200', 'status-undocumented', '/response/status', {
    service: withReply(isCreated, (response) => ({ ...response, status: 200 })),
  }),
  fault(
    'conformance/status-documented',
    'wrong credentials are answered with 403',
    'status-undocumented',
    '/response/status',
    {
      service: withReply(
        ({ status }) => status === 401,
        (response) => ({ ...response, status: 403 }),
      ),
    },
  ),
  fault('conformance/authentication-enforced', 'the token is not checked', 'token-not-checked', '/response/status', {
    service: withRequest(withToken),
  }),
  fault('conformance/authentication-enforced', 'any token is accepted', 'token-not-checked', '/response/status', {
    service: withRequest((request) =>
      request.headers.some(([name]) => name.toLowerCase() === 'authorization') ? withToken(request) : request,
    ),
  }),
  fault('conformance/valid-accepted', 'a valid request is refused', 'valid-refused', '/response/status', {
    service: withReply(isList, (response, { target }) =>
      target.includes('limit=1') ? problem(422, 'invalid-input') : response,
    ),
  }),
  fault('conformance/valid-accepted', 'the client refuses a valid input', 'refused-by-client', '/outcome', {
    surface: {
      ...FAITHFUL,
      refuse: (call) =>
        call.input.query?.['limit'] === 1
          ? { kind: 'refused', by: 'client', reason: 'at least 2' }
          : FAITHFUL.refuse(call),
    },
  }),
  fault(
    'conformance/invalid-rejected',
    'the maximum of a parameter is not checked',
    'invalid-accepted',
    '/query/limit',
    {
      service: withRequest((request) => ({
        ...request,
        target: request.target.replace(/limit=(?:51|[6-9]\d|\d{3,})/, 'limit=50'),
      })),
    },
  ),
  fault(
    'conformance/invalid-rejected',
    'an invalid body is answered with 401',
    'invalid-answered-otherwise',
    /^\/body/,
    {
      service: withReply(isRejected, (response, { method }) =>
        method === 'POST' ? { ...response, status: 401 } : response,
      ),
    },
  ),
  fault(
    'conformance/invalid-rejected',
    'an unknown note is deleted with success',
    'absent-accepted',
    '/response/status',
    {
      service: withReply(isDeletion, (response) =>
        response.status === 404 ? { ...response, status: 204, headers: [], body: NO_BODY } : response,
      ),
    },
  ),
];

const HEADERS: readonly Faulty[] = [
  fault(
    'conformance/content-type',
    'problems have the media type application/json',
    'undocumented',
    '/response/header/content-type',
    {
      service: withReply(isRejected, (response) => headed(response, 'Content-Type', 'application/json')),
    },
  ),
  fault('conformance/content-type', 'a body has no Content-Type', 'missing', '/response/header/content-type', {
    service: withReply(isCreated, (response) => headed(response, 'Content-Type', undefined)),
  }),
  fault('conformance/response-headers', 'a 201 has no Location header', 'missing', '/response/header/location', {
    service: withReply(isCreated, (response) => headed(response, 'Location', undefined)),
  }),
  fault(
    'conformance/response-headers',
    'the value of a header is a word instead of a number',
    'type',
    '/response/header/x-total',
    {
      service: withReply(isList, (response) => headed(response, 'X-Total', 'many')),
    },
  ),
];

const BODIES: readonly Faulty[] = [
  fault('conformance/response-body', 'a required member is omitted', 'required', '/response/body/made_at', {
    service: withValue(201, (note) => without(note, 'made_at')),
  }),
  fault(
    'conformance/response-body',
    'a member has the wrong type in notes and in lists',
    'type',
    '/response/body/title',
    {
      service: withValue(201, (note) => ({ ...note, title: null })),
    },
  ),
  fault('conformance/response-body', 'the value is wrapped in an envelope', 'another-shape', '/response/body', {
    service: withValue(201, (note) => ({ data: note })),
  }),
  fault('conformance/response-body', 'a body is truncated', 'truncated', '/response/body', {
    service: withReply(isCreated, (response) => ({ ...response, body: response.body.subarray(0, 20) })),
  }),
  fault('conformance/response-body', 'a success has no body', 'missing', '/response/body', {
    service: withReply(isCreated, (response) => ({ ...response, body: NO_BODY })),
  }),
  fault('conformance/response-body', 'a success has neither a body nor a media type', 'missing', '/response/body', {
    service: withReply(isCreated, (response) => headed({ ...response, body: NO_BODY }, 'Content-Type', undefined)),
  }),
  fault('conformance/response-body', 'a rejection has no body', 'missing', '/response/body', {
    service: withReply(isRejected, (response) => ({ ...response, headers: [], body: NO_BODY })),
  }),
];

const PROBLEMS: readonly Faulty[] = [
  fault('conformance/problem-members', 'a problem has a different status', 'status-differs', '/response/body/status', {
    service: withValue(422, (refused) => ({ ...refused, status: 400 })),
  }),
];

const WRITE_ONLY: readonly Faulty[] = [
  beyond(
    'write-only',
    fault(
      'state/echo',
      'readable members are removed together with write-only members',
      'missing',
      '/response/body/lock',
      {
        service: withValue(201, (note) => without(note, 'lock')),
      },
    ),
  ),
  fault('conformance/write-only', 'a write-only pin is returned', 'write-only-returned', '/response/body/lock/pin', {
    service: withReply(isCreated, (response, { body }) => {
      const sent = JSON.parse(Buffer.from(body).toString()) as JsonObject;
      const note = JSON.parse(Buffer.from(response.body).toString()) as JsonObject;
      return sent['lock'] === undefined
        ? response
        : { ...response, body: Buffer.from(JSON.stringify({ ...note, lock: sent['lock'] })) };
    }),
  }),
];

function onLane(faulty: number, wrap: Wrap): Wrap {
  return (respond, lane) => (lane === faulty ? wrap(respond, lane) : respond);
}

const STRAYS: readonly Faulty[] = [
  fault(
    'parity/same-status',
    'one of two instances of a service answers a malformed id with 404',
    'stray-reply',
    '/response/status',
    {
      service: onLane(
        1,
        withReply(isRejected, (response, { target }) =>
          target.includes('/~notes/') ? problem(404, 'not-found') : response,
        ),
      ),
    },
  ),
  fault(
    'parity/same-value',
    'one of two instances of a service returns a different note',
    'stray-reply',
    '/response/body/title',
    {
      service: onLane(
        1,
        withValue(200, (value) => (value['title'] === undefined ? value : { ...value, title: 'Another' })),
      ),
    },
  ),
];

export const REPLY_FAULTS: readonly Faulty[] = [
  ...STATUSES,
  ...HEADERS,
  ...BODIES,
  ...PROBLEMS,
  ...WRITE_ONLY,
  ...STRAYS,
];
