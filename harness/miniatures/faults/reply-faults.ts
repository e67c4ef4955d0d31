import type { Json, JsonObject } from '../../../contract/json.js';
import type { RequestMessage } from '../../../contract/wire/message.js';
import type { WireResponse } from '../../../surfaces/exchange.js';
import { TOKEN, reply } from '../notes-service.js';
import type { Reply, Wrap } from '../performance.js';
import { FAITHFUL } from '../surface.js';
import { type Faulty, fault, without } from './faulty.js';

/** The service with another reply to what `applies` to; it does its work before. */
export function withReply(applies: (response: WireResponse, request: RequestMessage) => boolean, change: (response: WireResponse) => Reply): Wrap {
  return (respond) => (request) => {
    const response = respond(request);
    return response.kind === 'response' && applies(response, request) ? change(response) : response;
  };
}

/** The service that is asked something else than it was. */
export function withRequest(change: (request: RequestMessage) => RequestMessage): Wrap {
  return (respond) => (request) => respond(change(request));
}

export function withValue(status: number, change: (value: JsonObject) => Json): Wrap {
  return withReply((response) => response.status === status && response.body.byteLength > 0, (response) => ({ ...response, body: Buffer.from(JSON.stringify(change(JSON.parse(Buffer.from(response.body).toString()) as JsonObject))) }));
}

function isCreated({ status }: WireResponse): boolean {
  return status === 201;
}

function isList({ status }: WireResponse, { target }: RequestMessage): boolean {
  return status === 200 && /^\/~notes(?:\?|$)/.test(target);
}

function hasBody({ body }: WireResponse): boolean {
  return body.byteLength > 0;
}

function problem(status: number, name: string): WireResponse {
  return reply(status, { type: `urn:problem-type:${name}`, title: 'No.', status }, [], 'application/problem+json');
}

function headed(response: WireResponse, name: string, value: string | undefined): WireResponse {
  const others = response.headers.filter(([known]) => known !== name);
  return { ...response, headers: value === undefined ? others : [...others, [name, value]] };
}

const STATUSES: readonly Faulty[] = [
  fault('conformance/no-server-error', 'it falls over large numbers', 'server-error', '/response/status', { service: withReply((response, { target }) => response.status === 200 && target.includes('limit=50'), () => reply(500, { type: 'urn:problem-type:internal-error', title: 'It fell.', status: 500 }, [], 'application/problem+json')) }),
  fault('conformance/no-server-error', 'it hangs up on a deletion', 'no-reply', '/response/status', { service: withReply((_, { method }) => method === 'DELETE', () => ({ kind: 'failed', reason: 'socket hang up' })) }),
  fault('conformance/status-documented', 'a create is answered with 200', 'status-undocumented', '/response/status', { service: withReply(created, (response) => ({ ...response, status: 200 })) }),
  fault('conformance/authentication-enforced', 'nobody looks at the token', 'token-not-checked', '/response/status', { service: withRequest((request) => ({ ...request, headers: [...request.headers.filter(([name]) => name.toLowerCase() !== 'authorization'), ['Authorization', `Bearer ${TOKEN}`]] })) }),
  fault('conformance/authentication-enforced', 'any token will do', 'token-not-checked', '/response/status', { service: withRequest((request) => ({ ...request, headers: request.headers.map(([name, value]) => [name, name.toLowerCase() === 'authorization' ? `Bearer ${TOKEN}` : value]) })) }),
  fault('conformance/valid-accepted', 'what the contract allows is refused', 'valid-refused', '/response/status', { service: withReply((response, { target }) => listed(response, { target } as RequestMessage) && target.includes('limit=1'), () => reply(422, { type: 'urn:problem-type:invalid-input', title: 'Too few.', status: 422 }, [], 'application/problem+json')) }),
  fault('conformance/valid-accepted', 'the client refuses what the contract allows', 'refused-by-client', '/outcome', { surface: { ...FAITHFUL, refuse: (call) => (call.input.query?.['limit'] === 1 ? { kind: 'refused', by: 'client', reason: 'at least 2' } : FAITHFUL.refuse(call)) } }),
  fault('conformance/invalid-rejected', 'a bound is not looked at', 'invalid-accepted', '/query/limit', { service: withRequest((request) => ({ ...request, target: request.target.replace(/limit=(?:51|[6-9]\d|\d{3,})/, 'limit=50') })) }),
  fault('conformance/invalid-rejected', 'an invalid input is called unauthenticated', 'invalid-answered-otherwise', /^\/body/, { service: withReply((response, { method }) => response.status === 422 && method === 'POST', (response) => ({ ...response, status: 401 })) }),
  fault('conformance/invalid-rejected', 'a note that is not there is found', 'absent-accepted', '/response/status', { service: withReply((response, { method }) => response.status === 404 && method === 'DELETE', (response) => ({ ...response, status: 204, headers: [], body: new Uint8Array(0) })) }),
];

const HEADERS: readonly Faulty[] = [
  fault('conformance/content-type', 'problems are labelled as plain JSON', 'undocumented', '/response/header/content-type', { service: withReply(failed(422), withHeader('Content-Type', 'application/json')) }),
  fault('conformance/content-type', 'a body is not labelled', 'missing', '/response/header/content-type', { service: withReply(created, withHeader('Content-Type', undefined)) }),
  fault('conformance/response-headers', 'a create does not say where', 'missing', '/response/header/location', { service: withReply(created, withHeader('Location', undefined)) }),
  fault('conformance/response-headers', 'a count is no number', 'type', '/response/header/x-total', { service: withReply(listed, withHeader('X-Total', 'many')) }),
];

const BODIES: readonly Faulty[] = [
  fault('conformance/response-body', 'a required member is left out', 'required', '/response/body', { service: withValue(201, (note) => without(note, 'made_at')) }),
  fault('conformance/response-body', 'a member has another type, in lists too', 'type', '/response/body/title', { service: withValue(201, (note) => ({ ...note, title: null })) }),
  fault('conformance/response-body', 'the value is put into an envelope', 'another-shape', '/response/body', { service: withValue(201, (note) => ({ data: note })) }),
  fault('conformance/response-body', 'a body is cut short', 'not-json', '/response/body', { service: withReply(created, (response) => ({ ...response, body: response.body.subarray(0, 20) })) }),
  fault('conformance/response-body', 'a success has no body', 'missing', '/response/body', { service: withReply(created, (response) => ({ ...response, body: new Uint8Array(0) })) }),
  fault('conformance/response-body', 'a success has neither body nor type', 'missing', '/response/body', { service: withReply(created, (response) => withHeader('Content-Type', undefined)({ ...response, body: new Uint8Array(0) })) }),
  fault('conformance/response-body', 'a failure has no body', 'missing', '/response/body', { service: withReply(failed(404), (response) => ({ ...response, headers: [], body: new Uint8Array(0) })) }),
];

const STATE: readonly Faulty[] = [
  fault('state/echo', 'a field is not kept', 'missing', '/response/body/rank', { service: withValue(201, (note) => without(note, 'rank')) }),
  fault('state/echo', 'null is kept as nothing', 'null-became-omitted', '/response/body/text', { service: withValue(201, (note) => Object.fromEntries(Object.entries(note).filter(([, member]) => member !== null))) }),
  fault('state/echo', 'a number is rounded', 'changed', '/response/body/weight', { service: withValue(201, (note) => ({ ...note, ...(typeof note['weight'] === 'number' && { weight: Math.round(note['weight']) }) })) }),
  fault('state/echo', 'a set is kept the other way round', 'reordered', '/response/body/tags', { service: withValue(201, (note) => ({ ...note, ...(Array.isArray(note['tags']) && { tags: note['tags'].toReversed() }) })) }),
];

const STRAYS: readonly Faulty[] = [
  fault('parity/same-status', 'one of two instances takes a malformed identifier for an absent one', 'stray-reply', '/response/status', { service: (respond, lane) =>
    lane === 1 ? withReply((response, { target }) => response.status === 422 && target.includes('/~notes/'), (response) => ({ ...response, status: 404 }))(respond, lane) : respond }),
  fault('parity/same-value', 'one of two instances has another note', 'stray-reply', '/response/body/title', { service: (respond, lane) => (lane === 1 ? withValue(200, (value) => ({ ...value, ...(value['title'] !== undefined && { title: 'Another' }) }))(respond, lane) : respond) }),
];

export const REPLY_FAULTS: readonly Faulty[] = [...STATUSES, ...HEADERS, ...BODIES, ...STATE, ...STRAYS];
